import type { Span } from '@bugle/client-state/search'
import { type RefObject, useEffect, useRef } from 'react'
import { useUnsent } from '../../../lib/unsent.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import type { Issue } from '../queries.ts'
import { IssueRow, type RowHandlers } from './issue-row.tsx'
import { bucketsSince } from './list-queries.ts'
import { useVisibleRows } from './use-visible-rows.ts'

interface VirtualRowsProps {
  rows: Issue[]
  span: Span
  /** Whether the sparklines share the scale of the highest. */
  isOneScale: boolean
  countsMatchesOnly: boolean
  current: string | undefined
  /** Ids of rows that an action moved out of the list. */
  lingering: ReadonlySet<string>
  selected: ReadonlySet<string>
  projectNames: ReadonlyMap<string, string> | undefined
  seenAt: string | null | undefined
  /** Another list is loading. */
  isFaded: boolean
  isMore: boolean
  onMore: () => void
  handlers: RefObject<RowHandlers>
  /** Receives the function that scrolls a row into view. */
  scrollTo: RefObject<(index: number) => void>
  /** The pointer has left the list. */
  onLeave: () => void
}

/** Rows from the end at which the next page is requested. */
const near = 30

/** Renders only visible rows; the list scrolls as if all were there. */
export function VirtualRows(props: VirtualRowsProps) {
  const {
    rows,
    span,
    isOneScale,
    countsMatchesOnly,
    current,
    lingering,
    selected,
    projectNames,
    seenAt,
    isFaded,
    isMore,
    onMore,
    handlers,
    scrollTo,
    onLeave,
  } = props
  const list = useRef<HTMLUListElement>(null)
  const isPhone = useIsPhone()
  const unsent = useUnsent().issueIds
  const [range, measure] = useVisibleRows(list, rows.length)
  const last = Math.min(rows.length, range.to) - 1
  scrollTo.current = (index) => {
    if (list.current !== null) bringIntoSight(list.current, index, rows.length)
    measure()
  }
  const scale = isOneScale ? Math.max(0, ...rows.flatMap(({ sparkline }) => sparkline ?? [])) : undefined
  const freshBuckets = bucketsSince(seenAt, span)
  const isNear = isMore && last >= rows.length - near
  useEffect(() => {
    if (isNear) onMore()
  }, [isNear, onMore])
  return (
    <ul
      ref={list}
      aria-busy={isFaded}
      onMouseLeave={onLeave}
      className={`relative ${isFaded ? 'opacity-60' : ''}`}
      style={{ height: `calc(var(--row-height) * ${rows.length})` }}
    >
      {rows.slice(range.from, range.to).map((issue, offset) => (
        <IssueRow
          key={issue.id}
          issue={issue}
          span={span}
          countsMatchesOnly={countsMatchesOnly}
          project={projectNames?.get(issue.project_id)}
          isCurrent={issue.id === current}
          isLingering={lingering.has(issue.id)}
          isSelected={selected.has(issue.id)}
          isFresh={seenAt != null && issue.first_seen > seenAt}
          freshBuckets={freshBuckets}
          isPhone={isPhone}
          isUnsent={unsent.has(issue.id)}
          scale={scale}
          index={range.from + offset}
          size={rows.length}
          handlers={handlers}
        />
      ))}
    </ul>
  )
}

/** Space at the bottom of the window for toasts, and for the tab bar of phones. */
const footRoom = 80

/** Scrolls a row below the sticky header and above the bottom, no further than necessary. */
function bringIntoSight(list: HTMLElement, index: number, count: number): void {
  const box = list.getBoundingClientRect()
  const head = box.top + window.scrollY
  const height = box.height / count
  const top = head + index * height
  const highest = top - head
  const lowest = top + height + footRoom - window.innerHeight
  if (window.scrollY > highest) window.scrollTo({ top: highest })
  else if (window.scrollY < lowest) window.scrollTo({ top: lowest })
}
