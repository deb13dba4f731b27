import { type IssueSearch, isNarrowed, toIssueSearch } from '@bugle/client-state/search'

/** Whether two searches find the same, in the same order. */
export function isSameSearch(one: IssueSearch, other: IssueSearch): boolean {
  const text = (search: IssueSearch) => JSON.stringify(Object.entries(toIssueSearch({ ...search })))
  return text(one) === text(other)
}

/** Whether a search is more than the list as it opens, and worth a name. */
export function canBeSaved(search: IssueSearch): boolean {
  return isNarrowed(search) || search.sort !== undefined || search.status !== undefined
}
