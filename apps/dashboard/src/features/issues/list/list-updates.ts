import type { Issue } from '../queries.ts'

/** Replaces rows by the latest state of their issues. The rows keep their order. */
export function withLatest(rows: Issue[], latest: Issue[]): Issue[] {
  const known = new Map(latest.map((issue) => [issue.id, issue]))
  return rows.map((row) => known.get(row.id) ?? row)
}

/**
 * Whether an issue appeared or regressed since the reader's last visit. Where that visit is unknown, whether it is new or
 * regressed at all.
 */
function isUnseen({ substatus, first_seen, last_seen }: Issue, seenAt: string | null | undefined): boolean {
  if (seenAt == null) return substatus === 'new' || substatus === 'regressed'
  return first_seen > seenAt || (substatus === 'regressed' && last_seen > seenAt)
}

/** Finds the next unseen issue after an index; after the last row it starts over. */
export function nextUnseen(
  rows: readonly Issue[],
  index: number,
  seenAt: string | null | undefined,
): Issue | undefined {
  const order = [...rows.slice(index + 1), ...rows.slice(0, index + 1)]
  return order.find((issue) => isUnseen(issue, seenAt))
}

/** Counts the issues of the latest first page that belong above the last loaded row and are not listed yet. */
export function countNew(rows: Issue[], latest: Issue[]): number {
  const ids = new Set(rows.map(({ id }) => id))
  const oldest = rows.at(-1)?.last_seen
  return latest.filter(({ id, last_seen }) => !ids.has(id) && (oldest === undefined || last_seen > oldest)).length
}
