import { type IssueSearch, toIssueSearch } from '@bugle/client-state/search'

/** Whether two searches find the same, in the same order. */
export function isSameSearch(one: IssueSearch, other: IssueSearch): boolean {
  const text = (search: IssueSearch) => JSON.stringify(Object.entries(toIssueSearch({ ...search })))
  return text(one) === text(other)
}
