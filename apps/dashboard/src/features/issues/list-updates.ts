import type { Issue } from './queries.ts'

/** Rows stay where they are; what the server says of them now is shown in place. */
export function merge(rows: Issue[], news: Issue[]): Issue[] {
  const known = new Map(news.map((issue) => [issue.id, issue]))
  return rows.map((row) => known.get(row.id) ?? row)
}

/** Whether it came, or came back, since the reader was here before; where that is not known, whether it is new or back at all. */
function isUnseen({ substatus, first_seen, last_seen }: Issue, seenAt: string | null | undefined): boolean {
  if (seenAt == null) return substatus === 'new' || substatus === 'regressed'
  return first_seen > seenAt || (substatus === 'regressed' && last_seen > seenAt)
}

/** The next one of them behind a place, from the beginning again after the last. */
export function nextUnseen(rows: readonly Issue[], at: number, seenAt: string | null | undefined): Issue | undefined {
  const order = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
  return order.find((issue) => isUnseen(issue, seenAt))
}

/** How many came in after the first row. */
export function countNew(rows: Issue[], news: Issue[]): number {
  const ids = new Set(rows.map(({ id }) => id))
  const oldest = rows.at(-1)?.last_seen
  return news.filter(({ id, last_seen }) => !ids.has(id) && (oldest === undefined || last_seen > oldest)).length
}
