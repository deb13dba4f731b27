import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** Duration of a long press, as on phones. */
const restMs = 450
/** Movement that does not count, in CSS pixels. */
const slack = 10
/** Distance from which a swipe acts, and the farthest that it moves the content. */
const meantAfter = 96
const farthest = 160
/** Edge zone of the screen that is left to the browser's own back gesture. */
const edge = 24

export type Side = 'left' | 'right'

interface TouchOptions {
  /** Called on a long press, which replaces the click and the context menu. Scrolling cancels it. */
  onRest: () => void
  /** Called when a swipe goes far enough and is released. */
  onSwipe: (side: Side) => void
  /** Called when a touch begins. */
  canSwipe: () => boolean
}

/** A swipe under way; `isMeant` when releasing it would act. */
export interface Swipe {
  side: Side
  isMeant: boolean
}

/**
 * Recognizes touch gestures on an element inside a vertically scrolling page. Its style must leave horizontal movement
 * to this (`touch-action: pan-y`). The custom property `--swipe` holds the distance in pixels.
 *
 * @returns handlers for the element, and the swipe under way
 */
export function useTouch(element: RefObject<HTMLElement | null>, { onRest, onSwipe, canSwipe }: TouchOptions) {
  const [swipe, setSwipe] = useState<Swipe>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<{ x: number; y: number; canSwipe: boolean }>(undefined)
  const drawn = useRef<Swipe>(undefined)
  /** Suppresses the click that follows. */
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
