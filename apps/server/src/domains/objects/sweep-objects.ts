import { type Connection, transactionOn } from '../../db/database.ts'
import { tryLock } from '../../db/locks.ts'
import { findDeletions, forgetDeletions, type NamedObject } from './named-object-store.ts'
import type { ObjectPayloads } from './object-payloads.ts'
import { findOrphans } from './object-row-store.ts'

/** Deletions of one transaction. */
const deletionsAtOnce = 200
/** Objects of a list that are looked up at once. */
const listedAtOnce = 1000
/** Age at which an object that no row names is an orphan: the row of a younger one may not be committed yet. */
const orphanAgeMs = 86_400_000

/** Returns a function that tells whether a project is in this bucket: objects of others are named by rows elsewhere. */
type FindOwn = (projectIds: readonly number[]) => Promise<(projectId: number) => boolean>

/**
 * Deletes objects that no row names any more. A backup reads the objects that the rows of its snapshot name, so that nothing is
 * deleted meanwhile. Objects of projects that have moved away are left: their rows are elsewhere now, and the sweep there finds those
 * that have none.
 *
 * @returns how many objects were deleted
 */
export async function deleteObjects(
  client: Connection,
  objects: ObjectPayloads,
  { isOver, isOwn }: { isOver: () => boolean; isOwn: FindOwn },
): Promise<number> {
  let deleted = 0
  while (!isOver()) {
    const count = await transactionOn(client, async (tx) => {
      if (!(await tryLock(tx, 'partitionDrops'))) return 0
      const due = await findDeletions(tx, deletionsAtOnce)
      if (due.length === 0) return 0
      const isOwnProject = await isOwn([...new Set(due.map(({ projectId }) => projectId))])
      await objects.delete(
        tx,
        due.filter(({ projectId }) => isOwnProject(projectId)),
      )
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

export interface SweepOptions {
  after: string | undefined
  now: Date
  isOver: () => boolean
  isOwn: FindOwn
}

/** Deletes objects whose rows were never committed, from a key on, until time is over. */
export async function sweepOrphans(
  client: Connection,
  objects: ObjectPayloads,
  { after, now, isOver, isOwn }: SweepOptions,
): Promise<Sweep> {
  const sweep: Sweep = { after, deleted: 0 }
  const ownOf = async (named: readonly NamedObject[]) => {
    const isOwnProject = await isOwn([...new Set(named.map(({ projectId }) => projectId))])
    return named.filter(({ projectId }) => isOwnProject(projectId))
  }
  let listed: NamedObject[] = []
  const look = async () => {
    const found = await findOrphans(client, await ownOf(listed))
    // Asked again: rows of a project that came here meanwhile may not have been there yet.
    const orphans = await ownOf(found)
    listed = []
    if (orphans.length > 0) await objects.delete(client, orphans)
    sweep.deleted += orphans.length
  }
  for await (const { key, table, projectId, object, storedAt } of objects.list(client, after)) {
    if (storedAt < now.getTime() - orphanAgeMs) listed.push({ table, projectId, object })
    sweep.after = key
    if (listed.length < listedAtOnce) continue
    await look()
    if (isOver()) return sweep
  }
  await look()
  return { ...sweep, after: undefined }
}
