import { createStore, type Store } from './store.ts'

/** The place of an issue in the list that it was opened from. */
export interface Place {
  /** From 1. */
  position: number
  total: number
  previous: string | undefined
  next: string | undefined
}

export interface Walk {
  /** Changes with each start and each decision. */
  changes: Pick<Store<unknown>, 'get' | 'subscribe'>
  /** Begins with the issues of a list, in its order, as an issue of it is opened. */
  start: (ids: readonly string[]) => void
  /** The place of an issue; undefined where it was not opened from the list. */
  placeOf: (id: string) => Place | undefined
  /** Notes a decision. @returns the issue that follows: the next one that is not decided, or else the nearest before it */
  decide: (id: string) => string | undefined
}

/** Creates the way through a list, issue by issue: it stays as it was at its start, however the list changes. */
export function createWalk(): Walk {
  const state = createStore<{ ids: readonly string[]; decided: ReadonlySet<string> }>({ ids: [], decided: new Set() })
  return {
    changes: state,
    start: (ids) => state.set({ ids, decided: new Set() }),
    placeOf: (id) => {
      const { ids } = state.get()
      const index = ids.indexOf(id)
      if (index === -1) return undefined
      return { position: index + 1, total: ids.length, previous: ids[index - 1], next: ids[index + 1] }
    },
    decide: (id) => {
      const { ids, decided: before } = state.get()
      const index = ids.indexOf(id)
      if (index === -1) return undefined
      const decided = new Set([...before, id])
      state.set({ ids, decided })
      const isOpen = (one: string) => !decided.has(one)
      return ids.slice(index + 1).find(isOpen) ?? ids.slice(0, index).findLast(isOpen)
    },
  }
}
