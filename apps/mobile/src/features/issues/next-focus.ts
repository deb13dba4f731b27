import { useCallback, useEffect, useRef } from 'react'
import type { View } from 'react-native'
import { focusOn } from '../../lib/focus'
import type { Issue } from './queries'

/** Gives the focus of a row that leaves the list, as after a decision, to the next one. */
export function useNextFocus(issues: Issue[]) {
  const rows = useRef(new Map<string, View>()).current
  const focused = useRef<string>(undefined)
  const before = useRef<string[]>([])
  useEffect(() => {
    const ids = issues.map(({ id }) => id)
    const index = focused.current === undefined ? -1 : before.current.indexOf(focused.current)
    if (index >= 0 && ids.indexOf(focused.current!) === -1) {
      const remaining = new Set(ids)
      const next = before.current.slice(index).find((id) => remaining.has(id)) ?? ids.at(-1)
      focused.current = undefined
      if (next !== undefined) focusOn(rows.get(next))
    }
    before.current = ids
  }, [issues, rows])
  const onRow = useCallback(
    (id: string, row: View | null) => {
      if (row === null) rows.delete(id)
      else rows.set(id, row)
    },
    [rows],
  )
  const onFocus = useCallback(({ id }: Issue) => {
    focused.current = id
  }, [])
  return { onRow, onFocus }
}
