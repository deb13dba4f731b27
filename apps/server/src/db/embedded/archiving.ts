import { chown, lchown, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import type { Account } from './account.ts'
import type { Recovery } from './embedded-database.ts'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import type { DatabasePaths } from './paths.ts'

/** Makes the folder for finished segments; without an archive, what an earlier one left goes. */
export async function prepareArchiving(paths: DatabasePaths, account: Account, isArchived: boolean): Promise<void> {
  if (isArchived) return makeAccountFolder(paths.log, account)
  // The log has a gap from now on: a later archive begins with a base.
  await rm(paths.archived, { force: true })
  await rm(paths.log, { recursive: true, force: true })
}

/**
 * Makes the folders through which a recovery gets the log.
 *
 * @throws EmbeddedDatabaseError if an earlier recovery did not come to its end, and this is no other one
 */
export async function prepareRecovery(
  paths: DatabasePaths,
  account: Account,
  recovery: Recovery | undefined,
): Promise<void> {
  await rm(paths.fetched, { recursive: true, force: true })
  await rm(paths.wanted, { recursive: true, force: true })
  if (recovery !== undefined) {
    await makeAccountFolder(paths.wanted, account)
    await mkdir(paths.fetched, { mode: 0o750 })
    if (account.spawn.gid !== undefined) await chown(paths.fetched, 0, account.gid)
    return
  }
  if ((await ignoreErrors(['ENOENT'], () => stat(join(paths.cluster, 'recovery.signal')))) === undefined) return
  throw new EmbeddedDatabaseError(
    `A restore from the archive did not come to its end in ${paths.cluster}. Run it again, with --replace.`,
  )
}

/** Makes a folder in the cluster that the server writes to; a link in its place is not followed. */
async function makeAccountFolder(path: string, account: Account): Promise<void> {
  const isMade = await ignoreErrors(['EEXIST'], () => mkdir(path, { mode: 0o700 }).then(() => true))
  if (isMade && account.spawn.uid !== undefined) await lchown(path, account.uid, account.gid)
}
