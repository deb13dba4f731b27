import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const listener of listeners) listener()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * Derives a value from the current time, to the second. One timer serves the whole page and runs only while it is used;
 * a component whose value is unchanged does not render again.
 *
 * @example useNow((now) => formatAge(seenAt, now)) // '4 min'
 */
export function useNow<T extends string | number>(say: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => say(now))
}
