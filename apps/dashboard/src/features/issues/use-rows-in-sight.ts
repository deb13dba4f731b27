import { type RefObject, startTransition, useCallback, useLayoutEffect, useState } from 'react'

/** Places of the first row in the page and of the one behind the last. */
export interface Sight {
  from: number
  to: number
}

/** Rows in the page beyond each edge of the window. */
const beyondEdges = 10
/** Rows come and go in steps: most scrolling changes nothing in the page. */
const step = 5
/** Until the list has been seen. */
const atFirst: Sight = { from: 0, to: 30 }

/**
 * Which rows of a list that scrolls with the window are in sight. All rows are of one height, which the list's own height
 * tells: styles may give it in any unit, and no row has to be measured.
 *
 * @returns the rows, and how to look again at once
 */
export function useRowsInSight(list: RefObject<HTMLElement | null>, count: number): [Sight, () => void] {
  const [sight, setSight] = useState(atFirst)
  const variant = useCallback(() => {
    const box = list.current?.getBoundingClientRect()
    // A list that is not shown has no height.
    if (box === undefined || box.height === 0) return
    const place = [-box.top, window.innerHeight, box.height / count] as const
    const [seen, next] = [sightOf(...place, 0), sightOf(...place)]
    // What is seen comes at once, what lies beyond the edges when that has been painted.
    setSight((known) => (covers(known, seen) ? known : overlaps(known, next) ? next : seen))
    startTransition(() => setSight((known) => (covers(known, next) && covers(next, known) ? known : next)))
  }, [list, count])
  useLayoutEffect(() => {
    variant()
    const options = { passive: true }
    window.addEventListener('scroll', variant, options)
    window.addEventListener('resize', variant, options)
    return () => {
      window.removeEventListener('scroll', variant)
      window.removeEventListener('resize', variant)
    }
  }, [variant])
  return [sight, variant]
}

const overlaps = (one: Sight, other: Sight) => one.from < other.to && other.from < one.to
const covers = (one: Sight, other: Sight) => one.from <= other.from && one.to >= other.to

/**
 * @param above how much of the list is above the window's upper edge, negative when it begins below
 */
export function sightOf(above: number, windowHeight: number, rowHeight: number, beyond = beyondEdges): Sight {
  const first = Math.floor(above / rowHeight)
  const last = Math.ceil((above + windowHeight) / rowHeight)
  return {
    from: Math.max(0, Math.floor((first - beyond) / step) * step),
    to: Math.max(0, Math.ceil((last + beyond) / step) * step),
  }
}
