import { useEffect, useMemo, useState } from 'react'
import type { Action } from './actions.ts'
import type { Issue } from './queries.ts'

interface LingeringRow {
  issue: Issue
  at: number
}

/** How long a row stays after it was acted on, where the pointer does not leave the list before. */
const lingerMs = 4000

/**
 * Rows that were acted on by pointer stay where they are for a moment and say what became of them: nothing moves under
 * the pointer, and the next click does not meet another issue.
 *
 * @param rows as the server's lists have them, without those that have moved to another status
 */
export function useLingeringRows(rows: Issue[]) {
  const [kept, setKept] = useState<LingeringRow[]>([])
  const release = () => setKept((known) => (known.length === 0 ? known : []))
  useEffect(() => {
    if (kept.length === 0) return
    const timer = setTimeout(() => setKept([]), lingerMs)
    return () => clearTimeout(timer)
  }, [kept])
  const shown = useMemo(() => withLingering(rows, kept), [rows, kept])
  const keep = (issue: Issue, { change }: Action) => {
    if (change.status === undefined) return
    const changed = { ...issue, status: change.status, substatus: null, resolution: null }
    setKept((known) => [...known, { issue: changed, at: shown.findIndex(({ id }) => id === issue.id) }])
  }
  return { shown, lingeringIds: new Set(kept.map(({ issue }) => issue.id)), keep, release }
}

function withLingering(rows: Issue[], kept: LingeringRow[]): Issue[] {
  if (kept.length === 0) return rows
  const shown = [...rows]
  const ids = new Set(rows.map(({ id }) => id))
  for (const { issue, at } of kept.toSorted((one, other) => one.at - other.at))
    if (!ids.has(issue.id)) shown.splice(Math.min(at, shown.length), 0, issue)
  return shown
}
