import { useRef, useState } from 'react'
import type { Issue } from './queries.ts'

/** Issues that were chosen, whatever becomes of the rows: it survives news, scrolling and a sort. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Of the issues that are loaded. */
  issues: Issue[]
  /** One more or one less; with `isRange` all between the last one and this. */
  toggle: (issue: Issue, isRange?: boolean) => void
  all: () => void
  /** All that match are meant, loaded or not. */
  isWhole: boolean
  whole: () => void
  clear: () => void
}

export function useSelection(rows: Issue[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isWhole, setWhole] = useState(false)
  const anchor = useRef<string>(undefined)
  const toggle = (issue: Issue, isRange = false) => {
    const at = rows.indexOf(issue)
    const from = isRange ? rows.findIndex(({ id }) => id === anchor.current) : -1
    const next = new Set(ids)
    if (from !== -1) for (const { id } of rows.slice(Math.min(from, at), Math.max(from, at) + 1)) next.add(id)
    else if (!next.delete(issue.id)) next.add(issue.id)
    anchor.current = issue.id
    setWhole(false)
    setIds(next)
  }
  return {
    ids,
    issues: ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id)),
    toggle,
    all: () => setIds(new Set(rows.map(({ id }) => id))),
    isWhole,
    whole: () => setWhole(true),
    clear: () => {
      setWhole(false)
      setIds(new Set())
    },
  }
}
