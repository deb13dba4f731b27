import type { FilterKey, IssueSearch } from '@bugle/client-state/search'
import { queryTerm } from '@bugle/protocol/vocabulary'

/** Leaves the issues of a value out of a list: the filter of that name ends, and the query says what it is not. */
export function withoutValue(search: IssueSearch, name: FilterKey, value: string): IssueSearch {
  const term = `!${queryTerm(name === 'assignee' ? 'assigned' : name, value)}`
  return { [name]: undefined, query: withTerm(search.query, term) }
}

/** Whether a query has a term, as a word of its own. */
export function hasTerm(query: string | undefined, term: string): boolean {
  return ` ${query ?? ''} `.includes(` ${term} `)
}

export function withTerm(query: string | undefined, term: string): string {
  return hasTerm(query, term) ? query! : `${query ?? ''} ${term}`.trim()
}

export function withoutTerm(query: string | undefined, term: string): string | undefined {
  const rest = ` ${query ?? ''} `.replace(` ${term} `, ' ').trim()
  return rest === '' ? undefined : rest
}
