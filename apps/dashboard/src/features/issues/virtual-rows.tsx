import { type RefObject, useEffect, useRef } from 'react'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { IssueRow, type RowHandlers } from './issue-row.tsx'
import { bucketsSince, type Span } from './list-queries.ts'
import type { Issue } from './queries.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

interface VirtualRowsProps {
  rows: Issue[]
  span: Span
  countsMatchesOnly: boolean
  current: string | undefined
  /** Rows that are only still there. */
  lingering: ReadonlySet<string>
  selected: ReadonlySet<string>
  projectNames: ReadonlyMap<string, string> | undefined
  seenAt: string | null | undefined
  /** Another list is on its way. */
  isFaded: boolean
  isMore: boolean
  onMore: () => void
  handlers: RefObject<RowHandlers>
  /** Told how to bring a row into sight. */
  scrollTo: RefObject<(place: number) => void>
  /** The pointer has left the list. */
  onLeave: () => void
}

/** Of the page that is loaded when the next is asked for. */
const near = 30

/** Only the rows in sight are in the page; it scrolls as if all were. */
export function VirtualRows(props: VirtualRowsProps) {
  const {
    rows,
    span,
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
  const [sight, variant] = useRowsInSight(list, rows.length)
  const last = Math.min(rows.length, sight.to) - 1
  scrollTo.current = (place) => {
    if (list.current !== null) bringIntoSight(list.current, place, rows.length)
    variant()
  }
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
      {rows.slice(sight.from, sight.to).map((issue, at) => (
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
          place={sight.from + at}
          size={rows.length}
          handlers={handlers}
        />
      ))}
    </ul>
  )
}

/** Room for what stands at the foot of a window: messages, and the tabs of phones. */
const footRoom = 80

/** Below the head, which stays in the window when the list is scrolled, and above the foot; no further than need be. */
function bringIntoSight(list: HTMLElement, place: number, count: number): void {
  const box = list.getBoundingClientRect()
  const head = box.top + window.scrollY
  const height = box.height / count
  const top = head + place * height
  const highest = top - head
  const lowest = top + height + footRoom - window.innerHeight
  if (window.scrollY > highest) window.scrollTo({ top: highest })
  else if (window.scrollY < lowest) window.scrollTo({ top: lowest })
}
