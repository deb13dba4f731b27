import type { Config } from '../../config.ts'
import { bucketDatabase, mainBucket } from '../../db/buckets.ts'
import type { Database } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import type { ObjectPayloads } from '../../domains/objects/index.ts'
import { findSecret, installSecret } from '../../secret-file.ts'
import { OperatorError } from '../operator-error.ts'
import { readEmbeddedState, withDatabaseAsItIs, withStoppedDatabase } from '../with-database.ts'
import type { ArchiveHeader } from './archive.ts'
import { backUp } from './back-up.ts'
import { type CheckedArchive, checkArchive, checkBuckets, namesOf, restore } from './restore.ts'
import { findInstallation, keepInstallation } from './restore-store.ts'
import { secretCheckOf } from './secret-check.ts'
import { whileThere, withServers } from './servers.ts'

type Print = (line: string) => void

export interface BackUpCommand {
  config: Config
  version: string
  now: Date
  withoutSecret: boolean
  objects: ObjectPayloads
  print: Print
}

/** Runs `backup <file>`. */
export async function backUpTo(file: string, { config, ...options }: BackUpCommand): Promise<void> {
  // The schema is not migrated, so that the new release can also make the backup before an upgrade.
  return withDatabaseAsItIs(config, ({ db }) => backUp(db, file, { ...options, secret: findSecret(config) }))
}

export interface RestoreCommand {
  config: Config
  replace: boolean
  otherSecret: boolean
  keepSessions: boolean
  isDryRun: boolean
  objects: ObjectPayloads
  print: Print
}

/** Runs `restore <file>`: changes nothing before the file, the secret and the target have been checked. */
export async function restoreFrom(
  file: string,
  { config, replace, otherSecret, keepSessions, isDryRun, objects, print }: RestoreCommand,
): Promise<void> {
  const archive = await checkArchive(file, print)
  checkBuckets(archive, Object.keys(config.BUGLE_BUCKETS))
  if (!otherSecret) checkSecret(config, archive.header)
  const options = {
    replace,
    isDryRun,
    keepSessions,
    objects,
    print,
    installSecret: async () => installSecretOf(config, archive.header, print),
  }
  if (config.DATABASE_URL === undefined) {
    const state = await readEmbeddedState(config)
    if (state === 'running') throw new OperatorError(`Bugle is running on ${config.dataDirectory}. Stop it first.`)
    if (state === 'absent' && isDryRun) {
      print(`A new database would be created in ${config.dataDirectory}.`)
      return print('Dry run: nothing was changed.')
    }
  }
  await withStoppedDatabase(config, async (db) => {
    const accounts = bucketDatabase(db, mainBucket)
    const installation = await findInstallation(accounts)
    await restore(db, archive, options)
    if (isDryRun) return
    await migrateAll(db, archive, print)
    // Backups of versions without object stores do not have the table.
    if (installation !== undefined) await keepInstallation(accounts, installation)
  })
}

/** Migrates the servers of a restored backup to this release. */
async function migrateAll(db: Database, { servers }: CheckedArchive, print: Print): Promise<void> {
  const buckets = namesOf(servers).filter((name) => name !== mainBucket)
  await withServers(db, buckets, async (restored) => {
    for (const { bucket, db: server } of restored) {
      const applied = await whileThere(bucket, 'The data is restored; the next start migrates it.', () =>
        migrate(server),
      )
      const where = bucket === mainBucket ? '' : ` to ${bucket}`
      if (applied.length > 0) print(`Applied migrations${where}: ${applied.join(', ')}.`)
    }
  })
}

/** Checks the secret: second factors are encrypted with one, and the server must have the same. */
function checkSecret(config: Config, { secret, secret_check }: ArchiveHeader): void {
  const here = findSecret(config)
  if (secret_check === '' || (here !== undefined && secretCheckOf(here.text) === secret_check)) return
  if (secret !== undefined && !here?.isOurs && here !== undefined)
    throw new OperatorError(
      'BUGLE_SECRET is not the secret of this backup, which contains its own. Unset BUGLE_SECRET to use that one, or add --other-secret, which loses second factors.',
    )
  if (secret === undefined)
    throw new OperatorError(
      'This backup needs the secret of its server. Set BUGLE_SECRET to it, copy its file to BUGLE_DATA/secret, or add --other-secret, which loses second factors.',
    )
}

function installSecretOf(config: Config, { secret }: ArchiveHeader, print: Print): void {
  if (secret === undefined || config.BUGLE_SECRET !== undefined) return
  const aside = installSecret(config, secret)
  if (aside !== undefined) print(`The former secret was moved to ${aside}.`)
}
