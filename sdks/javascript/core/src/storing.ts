import type { Storing } from './runtime.ts'
import { type EventStore, isEventId } from './store.ts'

/** Connects the queue with a store: what waits is kept there too, and what an earlier run left is sent. */
export function storing(store: EventStore): Storing {
  /** A store that fails is none. */
  const quietly = (work: unknown) => Promise.resolve(work).catch(() => undefined)
  /** Ids of this run, until those of earlier runs are loaded. */
  let own: string[] | undefined = []
  return {
    open({ add, onLost, onPaused, most }) {
      void store
        .load(onLost, (until) => onPaused(until - Date.now()))
        .catch(() => [])
        .then((left) => {
          // At most half the room: stored events must not crowd out new ones.
          const first = (isEvent: boolean) => left.filter(({ id }) => isEventId(id) === isEvent).slice(0, most >> 1)
          add([...first(true), ...first(false)].filter(({ id }) => !own!.includes(id)))
          own = undefined
        })
    },
    put(event) {
      own?.push(event.id)
      return quietly(store.put(event))
    },
    remove(id, stored) {
      void quietly(Promise.resolve(stored).then(() => store.remove(id)))
    },
    pause: (ms) => void quietly(store.pause?.(Date.now() + ms)),
  }
}
