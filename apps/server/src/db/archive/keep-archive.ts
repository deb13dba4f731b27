import type { ArchiveStore } from './archive-store.ts'
import { baseKey, isSegmentName, listBases, logNameOf, readBase } from './layout.ts'

/**
 * Deletes what no moment of the kept time needs: bases that a later one replaces, the log before the oldest kept base, and
 * parts of bases that were never completed.
 *
 * @param since the earliest moment to be restored, in epoch milliseconds
 */
export async function keepArchive(store: ArchiveStore, since: number): Promise<void> {
  const bases = await Promise.all((await listBases(store)).map((id) => readBase(store, id)))
  const firstKept = bases.findLastIndex(({ completedAt }) => Date.parse(completedAt) <= since)
  const kept = bases.slice(Math.max(0, firstKept))
  const [oldest] = kept
  if (oldest === undefined) return
  const ids = new Set(kept.map(({ id }) => id))
  const newest = kept.at(-1)!.id
  // First what makes it a base, so that none is incomplete.
  for (const { id } of bases) if (!ids.has(id)) await store.delete(baseKey(id))
  for (const key of await store.list('bases')) {
    const id = /^bases\/([^/]+)\/[^/]+$/.exec(key)?.[1]
    // A later one is being written.
    if (id !== undefined && !ids.has(id) && id < newest) await store.delete(key)
  }
  for (const key of await store.list('wal')) {
    const name = logNameOf(key)
    if (isSegmentName(name.slice(0, 24)) && positionOf(name) < positionOf(oldest.firstSegment)) await store.delete(key)
  }
}

/** The place of a segment in the log, on whatever timeline. */
function positionOf(segment: string): string {
  return segment.slice(8, 24)
}
