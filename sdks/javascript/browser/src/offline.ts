import { type EventStore, type Integration, isEventId, listen, type StoredEvent, storing, surplusOf } from '@bugle/core'

const table = 'events'

/** Keeps unsent events for the next visit, and sends them as soon as the network returns. */
export function offline(): Integration {
  return {
    name: 'offline',
    setup(runtime, { appId }) {
      if (typeof indexedDB !== 'undefined') runtime.storing = storing(indexedDbStore(appId))
    },
    // Without waiting for the end of the back-off.
    install: (client) => listen(window, 'online', () => client.guard(client.queue.retry)),
  }
}

/**
 * Stores events in IndexedDB, one database per app of the origin. Where storage is forbidden, every call rejects and
 * the queue carries on.
 */
function indexedDbStore(appId: string): EventStore {
  const name = `bugle:${appId}`
  const paused = `${name}:paused`
  const open = () => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'id' })
    return promised(request)
  }
  let opened: Promise<IDBDatabase> | undefined
  const inTable = async <T>(work: (events: IDBObjectStore) => IDBRequest<T>) => {
    opened ??= open()
    const transaction = (await opened).transaction(table, 'readwrite')
    const done = promised(work(transaction.objectStore(table)))
    // At once: a page that is left before the request succeeds would abort the transaction.
    transaction.commit?.()
    return done
  }
  return {
    async load(onLost, onPaused) {
      // At once, unlike anything of the database. A page that may not store anything has no `localStorage`.
      onPaused(Number(localStorage.getItem(paused)))
      const ids = (await inTable((events) => events.getAllKeys())) as string[]
      const lost = surplusOf(ids)
      for (const id of lost) await inTable((events) => events.delete(id))
      onLost(lost.filter(isEventId).length)
      return inTable<StoredEvent[]>((events) => events.getAll())
    },
    put: (event) => inTable((events) => events.put(event)),
    remove: (id) => inTable((events) => events.delete(id)),
    pause: async (until) => localStorage.setItem(paused, `${until}`),
  }
}

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
