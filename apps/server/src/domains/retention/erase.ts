import type pg from 'pg'
import { transactionOn } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { projectTables } from '../../db/table-classes.ts'
import { endOrganizations, eraseRows, findDeletedProjects, removeProject } from './erase-store.ts'

/** Rows of one statement. */
const rowsAtOnce = 5000
/** The same where a row holds many kilobytes. */
const blobsAtOnce = 100

/**
 * Erases deleted projects: they are unreadable from the moment of deletion, and gone from the tables when this has
 * run. Bodies that are still in segments are left behind when those are packed.
 *
 * @returns projects erased
 */
export async function eraseDeletedProjects(client: pg.PoolClient): Promise<number> {
  await endOrganizations(client)
  const ids = await findDeletedProjects(client)
  for (const id of ids) await eraseProject(client, id)
  return ids.length
}

async function eraseProject(client: pg.PoolClient, projectId: number): Promise<void> {
  for (const table of projectTables) {
    const limit = table === 'packs' || table === 'screenshots' ? blobsAtOnce : rowsAtOnce
    while ((await eraseRows(client, table, projectId, limit)) > 0);
    // A merge of tags that still saw the groups is waited for: what it counts must be there when its turn to go comes.
    if (table === 'groups') await transactionOn(client, (tx) => takeLock(tx, 'tags'))
  }
  await removeProject(client, projectId)
}
