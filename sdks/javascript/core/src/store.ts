import { timeOfUuid } from './uuid.ts'

/** An event that waits to be sent. */
export interface StoredEvent {
  id: string
  /** JSON. */
  body: string
}

/**
 * Where events wait over the end of the program: IndexedDB, a directory, a file of an app. It may fail in any way; the
 * queue then works from memory alone. Several programs may share one: an event that two of them send counts once.
 */
export interface EventStore {
  /**
   * What earlier lives left, oldest first, and not more than fits into memory.
   *
   * @param onLost is told how many it threw away, because they were too many or too old
   */
  load(onLost: (count: number) => void): Promise<StoredEvent[]>
  put(event: StoredEvent): Promise<unknown>
  remove(id: string): Promise<unknown>
}

/** How many events earlier lives may leave. */
export const maxStored = 100
const maxAgeMs = 30 * 86_400_000

/**
 * How many of them, from the oldest on, are too many or too old: the server takes none that is older than a month.
 *
 * @param ids sorted, oldest first
 */
export function surplusOf(ids: string[], now: number = Date.now()): number {
  const oldest = timeOfUuid(now - maxAgeMs)
  return Math.max(ids.filter((id) => id <= oldest).length, ids.length - maxStored)
}
