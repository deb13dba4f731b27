import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { compareSchema } from '../../db/compare-schema.ts'
import { copyIn } from '../../db/copy.ts'
import { type Connection, type Database, onOwnConnection, type Tx, transactionOn } from '../../db/database.ts'
import { type MigrationFile, readMigrationFiles } from '../../db/migration-files.ts'
import { endAllSessions } from '../../domains/auth/index.ts'
import { forgetExpiredJobs } from '../../domains/jobs/index.ts'
import { type PackObject, type PackObjects, releaseAllClaims } from '../../domains/storage/index.ts'
import { ObjectStoreUnavailable } from '../../ports/object-store.ts'
import { formatBytes } from '../format-bytes.ts'
import { OperatorError } from '../operator-error.ts'
import { plural } from '../plural.ts'
import { type ArchivedTable, type ArchiveFrame, type ArchiveHeader, readArchive } from './archive.ts'
import { isPacks, placePayloads } from './archived-packs.ts'
import { copyInStatement } from './backup-store.ts'
import { Progress } from './progress.ts'
import {
  applyMigrations,
  dropEverything,
  findInstallation,
  keepInstallation,
  makePartition,
  readTargetState,
  setSequences,
  type TargetState,
} from './restore-store.ts'

type Print = (line: string) => void

/** A backup that was read to its end and is complete. */
export interface CheckedArchive {
  path: string
  header: ArchiveHeader
  tables: number
  /** Uncompressed bytes of the tables' rows. */
  bytes: number
  /** Migrations applied to its tables, in order. */
  migrations: [name: string, file: MigrationFile][]
}

/**
 * Reads a backup from beginning to end, before it causes any change.
 *
 * @throws OperatorError if it is not a backup, is incomplete, or is from a newer release
 */
export async function checkArchive(path: string, print: Print): Promise<CheckedArchive> {
  const file = resolve(path)
  const progress = new Progress(print, 'checked')
  let header: ArchiveHeader | undefined
  let [tables, bytes] = [0, 0]
  for await (const frame of readArchive(file)) {
    if (frame.kind === 'header') header = frame.header
    if (frame.kind === 'table') tables += 1
    if (frame.kind === 'data') bytes += frame.bytes.length
    progress.report(file, bytes)
  }
  if (header === undefined) throw new OperatorError(`${file} is not a backup of Bugle.`)
  const known = await readMigrationFiles()
  checkSchema(header, known)
  const applied = new Set(header.migrations)
  const migrations = [...known].filter(([name]) => applied.has(name))
  print(
    `${file}: from ${header.created_at}, Bugle ${header.version}, PostgreSQL ${header.postgres}, ${tables} tables, ${formatBytes(bytes)}; complete.`,
  )
  return { path: file, header, tables, bytes, migrations }
}

/** @throws OperatorError if this version does not have the migrations that created the tables of the backup */
function checkSchema(
  { version, migrations, migration_hashes: hashes = {}, oldest_code }: ArchiveHeader,
  known: KnownMigrations,
) {
  const recorded = migrations.map((name) => ({ name, sha256: hashes[name] }))
  const state = compareSchema({ migrations: recorded, oldestCode: oldest_code }, known)
  if (state.kind === 'unreleased')
    throw new OperatorError(
      `The tables of this backup ${state.why}. Nothing was changed. Restore it with the version that made it, which can be started on it.`,
    )
  const newer = migrations.filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new OperatorError(
      `This backup is from Bugle ${version}, which is newer: it contains ${newer.join(', ')}. Restore it with that release.`,
    )
}

type KnownMigrations = ReadonlyMap<string, MigrationFile>

export interface RestoreOptions {
  /** Discards the data of the target. */
  replace: boolean
  isDryRun: boolean
  /**
   * Otherwise everybody has to log in again: a session of the backup may have been ended since, and its password
   * changed.
   */
  keepSessions: boolean
  /** Installs the secret; called after all data has been read, just before the commit. */
  installSecret: () => Promise<void>
  /** Where payloads of packs go. */
  objects: PackObjects
  print: Print
}

/**
 * Restores a backup into a database, in one transaction: if anything fails, the database is unchanged. Tables are
 * created by the migrations of the backup's release; those of this release follow at the next start.
 *
 * @throws OperatorError if the database is in use, or is not empty and `replace` is false
 */
export async function restore(db: Database, archive: CheckedArchive, options: RestoreOptions): Promise<void> {
  const { isDryRun, objects, print } = options
  const placed: PackObject[] = []
  await onOwnConnection(db, async (client) => {
    checkTarget(await idleTargetState(client), options)
    if (isDryRun) return print('Dry run: nothing was changed.')
    await transactionOn(client, (tx) => replaceAll(tx, archive, { ...options, placed })).catch(
      async (error: unknown) => {
        // No row will name them.
        if (placed.length > 0) await objects.delete(client, placed).catch(() => {})
        throw whyNotRestored(error)
      },
    )
    await client.query('analyze')
  })
  if (!isDryRun) print('Restored.')
}

/** Sessions of a server that was just stopped are gone a moment later. */
async function idleTargetState(client: Connection): Promise<TargetState> {
  let state = await readTargetState(client)
  for (let tries = 0; tries < 10 && state.sessions > 0; tries += 1) {
    await setTimeout(100)
    state = await readTargetState(client)
  }
  return state
}

/** Says in a sentence what the database refused; anything else is a bug. */
function whyNotRestored(error: unknown): unknown {
  const { cause } = error as { cause?: unknown }
  if (error instanceof ObjectStoreUnavailable)
    return new OperatorError(`${error.message} The database was not changed.`, { cause: error })
  const refused = [error, cause].find((one) => one instanceof pg.DatabaseError)
  if (refused === undefined) return error
  const { code, message } = refused as pg.DatabaseError
  return new OperatorError(`The database refused the backup, and was not changed: ${message} (SQLSTATE ${code}).`, {
    cause: error,
  })
}

function checkTarget(
  { foreignTables, users, projects, sessions }: TargetState,
  { replace, print }: RestoreOptions,
): void {
  if (sessions > 0) throw new OperatorError(`Bugle is using this database (${sessions} sessions). Stop it first.`)
  if (foreignTables.length > 0)
    throw new OperatorError(
      `This database holds tables that are not Bugle’s (${foreignTables.slice(0, 5).join(', ')}). Use a separate database for Bugle.`,
    )
  if (users === 0 && projects === 0) return
  const contents = `${plural(users, 'account')} and ${plural(projects, 'project')}`
  if (!replace)
    throw new OperatorError(`The target holds an installation with ${contents}. Add --replace to discard it.`)
  print(`Discarding ${contents}.`)
}

async function replaceAll(
  tx: Tx,
  archive: CheckedArchive,
  { installSecret, keepSessions, objects, placed, print }: RestoreOptions & { placed: PackObject[] },
): Promise<void> {
  await tx.query('set local statement_timeout = 0')
  await tx.query('set local idle_in_transaction_session_timeout = 0')
  const installation = await findInstallation(tx)
  await dropEverything(tx, (await readMigrationFiles()).values())
  await applyMigrations(tx, archive.migrations)
  // The objects of the former data have keys of the same installation, so that its sweep removes them.
  if (installation !== undefined) await keepInstallation(tx, installation)
  const rows = await loadTables(tx, archive, { objects, placed, print })
  await setSequences(tx, archive.header.sequences)
  await releaseAllClaims(tx)
  await forgetExpiredJobs(tx)
  if (!keepSessions) {
    const ended = await endAllSessions(tx)
    if (ended > 0)
      print(`Ended ${ended} sessions (--keep-sessions keeps them). API tokens and ingest tokens are unchanged.`)
  }
  await installSecret()
  print(`Wrote ${rows} rows.`)
}

async function loadTables(
  tx: Tx,
  { path, bytes }: CheckedArchive,
  { objects, placed, print }: { objects: PackObjects; placed: PackObject[]; print: Print },
): Promise<number> {
  const progress = new Progress(print, 'wrote')
  const frames = readArchive(path)
  let [rows, done] = [0, 0]
  let next = await frames.next()
  const dataOf = async function* (table: ArchivedTable): AsyncGenerator<Buffer> {
    for (next = await frames.next(); isData(next); next = await frames.next()) {
      done += next.value.bytes.length
      progress.report(table.name, done, bytes)
      yield next.value.bytes
    }
  }
  try {
    while (!next.done) {
      if (next.value.kind !== 'table') {
        next = await frames.next()
        continue
      }
      const { table } = next.value
      await makePartition(tx, table)
      let content: AsyncIterable<Buffer> = dataOf(table)
      if (isPacks(table)) {
        // The connection is busy while it copies.
        await objects.open(tx)
        content = placePayloads(content, table, { db: tx, objects, onPut: (object) => placed.push(object) })
      }
      rows += await copyIn(tx, copyInStatement(table), content)
    }
    return rows
  } finally {
    await frames.return(undefined)
  }
}

function isData(
  next: IteratorResult<ArchiveFrame>,
): next is IteratorYieldResult<Extract<ArchiveFrame, { kind: 'data' }>> {
  return !next.done && next.value.kind === 'data'
}
