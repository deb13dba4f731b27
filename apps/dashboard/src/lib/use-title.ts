import { useEffect } from 'react'

/** The title of the window: `Issues · Shop · Bugle`. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Bugle'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
