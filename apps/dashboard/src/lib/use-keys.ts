import { useEffect, useRef } from 'react'
import { recall } from './preferences.ts'

/** What each key does here, by `event.key` in small letters; with Shift as `⇧h`; after another one as `g i`. */
export type Keys = Record<string, () => void>

/**
 * Single keys, off in fields, in menus and dialogs, while Ctrl, Alt or the command key is held (those are the
 * browser's), and for who has turned them off.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const target = event.target as HTMLElement
      if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role="menu"], dialog'))
        return
      // Enter on a focused link or button is that link's or button's.
      if (event.key === 'Enter' && target.closest('a, button, summary')) return
      const action = latest.current[sequenceOf(event)]
      if (action === undefined || recall('bugle-keys') === 'off') return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Begins a pair of keys. */
const leader = 'g'
const pairMs = 1000
let former = { name: '', at: 0 }
let present = { name: '', at: 0 }

/** What was pressed, with the leader before it. Every listener asks of the same event: it counts once. */
function sequenceOf(event: KeyboardEvent): string {
  const name = nameOf(event)
  if (event.timeStamp !== present.at) {
    former = present
    present = { name, at: event.timeStamp }
  }
  return former.name === leader && present.at - former.at < pairMs ? `${leader} ${name}` : name
}

function nameOf({ key, shiftKey }: KeyboardEvent): string {
  return /^[a-z]$/i.test(key) && shiftKey ? `⇧${key.toLowerCase()}` : key.toLowerCase()
}
