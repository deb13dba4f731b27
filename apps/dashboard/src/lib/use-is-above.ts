import { type RefObject, useEffect, useState } from 'react'

/** Whether an element was scrolled above the window, or beneath what is sticky there. */
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
