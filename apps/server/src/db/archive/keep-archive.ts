import type { ObjectStore } from '../../ports/object-store.ts'
import { baseKey, isSegmentName, keysIn, listBases, logNameOf, readBase } from './layout.ts'

/**
 * Deletes what no moment of the kept time needs: bases that a later one replaces, the log before the oldest kept base, and
 * parts of bases that were never completed.
 *
 * @param since the earliest moment to be restored, in epoch milliseconds
 */
export async function keepArchive(store: ObjectStore, since: number): Promise<void> {
  const bases = await Promise.all((await listBases(store)).map((id) => readBase(store, id)))
  const firstKept = bases.findLastIndex(({ completedAt }) => Date.parse(completedAt) <= since)
  const kept = bases.slice(Math.max(0, firstKept))
  const [oldest] = kept
  if (oldest === undefined) return
  const ids = new Set(kept.map(({ id }) => id))
  const newest = kept.at(-1)!.id
  // First what makes it a base, so that none is incomplete.
  await store.delete(bases.filter(({ id }) => !ids.has(id)).map(({ id }) => baseKey(id)))
  const isUnneededPart = (key: string) => {
    const id = /^bases\/([^/]+)\/[^/]+$/.exec(key)?.[1]
    // A later one is being written.
    return id !== undefined && !ids.has(id) && id < newest
  }
  await store.delete((await keysIn(store, 'bases')).filter(isUnneededPart))
  const isUnneededLog = (key: string) => {
    const name = logNameOf(key)
    return isSegmentName(name.slice(0, 24)) && positionOf(name) < positionOf(oldest.firstSegment)
  }
  await store.delete((await keysIn(store, 'wal')).filter(isUnneededLog))
}

/** The place of a segment in the log, on whatever timeline. */
function positionOf(segment: string): string {
  return segment.slice(8, 24)
}
