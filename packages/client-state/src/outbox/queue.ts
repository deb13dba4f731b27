import type { Issue } from '@bugle/presentation/types'
import type { Storage } from '../storage.ts'
import { createStore, type Store } from '../store.ts'
import type { Waiting } from './waiting.ts'

/** Decisions and comments of one owner, in their order, as the device keeps them. */
export interface Queue {
  waiting: Pick<Store<readonly Waiting[]>, 'get' | 'subscribe'>
  first: () => Waiting | undefined
  add: (...added: Waiting[]) => void
  /** Adds what comes before everything that waits. */
  addFirst: (...added: Waiting[]) => void
  drop: (ids: readonly string[]) => void
  /** Marks something before its request, so that it is recognized whenever the response is lost. */
  noteTry: (one: Waiting) => void
  /** Marks what will leave the queue, however its request ends. */
  noteTakenBack: (ids: readonly string[]) => void
  /** The status that an issue will have by what waits already and is not taken back. */
  lastStatusOf: (issueId: string) => Issue['status'] | undefined
  /** Continues with what waits for an owner; with nothing where there is none. @returns whether it is another owner */
  open: (owner: string | undefined) => boolean
}

/** The name under which the decisions and comments of an owner are kept. */
export const outboxName = (owner: string) => `decisions ${owner}`

/** Creates a queue that belongs to nobody yet. */
export function createQueue(storage: Storage): Queue {
  const waiting = createStore<readonly Waiting[]>([])
  const takenBack = new Set<string>()
  let owner: string | undefined

  const keep = (next: readonly Waiting[]) => {
    if (owner !== undefined) storage.set(outboxName(owner), JSON.stringify(next))
    waiting.set(next)
  }

  return {
    waiting,
    first: () => waiting.get()[0],
    add: (...added) => keep([...waiting.get(), ...added]),
    addFirst: (...added) => keep([...added, ...waiting.get()]),
    drop: (ids) => {
      keep(waiting.get().filter(({ id }) => !ids.includes(id)))
      for (const id of ids) takenBack.delete(id)
    },
    noteTry: (one) => keep(waiting.get().map((other) => (other.id === one.id ? { ...one, isTried: true } : other))),
    noteTakenBack: (ids) => {
      for (const id of ids) takenBack.add(id)
    },
    lastStatusOf: (issueId) =>
      waiting
        .get()
        .filter(({ id }) => !takenBack.has(id))
        .flatMap((one) => (one.kind !== 'comment' && one.issueId === issueId ? [one.change.status] : []))
        .findLast((status) => status !== undefined),
    open: (next) => {
      if (next === owner) return false
      owner = next
      takenBack.clear()
      waiting.set(next === undefined ? [] : read(storage, next))
      return true
    },
  }
}

let given = 0

/** Returns an id that no earlier run of the app has given either. */
export function newId(issueId: string): string {
  given += 1
  return `${Date.now()}-${given}-${issueId}`
}

function read(storage: Storage, owner: string): Waiting[] {
  try {
    return JSON.parse(storage.get(outboxName(owner)) ?? '[]') as Waiting[]
  } catch {
    return []
  }
}
