import { createStore, type Store } from './store.ts'
import type { ShownToast, Toasts } from './toasts.ts'

/** A step that can be undone, also after its message has closed. */
export interface RecentStep {
  id: number
  /** Message that reported it. */
  text: string
  at: number
}

export interface RecentSteps {
  /** Latest first. */
  list: Pick<Store<readonly RecentStep[]>, 'get' | 'subscribe'>
  /** Undoes a step, by default the latest. */
  undo: (id?: number) => void
  /** Forgets all, as with a sign-out. */
  clear: () => void
}

/** As many as the messages' own memory of steps has. */
const maxSteps = 10

/** Creates a memory of the steps that messages have offered to undo. */
export function createRecentSteps(
  { shown, undoStep }: Pick<Toasts, 'shown' | 'undoStep'>,
  now: () => number = Date.now,
): RecentSteps {
  const list = createStore<readonly RecentStep[]>([])
  const isKnown = (id: number) => list.get().some((step) => step.id === id)
  const remember = ({ id, text, action, isFailure }: ShownToast) => {
    if (action === undefined || isFailure === true || isKnown(id)) return
    list.set([{ id, text, at: now() }, ...list.get()].slice(0, maxSteps))
  }
  shown.subscribe((toasts) => toasts.forEach(remember))
  return {
    list,
    undo: (id = list.get()[0]?.id) => {
      if (id === undefined) return
      list.set(list.get().filter((step) => step.id !== id))
      undoStep(id)
    },
    clear: () => list.set([]),
  }
}
