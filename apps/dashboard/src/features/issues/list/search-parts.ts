import { filterKeys, type IssueSearch } from '@bugle/client-state/search'
import { formatDateTime } from '@bugle/presentation/format'
import { queryTerm } from '@bugle/protocol/vocabulary'

interface SearchPart {
  /** Written in the query language. */
  name: string
  /** The search without this part. */
  rest: IssueSearch
}

/** Splits a search into the parts that narrow the list, besides its status. */
export function partsOf(search: IssueSearch): SearchPart[] {
  const { query, since, from, to } = search
  const without = (...keys: (keyof IssueSearch)[]): IssueSearch => ({
    ...search,
    ...Object.fromEntries(keys.map((key) => [key, undefined])),
  })
  const names = filterKeys.flatMap((key) => {
    const value = search[key]
    return value === undefined
      ? []
      : [{ name: queryTerm(key === 'assignee' ? 'assigned' : key, value), rest: without(key) }]
  })
  const ends = [from, to].flatMap((time) => (time === undefined ? [] : [formatDateTime(time)]))
  const time = since === undefined ? ends.join(' – ') : `last-seen:>-${since}`
  return [
    ...names,
    ...(time === '' ? [] : [{ name: time, rest: without('since', 'from', 'to') }]),
    ...(query === undefined ? [] : [{ name: query, rest: without('query') }]),
  ]
}
