import type { Span } from '@bugle/client-state/search'
import type { Action } from '@bugle/presentation/issue-actions'
import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import type { Issue } from '../queries.ts'
import type { RowHandlers } from './issue-row.tsx'
import { useCursor } from './use-cursor.ts'
import { useLingeringRows } from './use-lingering-rows.ts'
import type { Selection } from './use-selection.ts'
import { VirtualRows } from './virtual-rows.tsx'

interface ListedRowsProps {
  rows: Issue[]
  span: Span
  isOneScale: boolean
  selection: Selection
  me: { id: string; name: string } | undefined
  act: (issues: Issue[], action: Action) => void
  projectNames: ReadonlyMap<string, string> | undefined
  seenAt: string | null | undefined
  listKey: string
  countsMatchesOnly: boolean
  isFaded: boolean
  isMore: boolean
  onMore: () => void
  onIntent: (issue: Issue) => void
  onOpen: (issue: Issue) => void
}

/** Time that a pointer or the cursor rests on a row before its issue is preloaded. */
const preloadAfterMs = 80

/** The row where the reader was, by list, for when they return. */
const lastRows = new Map<string, string>()

/** Rows of a list with its cursor, the row where the reader was last time, and the gestures of pointer and touch. */
export function ListedRows(props: ListedRowsProps) {
  const { rows: listed, selection, me, act, listKey, isFaded, onIntent, onOpen, ...rest } = props
  const { shown: rows, lingeringIds, linger, release } = useLingeringRows(listed)
  const scrollTo = useRef<(index: number) => void>(() => {})
  const current = useCursor({
    rows,
    initial: lastRows.get(listKey),
    selection,
    me,
    seenAt: rest.seenAt,
    act,
    scrollTo: (index) => scrollTo.current(index),
  })
  const preloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const preloadSoon = (issue: Issue) => {
    clearTimeout(preloadTimer.current)
    preloadTimer.current = setTimeout(() => onIntent(issue), preloadAfterMs)
  }
  useEffect(() => () => clearTimeout(preloadTimer.current), [])
  useEffect(() => {
    if (current !== undefined) lastRows.set(listKey, current)
  }, [current, listKey])
  const onAction = (issue: Issue, action: Action, isByPointer: boolean) => {
    if (isByPointer) linger(issue, action)
    act([issue], action)
  }
  const handlers = useRef<RowHandlers>(null!)
  // On phones a long press selects the first issue and each further tap one more.
  const isSelecting = useIsPhone() && selection.ids.size > 0
  const onTouch = (issue: Issue) => (isSelecting ? selection.toggle(issue) : onOpen(issue))
  handlers.current = {
    onAction,
    onSelect: selection.toggle,
    onIntent: preloadSoon,
    onOpen: onTouch,
    canSwipe: () => !isSelecting,
  }
  return (
    <VirtualRows
      {...rest}
      rows={rows}
      current={current}
      lingering={lingeringIds}
      selected={selection.ids}
      handlers={handlers}
      scrollTo={scrollTo}
      isFaded={isFaded}
      onLeave={release}
    />
  )
}
