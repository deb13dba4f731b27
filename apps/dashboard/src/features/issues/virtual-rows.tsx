import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IssueRow, type RowHandlers } from './issue-row.tsx'
import type { Issue, Span } from './queries.ts'

interface VirtualRowsProps {
  rows: Issue[]
  span: Span
  current: string | undefined
  /** Rows that are only still there. */
  kept: ReadonlySet<string>
  selected: ReadonlySet<string>
  projectNames: ReadonlyMap<string, string> | undefined
  seenAt: string | null | undefined
  isMore: boolean
  onMore: () => void
  handlers: RefObject<RowHandlers>
  /** Told how to bring a row into sight. */
  scrollTo: RefObject<(place: number) => void>
}

/** Of the page that is loaded when the next is asked for. */
const near = 30

/** Only the rows in sight are in the page; it scrolls as if all were. */
export function VirtualRows(props: VirtualRowsProps) {
  const { rows, span, current, kept, selected, projectNames, seenAt, isMore, onMore, handlers, scrollTo } = props
  const list = useRef<HTMLUListElement>(null)
  const [above, setAbove] = useState(0)
  // Measured again at every drawing: what stands above changes its height with its content.
  useLayoutEffect(() => {
    const next = list.current === null ? 0 : list.current.getBoundingClientRect().top + window.scrollY
    if (Math.abs(next - above) > 1) setAbove(next)
  })
  const isPhone = window.innerWidth < 768
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isPhone ? 89 : document.documentElement.dataset.density === 'compact' ? 41 : 61),
    overscan: 10,
    scrollMargin: above,
    scrollPaddingStart: above,
    scrollPaddingEnd: 80,
    getItemKey: (place) => rows[place]!.id,
  })
  scrollTo.current = (place) => virtual.scrollToIndex(place, { align: 'auto' })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const isNear = isMore && last >= rows.length - near
  useEffect(() => {
    if (isNear) onMore()
  }, [isNear, onMore])
  return (
    <ul ref={list} className="relative" style={{ height: virtual.getTotalSize() }}>
      {items.map(({ index, start }) => {
        const issue = rows[index]!
        return (
          <IssueRow
            key={issue.id}
            issue={issue}
            span={span}
            project={projectNames?.get(issue.project_id)}
            isCurrent={issue.id === current}
            isKept={kept.has(issue.id)}
            isSelected={selected.has(issue.id)}
            isFresh={seenAt != null && issue.first_seen > seenAt}
            place={index}
            size={rows.length}
            top={start - above}
            measure={virtual.measureElement}
            handlers={handlers}
          />
        )
      })}
    </ul>
  )
}
