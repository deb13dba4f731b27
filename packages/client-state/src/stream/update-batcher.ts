import type { LiveUpdate } from './live-update.ts'

/** Updates that arrived within a short time and are applied together. */
export interface LiveUpdateBatch {
  issueIds: ReadonlySet<string>
  /** Whether other issues changed as well: more than were named, or updates were missed. */
  hasUnnamed: boolean
  /** The issues that a user changed, in this window or elsewhere, of those. */
  changedIds: ReadonlySet<string>
  /** How many updates may have brought a new issue to the top of a list. */
  arrivals: number
}

export interface UpdateBatcher {
  add: (update: LiveUpdate) => void
  /** Calls a function with each batch. @returns stops it */
  onBatch: (listener: (batch: LiveUpdateBatch) => void) => () => void
  /** Drops what has not been applied yet. */
  clear: () => void
}

/** Bursts are applied together. */
const batchMs = 500
const emptyBatch = () => ({
  issueIds: new Set<string>(),
  changedIds: new Set<string>(),
  hasUnnamed: false,
  arrivals: 0,
})
const arriving = new Set<LiveUpdate['type']>(['issue.created', 'issue.regressed', 'reset'])
const changing = new Set<LiveUpdate['type']>(['issue.updated', 'issue.regressed'])

/** Creates a collector of live updates that hands them on together. */
export function createUpdateBatcher(): UpdateBatcher {
  const listeners = new Set<(batch: LiveUpdateBatch) => void>()
  let batch = emptyBatch()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    const ready = batch
    batch = emptyBatch()
    timer = undefined
    for (const listener of listeners) listener(ready)
  }
  return {
    add: ({ type, issueIds, hasMore }) => {
      for (const id of issueIds) {
        batch.issueIds.add(id)
        if (changing.has(type)) batch.changedIds.add(id)
      }
      batch.hasUnnamed ||= hasMore || type === 'reset'
      if (arriving.has(type)) batch.arrivals += 1
      timer ??= setTimeout(flush, batchMs)
    },
    onBatch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear: () => {
      clearTimeout(timer)
      timer = undefined
      batch = emptyBatch()
    },
  }
}
