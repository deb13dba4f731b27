import type { EventPlace } from '../features/events/event-navigator.tsx'
import type { EventResponse } from '../features/events/queries.ts'

/**
 * Keeps how many events were there when a response came, by which its position counts. The count of the issue goes on while
 * events arrive; what came since is newer than the event.
 */
export function createPlaces(): (response: EventResponse, count: number) => EventPlace {
  const counts = new WeakMap<EventResponse, number>()
  return (response, count) => {
    const then = counts.get(response) ?? count
    counts.set(response, then)
    const { position, next_id } = response
    const newerThen = next_id === null ? 0 : Math.max(0, (position ?? 1) - 1)
    // Older events may have been removed, and another count may be behind this one.
    return { total: count, newer: Math.min(count, newerThen + Math.max(0, count - then)) }
  }
}
