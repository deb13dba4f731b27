import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * What is said of the time, to the second. One clock ticks for the whole page, and only while somebody looks at it; who
 * says the same as a second ago is not drawn again.
 *
 * @example useNow((now) => age(seenAt, now)) // '4 min'
 */
export function useNow<T extends string | number>(say: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => say(now))
}
