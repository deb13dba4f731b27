import { type Connection, transactionOn } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { projectTables } from '../../db/table-classes.ts'
import type { LastTurn } from '../../db/turns.ts'
import { objectTables, takeObjectsOfProject } from '../objects/index.ts'
import { deleteErasedProject, findLeftovers, forgetErased, holdLeftovers } from '../projects/index.ts'
import { Pace } from '../storage/index.ts'
import { eraseRange, findDeletedProjects, findKey, findRangeEnd } from './erase-store.ts'

/** Rows per statement. */
const rowsAtOnce = 5000
/** Rows per statement of tables with large rows. */
const blobsAtOnce = 200
const blobTables: readonly string[] = [
  'packs',
  'screenshots',
  'attachments',
  'late_attachments',
  'person_exports',
  'artifact_originals',
  'artifact_index_pages',
  'upload_chunks',
]

export interface ErasedProjects {
  erased: number
  /** Whether time ran out before all was done. */
  isMore: boolean
}

/** Time that a project has before it is the next one's turn. */
const turnMs = 5000

/**
 * Erases deleted projects of a bucket: unreadable from the moment of deletion, they leave the tables here. Bodies still in segments
 * are left out when those are packed. Projects take turns, and each statement stands alone: a stop or crash loses nothing,
 * and the next round continues.
 */
export async function eraseDeletedProjects(
  client: Connection,
  { bucket, turn, isOver }: { bucket: string; turn: LastTurn; isOver: () => boolean },
): Promise<ErasedProjects> {
  let erased = 0
  for (;;) {
    const deleted = await findDeletedProjects(client, bucket, turn.last)
    if (deleted.length === 0) return { erased, isMore: false }
    for (const id of deleted) {
      turn.last = id
      const end = performance.now() + turnMs
      if (await eraseProject(client, id, () => isOver() || performance.now() > end)) erased++
      if (isOver()) return { erased, isMore: true }
    }
  }
}

/** Returns whether everything is erased; false if time ran out. */
async function eraseProject(client: Connection, projectId: number, isOver: () => boolean): Promise<boolean> {
  const pace = await Pace.start(client)
  // Their objects are noted for deletion; the rows that are left below name none.
  for (const table of objectTables)
    while (await transactionOn(client, (tx) => takeObjectsOfProject(tx, table, { projectId, limit: blobsAtOnce }))) {
      if (isOver()) return false
      await pace.rest()
    }
  for (const table of projectTables) {
    if (!(await eraseFrom(client, table, { projectId, pace, isOver }))) return false
    // Waits for a merge of tags that still saw the groups: its counts must exist before the table of tags is erased.
    if (table === 'groups') await transactionOn(client, (tx) => takeLock(tx, 'tags'))
  }
  await deleteErasedProject(client, projectId)
  return true
}

/**
 * Erases the rows of a project where it is not. Their objects are those of the rows elsewhere, and stay.
 *
 * @returns whether no row is left; false if time ran out
 */
export async function eraseCopy(
  client: Connection,
  { projectId, isOver }: { projectId: number; isOver: () => boolean },
): Promise<boolean> {
  const pace = await Pace.start(client)
  for (const table of projectTables) if (!(await eraseFrom(client, table, { projectId, pace, isOver }))) return false
  return true
}

/**
 * Erases rows of projects that are elsewhere: those that moved away, and those whose move here came to no end. Their objects stay.
 *
 * @returns whether time ran out before all was done
 */
export async function eraseLeftovers(
  client: Connection,
  { bucket, isOver }: { bucket: string; isOver: () => boolean },
): Promise<boolean> {
  for (const projectId of await findLeftovers(client, bucket)) {
    const end = performance.now() + turnMs
    const isTurnOver = () => isOver() || performance.now() > end
    // No move of the project to this bucket begins meanwhile: it would copy its rows beside these.
    const isDone = await transactionOn(
      client,
      async (tx) =>
        (await holdLeftovers(tx, projectId, bucket)) && (await eraseCopy(tx, { projectId, isOver: isTurnOver })),
    )
    // Afterwards, since the accounts commit first.
    if (isDone) await transactionOn(client, (tx) => forgetErased(tx, projectId, bucket))
    if (isOver()) return true
  }
  return (await findLeftovers(client, bucket)).length > 0
}

/**
 * Walks the rows of a project in key order, a range at a time. Deleted rows stay in the index until the next vacuum:
 * starting over each time would pass all of them each time.
 */
async function eraseFrom(
  client: Connection,
  table: string,
  { projectId, pace, isOver }: { projectId: number; pace: Pace; isOver: () => boolean },
): Promise<boolean> {
  const key = await findKey(client, table)
  const limit = blobTables.includes(table) ? blobsAtOnce : rowsAtOnce
  let after: string[] | undefined
  for (;;) {
    const upTo = await findRangeEnd(client, key, { projectId, after, limit })
    await eraseRange(client, key, { projectId, after, upTo })
    if (upTo === undefined) return true
    if (isOver()) return false
    after = upTo
    await pace.rest()
  }
}
