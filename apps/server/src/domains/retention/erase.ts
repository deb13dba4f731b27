import { type Connection, transactionOn } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { projectTables } from '../../db/table-classes.ts'
import type { LastTurn } from '../../db/turns.ts'
import { deleteEmptyOrganizations } from '../memberships/index.ts'
import { deleteErasedProject, markOrphansDeleted } from '../projects/index.ts'
import { Pace, takePacksOfProject } from '../storage/index.ts'
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
 * Erases deleted projects: unreadable from the moment of deletion, they leave the tables here. Bodies still in segments
 * are left out when those are packed. Projects take turns, and each statement stands alone: a stop or crash loses nothing,
 * and the next round continues.
 */
export async function eraseDeletedProjects(
  client: Connection,
  { turn, isOver }: { turn: LastTurn; isOver: () => boolean },
): Promise<ErasedProjects> {
  await markOrphansDeleted(client)
  await deleteEmptyOrganizations(client)
  let erased = 0
  for (;;) {
    const deleted = await findDeletedProjects(client, turn.last)
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
  while (await transactionOn(client, (tx) => takePacksOfProject(tx, projectId, blobsAtOnce))) {
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
