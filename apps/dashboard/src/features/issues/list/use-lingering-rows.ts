import type { Action } from '@bugle/presentation/issue-actions'
import { useEffect, useMemo, useState } from 'react'
import type { Issue } from '../queries.ts'

interface LingeringRow {
  issue: Issue
  index: number
}

/** How long a row stays after an action, unless the pointer leaves the list before. */
const lingerMs = 4000

/**
 * Keeps rows in place for a moment after an action by pointer, showing their new status: nothing moves under the
 * pointer, and the next click does not hit another issue.
 *
 * @param rows the list without the issues that have moved to another status
 */
export function useLingeringRows(rows: Issue[]) {
  const [lingering, setLingering] = useState<LingeringRow[]>([])
  const release = () => setLingering((known) => (known.length === 0 ? known : []))
  useEffect(() => {
    if (lingering.length === 0) return
    const timer = setTimeout(() => setLingering([]), lingerMs)
    return () => clearTimeout(timer)
  }, [lingering])
  const shown = useMemo(() => withLingering(rows, lingering), [rows, lingering])
  const linger = (issue: Issue, { change }: Action) => {
    if (change.status === undefined) return
    const changed = { ...issue, status: change.status, substatus: null, resolution: null }
    setLingering((known) => [...known, { issue: changed, index: shown.findIndex(({ id }) => id === issue.id) }])
  }
  return { shown, lingeringIds: new Set(lingering.map(({ issue }) => issue.id)), linger, release }
}

function withLingering(rows: Issue[], lingering: LingeringRow[]): Issue[] {
  if (lingering.length === 0) return rows
  const shown = [...rows]
  const ids = new Set(rows.map(({ id }) => id))
  for (const { issue, index } of lingering.toSorted((one, other) => one.index - other.index))
    if (!ids.has(issue.id)) shown.splice(Math.min(index, shown.length), 0, issue)
  return shown
}
