import { type Connection, transactionOn } from '../../../db/database.ts'
import { tryLock } from '../../../db/locks.ts'
import { findDeletions, findOrphans, forgetDeletions, type PackObject } from './pack-object-store.ts'
import type { PackObjects } from './pack-objects.ts'

/** Deletions of one transaction. */
const deletionsAtOnce = 200
/** Objects of a list that are looked up at once. */
const listedAtOnce = 1000
/** Age at which an object that no row names is an orphan: the row of a younger one may not be committed yet. */
const orphanAgeMs = 86_400_000

/**
 * Deletes objects that no row names any more. A backup reads the objects that the rows of its snapshot name, so that nothing is
 * deleted meanwhile.
 *
 * @returns how many objects were deleted
 */
export async function deleteObjects(client: Connection, objects: PackObjects, isOver: () => boolean): Promise<number> {
  let deleted = 0
  while (!isOver()) {
    const count = await transactionOn(client, async (tx) => {
      if (!(await tryLock(tx, 'partitionDrops'))) return 0
      const due = await findDeletions(tx, deletionsAtOnce)
      if (due.length === 0) return 0
      await objects.delete(tx, due)
      await forgetDeletions(tx, due)
      return due.length
    })
    if (count === 0) break
    deleted += count
  }
  return deleted
}

export interface Sweep {
  /** Where the sweep stopped; undefined once it came to its end. */
  after: string | undefined
  deleted: number
}

/** Deletes objects whose rows were never committed, from a key on, until time is over. */
export async function sweepOrphans(
  client: Connection,
  objects: PackObjects,
  { after, now, isOver }: { after: string | undefined; now: Date; isOver: () => boolean },
): Promise<Sweep> {
  const sweep: Sweep = { after, deleted: 0 }
  let listed: PackObject[] = []
  const look = async () => {
    const orphans = await findOrphans(client, listed)
    listed = []
    if (orphans.length > 0) await objects.delete(client, orphans)
    sweep.deleted += orphans.length
  }
  for await (const { key, projectId, object, storedAt } of objects.list(client, after)) {
    if (storedAt < now.getTime() - orphanAgeMs) listed.push({ projectId, object })
    sweep.after = key
    if (listed.length < listedAtOnce) continue
    await look()
    if (isOver()) return sweep
  }
  await look()
  return { ...sweep, after: undefined }
}
