import { oneLine } from '@bugle/presentation/format'
import { useEffect } from 'react'
import { withBasePath } from './base-path.ts'

let unread = 0
let title = 'Bugle'

function write(): void {
  document.title = unread > 0 ? `(${unread}) ${title}` : title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const href = withBasePath(unread > 0 ? '/favicon-unread.svg' : '/favicon.svg')
  if (icon !== null && icon.getAttribute('href') !== href) icon.setAttribute('href', href)
}

/** Sets the title of the window: `Issues · Shop · Bugle`. Text of events and people cannot turn the rest of it round. */
export function useTitle(...parts: (string | undefined)[]): void {
  const next = [...parts, 'Bugle'].flatMap((part) => (part ? oneLine(part) : [])).join(' · ')
  useEffect(() => {
    title = next
    write()
  }, [next])
}

/** Shows the number of new issues in the title, `(3) Issues · Shop · Bugle`, and a dot on the icon. */
export function useUnread(count: number): void {
  useEffect(() => {
    unread = count
    write()
    return () => {
      unread = 0
      write()
    }
  }, [count])
}
