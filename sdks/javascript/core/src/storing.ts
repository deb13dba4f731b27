import type { Storing } from './runtime.ts'
import type { EventStore } from './store.ts'

/** Connects the queue with a store: what waits is kept there too, and what an earlier run left is sent. */
export function storing(store: EventStore): Storing {
  /** Ids of this run, until those of earlier runs are loaded. */
  let own: string[] | undefined = []
  return {
    open({ add, onLost, onPaused, most }) {
      void store
        .load(onLost, (until) => onPaused(until - Date.now()))
        .catch(() => [])
        .then((left) => {
          // At most half the room: stored events must not crowd out new ones.
          add(left.slice(0, most >> 1).filter(({ id }) => !own!.includes(id)))
          own = undefined
        })
    },
    put(event) {
      own?.push(event.id)
      return Promise.resolve(store.put(event)).catch(() => undefined)
    },
    remove(id, stored) {
      void Promise.resolve(stored)
        .then(() => store.remove(id))
        .catch(() => undefined)
    },
    pause: (ms) => void Promise.resolve(store.pause?.(Date.now() + ms)).catch(() => undefined),
  }
}
