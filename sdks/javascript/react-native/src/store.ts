import { type EventStore, fromEntry, isEventId, type StoredEvent, surplusOf, toEntry } from '@bugle/core'

/** The shape of AsyncStorage. */
export interface KeyValueStorage {
  getAllKeys(): Promise<readonly string[]>
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<unknown>
  removeItem(key: string): Promise<unknown>
}

/** A store that reports when its writes are complete. */
export interface NativeStore extends EventStore {
  written(): Promise<unknown>
}

/** Few, because all code of an app shares the 6 MB of Android's AsyncStorage. */
const maxRead = 50

/** Stores events in the app's own storage, one key each. Keys are valid file names. */
export function keyValueStore(storage: KeyValueStorage, appId: string): NativeStore {
  const prefix = `bugle-${appId.replace(/[^\w.-]/g, '_')}-`
  /** No id, so that it is no event. */
  const paused = `${prefix}paused`
  const writing = new Set<Promise<unknown>>()
  return {
    async load(onLost, onPaused) {
      const all = await storage.getAllKeys()
      if (all.includes(paused)) onPaused(Number(await storage.getItem(paused)))
      const keys = all.filter((key) => key.startsWith(prefix) && key !== paused).sort()
      const ids = keys.map((key) => key.slice(prefix.length))
      const lost = surplusOf(ids)
      for (const id of lost) await storage.removeItem(prefix + id)
      onLost(lost.filter(isEventId).length)
      const events = []
      const kept = ids.filter((id) => !lost.includes(id))
      for (const id of [...kept.filter(isEventId), ...kept.filter((id) => !isEventId(id))].slice(0, maxRead)) {
        const body = await storage.getItem(prefix + id)
        // An app that ended while writing, or a full disk, leaves a partial event.
        const event = body && fromEntry(id, body)
        if (event && isWhole(event)) events.push(event)
        else await storage.removeItem(prefix + id)
      }
      return events
    },
    put(event) {
      // Started at once, and always a promise: a custom storage may throw, or return none.
      const write = (async () => storage.setItem(prefix + event.id, toEntry(event)))()
      const forget = () => void writing.delete(write)
      writing.add(write)
      write.then(forget, forget)
      return write
    },
    remove: (id) => storage.removeItem(prefix + id),
    pause: async (until) => storage.setItem(paused, String(until)),
    written: () => Promise.all([...writing].map((write) => write.catch(() => undefined))),
  }
}

function isWhole({ id, to, body }: StoredEvent): boolean {
  try {
    return to?.includes(' ') || (to ? JSON.parse(body) : JSON.parse(body).event_id === id)
  } catch {
    return false
  }
}
