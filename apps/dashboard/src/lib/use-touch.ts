import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** A finger that rests for so long presses, as phones have it themselves. */
const restMs = 450
/** A finger never rests quite still, in CSS pixels. */
const slack = 10
/** How far a finger goes until what it uncovers is meant, and how far it can draw the content away. */
const meantAfter = 96
const farthest = 160
/** The edges of the screen are the browser's own: from there it goes back. */
const edge = 24

export type Side = 'left' | 'right'

interface TouchOptions {
  /** What a finger does that rests, instead of the click and of the browser's own menu. Scrolling ends it. */
  onRest: () => void
  /** What it does that goes far enough to a side and leaves the screen there. */
  onSwipe: (side: Side) => void
  /** Asked when a finger comes down. */
  canSwipe: () => boolean
}

/** What a finger is doing: `isMeant` when letting go would do it. */
export interface Swipe {
  side: Side
  isMeant: boolean
}

/**
 * Fingers on an element that the page scrolls up and down with: its style has to leave the other direction to this
 * (`touch-action: pan-y`). The element's `--swipe` says how far its content is drawn to a side, in pixels.
 *
 * @returns handlers for the element, and what a finger is drawing
 */
export function useTouch(element: RefObject<HTMLElement | null>, { onRest, onSwipe, canSwipe }: TouchOptions) {
  const [swipe, setSwipe] = useState<Swipe>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<{ x: number; y: number; canSwipe: boolean }>(undefined)
  const drawn = useRef<Swipe>(undefined)
  /** The click that follows is none. */
  const isDone = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const draw = (next: Swipe | undefined, distance: number) => {
    element.current?.style.setProperty('--swipe', `${distance}px`)
    if (next?.side === drawn.current?.side && next?.isMeant === drawn.current?.isMeant) return
    drawn.current = next
    setSwipe(next)
  }
  const end = () => {
    clearTimeout(timer.current)
    start.current = undefined
    if (drawn.current !== undefined) draw(undefined, 0)
  }
  const handlers = {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      end()
      isDone.current = false
      if (pointerType !== 'touch' || !isPrimary) return
      start.current = { x, y, canSwipe: x >= edge && x <= window.innerWidth - edge && canSwipe() }
      timer.current = setTimeout(() => {
        isDone.current = true
        start.current = undefined
        onRest()
      }, restMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      if (from === undefined) return
      const [x, y] = [clientX - from.x, clientY - from.y]
      if (drawn.current === undefined) {
        if (Math.hypot(x, y) <= slack) return
        if (!from.canSwipe || Math.abs(x) <= Math.abs(y)) return end()
        clearTimeout(timer.current)
        isDone.current = true
      }
      const distance = Math.max(-farthest, Math.min(farthest, x))
      draw({ side: distance < 0 ? 'left' : 'right', isMeant: Math.abs(distance) >= meantAfter }, distance)
    },
    onPointerUp: () => {
      const last = drawn.current
      end()
      if (last?.isMeant === true) onSwipe(last.side)
    },
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (start.current !== undefined || isDone.current) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isDone.current) return
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { handlers, swipe }
}
