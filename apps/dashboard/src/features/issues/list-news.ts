import type { Issue } from './queries.ts'

/** Rows stay where they are; what the server says of them now is shown in place. */
export function merge(rows: Issue[], news: Issue[]): Issue[] {
  const known = new Map(news.map((issue) => [issue.id, issue]))
  return rows.map((row) => known.get(row.id) ?? row)
}

/** How many came in after the first row. */
export function countNew(rows: Issue[], news: Issue[]): number {
  const ids = new Set(rows.map(({ id }) => id))
  const oldest = rows.at(-1)?.last_seen
  return news.filter(({ id, last_seen }) => !ids.has(id) && (oldest === undefined || last_seen > oldest)).length
}
