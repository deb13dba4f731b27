import { type EventStore, surplusOf } from '@bugle/core'

/** The shape of AsyncStorage. */
export interface KeyValueStorage {
  getAllKeys(): Promise<readonly string[]>
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<unknown>
  removeItem(key: string): Promise<unknown>
}

/** A store that tells when what it was given is written. */
export interface NativeStore extends EventStore {
  written(): Promise<unknown>
}

/** Android's AsyncStorage holds 6 MB for everybody: events are guests. */
const maxRead = 50

/** Events in the app's own storage, a key for each. Keys may be names of files. */
export function keyValueStore(storage: KeyValueStorage, appId: string): NativeStore {
  const prefix = `bugle-${appId.replace(/[^\w.-]/g, '_')}-`
  const writing = new Set<Promise<unknown>>()
  return {
    async load(onLost) {
      const keys = (await storage.getAllKeys()).filter((key) => key.startsWith(prefix)).sort()
      const ids = keys.map((key) => key.slice(prefix.length))
      const lost = ids.splice(0, surplusOf(ids))
      for (const id of lost) await storage.removeItem(prefix + id)
      if (lost.length > 0) onLost(lost.length)
      const events = []
      for (const id of ids.slice(0, maxRead)) {
        const body = await storage.getItem(prefix + id)
        // An app that ended while it wrote, or a disk that was full, leaves half of one.
        if (body && isEvent(body, id)) events.push({ id, body })
        else await storage.removeItem(prefix + id)
      }
      return events
    },
    put({ id, body }) {
      // At once, and by a promise whatever comes: a storage of the app's own may throw, or return none.
      const write = (async () => storage.setItem(prefix + id, body))()
      const forget = () => void writing.delete(write)
      writing.add(write)
      write.then(forget, forget)
      return write
    },
    remove: (id) => storage.removeItem(prefix + id),
    written: () => Promise.all([...writing].map((write) => write.catch(() => undefined))),
  }
}

function isEvent(body: string, id: string): boolean {
  try {
    return JSON.parse(body).event_id === id
  } catch {
    return false
  }
}
