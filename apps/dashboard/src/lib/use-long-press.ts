import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** As long as phones take for it themselves. */
const pressMs = 450
/** A finger never rests quite still, in CSS pixels. */
const slack = 10

/**
 * What a finger that rests on an element does, instead of the click and of the browser's own menu. Scrolling ends it.
 *
 * @returns handlers for the element
 */
export function useLongPress(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<{ x: number; y: number }>(undefined)
  const isDone = useRef(false)
  const end = () => {
    clearTimeout(timer.current)
    start.current = undefined
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      isDone.current = false
      if (pointerType !== 'touch') return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        isDone.current = true
        act()
      }, pressMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      if (from !== undefined && Math.hypot(clientX - from.x, clientY - from.y) > slack) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (start.current !== undefined) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isDone.current) return
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
