import { type IssueFilter, type IssueSearch, toIssueSearch } from '@bugle/client-state/search'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'

/** Returns the search of the address, and navigates to another. Choosing pushes a history entry, typing replaces it. */
export function useIssueSearch(): { filter: IssueFilter; go: (next: IssueSearch, replace?: boolean) => void } {
  const { projectId } = useParams({ strict: false })
  const search = toIssueSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  return {
    filter: { projectId, ...search },
    go: (next, replace = false) => void navigate({ to: '.', search: toIssueSearch({ ...next }), replace }),
  }
}
