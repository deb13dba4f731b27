import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has been scrolled out of the window, or under what stays on top of it. */
export function useIsAbove(element: RefObject<HTMLElement | null>, coveredPx: number): boolean {
  const [isAbove, setAbove] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => setAbove(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < coveredPx),
      { rootMargin: `-${coveredPx}px 0px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, coveredPx])
  return isAbove
}
