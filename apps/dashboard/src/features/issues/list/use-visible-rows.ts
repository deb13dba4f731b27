import { type RefObject, startTransition, useCallback, useLayoutEffect, useState } from 'react'

/** Indexes of the first rendered row and of the one after the last. */
export interface RowRange {
  from: number
  to: number
}

/** Rows rendered beyond each edge of the window. */
const beyondEdges = 10
/** Rows are added and removed in steps: most scrolling changes nothing in the DOM. */
const step = 5
/** Rendered before the list is measured. */
const initialRange: RowRange = { from: 0, to: 30 }

/**
 * Virtualizes a list that scrolls with the window: determines which rows to render. All rows have the same height,
 * derived from that of the list: styles may use any unit, and no row is measured.
 *
 * @returns the range of rows, and a function that measures at once
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): [RowRange, () => void] {
  const [range, setRange] = useState(initialRange)
  const measure = useCallback(() => {
    const box = list.current?.getBoundingClientRect()
    // A hidden list has no height.
    if (box === undefined || box.height === 0) return
    const view = [-box.top, window.innerHeight, box.height / count] as const
    const [seen, next] = [rangeOf(...view, 0), rangeOf(...view)]
    // Visible rows are rendered at once, those beyond the edges after the paint.
    setRange((known) => (covers(known, seen) ? known : overlaps(known, next) ? next : seen))
    startTransition(() => setRange((known) => (covers(known, next) && covers(next, known) ? known : next)))
  }, [list, count])
  useLayoutEffect(() => {
    measure()
    const options = { passive: true }
    window.addEventListener('scroll', measure, options)
    window.addEventListener('resize', measure, options)
    return () => {
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [measure])
  return [range, measure]
}

const overlaps = (one: RowRange, other: RowRange) => one.from < other.to && other.from < one.to
const covers = (one: RowRange, other: RowRange) => one.from <= other.from && one.to >= other.to

/** @param above pixels of the list above the window's upper edge, negative when it begins below */
export function rangeOf(above: number, windowHeight: number, rowHeight: number, beyond = beyondEdges): RowRange {
  const first = Math.floor(above / rowHeight)
  const last = Math.ceil((above + windowHeight) / rowHeight)
  return {
    from: Math.max(0, Math.floor((first - beyond) / step) * step),
    to: Math.max(0, Math.ceil((last + beyond) / step) * step),
  }
}
