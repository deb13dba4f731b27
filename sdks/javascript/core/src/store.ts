import { timeOfUuid, uuidv7 } from './uuid.ts'

/** An event, or something else of a program, that waits to be sent. */
export interface StoredEvent {
  /** The event's own; see `itemId` for others. */
  id: string
  /** JSON; base64 where `to` names a type. */
  body: string
  /**
   * Address below that of events, and the type of a body that is no JSON: `sessions`, or
   * `attachments?name=… image/png`. Absent for an event.
   */
  to?: string | undefined
}

/**
 * Keeps events beyond the end of the program: IndexedDB, a directory, a file of an app. If it fails, the queue works
 * from memory. Several programs may share one: an event sent by two of them counts once.
 */
export interface EventStore {
  /**
   * Loads the events of earlier runs, oldest first, then what is no event, as much as fits into memory.
   *
   * @param onLost receives the number of events discarded as too many or too old
   * @param onPaused receives the time until which an earlier run was asked to send nothing, in epoch milliseconds; at once
   * where the store can
   */
  load(onLost: (count: number) => void, onPaused: (until: number) => void): Promise<StoredEvent[]>
  put(event: StoredEvent): Promise<unknown>
  remove(id: string): Promise<unknown>
  /** Keeps the time until which nothing may be sent, for the next run. */
  pause?(until: number): unknown
}

/** Most events kept from earlier runs, and most of what is none. */
export const maxStored = 100
const maxAgeMs = 30 * 86_400_000

/** Names an entry that is no event, so that a store need not read it to know. */
export function itemId(id: string = uuidv7()): string {
  return `${id}.i`
}

/** Whether an id is that of an event. */
export function isEventId(id: string): boolean {
  return !id[36]
}

/**
 * Returns the ids of those entries that are too many or too old: the server accepts none older than a month. Events and
 * others are counted apart, so that a day of sessions costs no error.
 *
 * @param ids sorted, oldest first
 */
export function surplusOf(ids: readonly string[], now: number = Date.now()): string[] {
  const oldest = timeOfUuid(now - maxAgeMs)
  return [true, false].flatMap((isEvent) => {
    const own = ids.filter((id) => isEventId(id) === isEvent)
    return own.filter((id, index) => id <= oldest || index < own.length - maxStored)
  })
}

/** Writes an entry as text, for stores that keep text: an event is its body. */
export function toEntry({ body, to }: StoredEvent): string {
  return to ? `${to}\n${body}` : body
}

/** Reads an entry of a store. */
export function fromEntry(id: string, text: string): StoredEvent {
  const [, to, body] = /^([^{\n][^\n]*)\n(.*)$/s.exec(text) ?? []
  return to ? { id, to, body: body! } : { id, body: text }
}
