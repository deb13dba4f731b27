import { type RefObject, startTransition, useCallback, useLayoutEffect, useState } from 'react'

/** Indexes of the first rendered row and of the one behind the last. */
export interface Sight {
  from: number
  to: number
}

/** Rows rendered beyond each edge of the window. */
const beyondEdges = 10
/** Rows are added and removed in steps: most scrolling changes nothing in the DOM. */
const step = 5
/** Before the list was measured. */
const atFirst: Sight = { from: 0, to: 30 }

/**
 * Determines which rows of a list that scrolls with the window are visible. All rows have the same height, derived from
 * that of the list: styles may use any unit, and no row is measured.
 *
 * @returns the range of rows, and a function that measures at once
 */
export function useRowsInSight(list: RefObject<HTMLElement | null>, count: number): [Sight, () => void] {
  const [sight, setRange] = useState(atFirst)
  const measure = useCallback(() => {
    const box = list.current?.getBoundingClientRect()
    // A hidden list has no height.
    if (box === undefined || box.height === 0) return
    const view = [-box.top, window.innerHeight, box.height / count] as const
    const [seen, next] = [sightOf(...view, 0), sightOf(...view)]
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
  return [sight, measure]
}

const overlaps = (one: Sight, other: Sight) => one.from < other.to && other.from < one.to
const covers = (one: Sight, other: Sight) => one.from <= other.from && one.to >= other.to

/** @param above pixels of the list above the window's upper edge, negative when it begins below */
export function sightOf(above: number, windowHeight: number, rowHeight: number, beyond = beyondEdges): Sight {
  const first = Math.floor(above / rowHeight)
  const last = Math.ceil((above + windowHeight) / rowHeight)
  return {
    from: Math.max(0, Math.floor((first - beyond) / step) * step),
    to: Math.max(0, Math.ceil((last + beyond) / step) * step),
  }
}
