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
  /** What earlier lives left, oldest first. */
  load(): Promise<StoredEvent[]>
  put(event: StoredEvent): Promise<unknown>
  remove(id: string): Promise<unknown>
}
