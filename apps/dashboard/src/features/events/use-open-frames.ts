import { useState } from 'react'
import type { OpenFrames } from './frame-line.tsx'
import type { Exception, Frame } from './queries.ts'
import { hasSource } from './source-lines.tsx'
import { hasVariables } from './variables.tsx'

/**
 * Tracks which frames show their source: initially the innermost of your code, then what the reader opened and closed.
 * It is keyed by index, so that the next event has the same frames open and two can be compared by flicking.
 *
 * @param opened the exception that is expanded
 */
export function useOpenFrames(exceptions: Exception[], opened: number): (exception: number) => OpenFrames {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const frames = exceptions[opened]?.frames ?? []
  const own = frames.findIndex((frame) => frame.in_app && hasMore(frame))
  const first = own === -1 && !frames.some((frame) => frame.in_app) ? frames.findIndex(hasMore) : own
  const hasAny = exceptions.some((exception) => exception.frames.some(hasMore))
  return (exception) => ({
    hasAny,
    isOpen: (index) => chosen.get(`${exception} ${index}`) ?? (exception === opened && index === first),
    toggle: (index, isOpen) =>
      setChosen((known) => {
        const key = `${exception} ${index}`
        return known.get(key) === isOpen ? known : new Map(known).set(key, isOpen)
      }),
  })
}

/** Whether a frame has something to open. */
function hasMore(frame: Frame): boolean {
  return hasSource(frame) || hasVariables(frame)
}
