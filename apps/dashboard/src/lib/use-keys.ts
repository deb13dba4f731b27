import { useEffect, useRef } from 'react'

/** What each key does here, by `event.key` in small letters; with Shift as `⇧h`. */
export type Keys = Record<string, () => void>

/** Single keys, off in fields, in menus and while Ctrl, Alt or the command key is held: those are the browser's. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const target = event.target as HTMLElement
      if (target.closest('input, textarea, select, [contenteditable], [role="menu"]')) return
      // Enter on a focused link or button is that link's or button's.
      if (event.key === 'Enter' && target.closest('a, button, summary')) return
      const action = latest.current[nameOf(event)]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function nameOf({ key, shiftKey }: KeyboardEvent): string {
  return /^[a-z]$/i.test(key) && shiftKey ? `⇧${key.toLowerCase()}` : key.toLowerCase()
}
