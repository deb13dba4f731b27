import { useEffect, useRef } from 'react'
import { recall } from './preferences.ts'

/** Actions by `event.key` in lower case; with Shift as `⇧h`, after a leader as `g i`. */
export type Keys = Record<string, () => void>

/**
 * Binds single keys. They are off in fields, menus and dialogs, while Ctrl, Alt or the command key is held, and for
 * users who turned them off.
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
      // Enter on a focused link or button belongs to it.
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

/** Begins a sequence of two keys. */
const leader = 'g'
const pairMs = 1000
let former = { name: '', at: 0 }
let present = { name: '', at: 0 }

/** Names the pressed key, after its leader. All listeners see the same event: it counts once. */
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
