import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** Duration of a long press, as on phones. */
const longPressMs = 450
/** Movement that does not count, in CSS pixels. */
const slack = 10
/** Distance from which a swipe acts, and the maxDistance that it moves the content. */
const actsFrom = 96
const maxDistance = 160
/** Edge zone of the screen that is left to the browser's own back gesture. */
const edge = 24

export type Side = 'left' | 'right'

interface TouchOptions {
  /** Called on a long press, which replaces the click and the context menu. Scrolling cancels it. */
  onLongPress: () => void
  /** Called when a swipe goes far enough and is released. */
  onSwipe: (side: Side) => void
  /** Called when a touch begins. */
  canSwipe: () => boolean
}

/** A swipe under way; `willAct` if releasing it now acts. */
export interface Swipe {
  side: Side
  willAct: boolean
}

/**
 * Recognizes touch gestures on an element inside a vertically scrolling page. Its style must leave horizontal movement
 * to this (`touch-action: pan-y`). The custom property `--swipe` holds the distance in pixels.
 *
 * @returns handlers for the element, and the swipe under way
 */
export function useTouch(element: RefObject<HTMLElement | null>, { onLongPress, onSwipe, canSwipe }: TouchOptions) {
  const [swipe, setSwipe] = useState<Swipe>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<{ x: number; y: number; canSwipe: boolean }>(undefined)
  const drawn = useRef<Swipe>(undefined)
  /** Suppresses the click that follows. */
  const isDone = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const draw = (next: Swipe | undefined, distance: number) => {
    element.current?.style.setProperty('--swipe', `${distance}px`)
    if (next?.side === drawn.current?.side && next?.willAct === drawn.current?.willAct) return
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
        onLongPress()
      }, longPressMs)
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
      const distance = Math.max(-maxDistance, Math.min(maxDistance, x))
      draw({ side: distance < 0 ? 'left' : 'right', willAct: Math.abs(distance) >= actsFrom }, distance)
    },
    onPointerUp: () => {
      const last = drawn.current
      end()
      if (last?.willAct === true) onSwipe(last.side)
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
