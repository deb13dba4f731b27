import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Buckets, bucketPlaces, mainBucket } from '../../db/buckets.ts'
import { compareSchema } from '../../db/compare-schema.ts'
import { copyIn } from '../../db/copy.ts'
import { type Database, transactionOn } from '../../db/database.ts'
import { findCoordinatorAddress, takeBackSchema } from '../../db/distributed.ts'
import { prepareSchema } from '../../db/migrate.ts'
import { type MigrationFile, readMigrationFiles } from '../../db/migration-files.ts'
import { endAllSessions } from '../../domains/auth/index.ts'
import { forgetExpiredJobs } from '../../domains/jobs/index.ts'
import type { NamedObject, ObjectPayloads } from '../../domains/objects/index.ts'
import { releaseAllClaims } from '../../domains/storage/index.ts'
import { ObjectStoreUnavailable } from '../../ports/object-store.ts'
import { identityOf } from '../bucket-store.ts'
import { formatBytes } from '../format-bytes.ts'
import { OperatorError } from '../operator-error.ts'
import { plural } from '../plural.ts'
import { type ArchivedTable, type ArchiveFrame, type ArchiveHeader, readArchive } from './archive.ts'
import { hasPayloads, placePayloads } from './archived-payloads.ts'
import { copyInStatement } from './backup-store.ts'
import { Progress } from './progress.ts'
import {
  applyMigrations,
  dropEverything,
  emptyTable,
  findInstallation,
  keepInstallation,
  makePartition,
  nameConnection,
  readTargetState,
  setSequences,
  type TargetState,
} from './restore-store.ts'
import { type ConnectedServer, whileThere, withConnections, withServers } from './servers.ts'

type Print = (line: string) => void

/** The part of a backup that has one server. */
export interface ArchivedServer {
  /** The bucket of the server; that of the accounts has the main one. */
  bucket: string
  header: ArchiveHeader
  /** Migrations applied to its tables, in order. */
  migrations: [name: string, file: MigrationFile][]
}

/** A backup that was read to its end and is complete. */
export interface CheckedArchive {
  path: string
  /** The header of the accounts. */
  header: ArchiveHeader
  tables: number
  /** Uncompressed bytes of the tables' rows. */
  bytes: number
  /** In the order of the archive, the accounts last. */
  servers: ArchivedServer[]
}

/**
 * Reads a backup from beginning to end, before it causes any change.
 *
 * @throws OperatorError if it is not a backup, is incomplete, or is from a newer release
 */
export async function checkArchive(path: string, print: Print): Promise<CheckedArchive> {
  const file = resolve(path)
  const progress = new Progress(print, 'checked')
  const headers: ArchiveHeader[] = []
  let [tables, bytes] = [0, 0]
  for await (const frame of readArchive(file)) {
    if (frame.kind === 'header') headers.push(frame.header)
    if (frame.kind === 'table') tables += 1
    if (frame.kind === 'data') bytes += frame.bytes.length
    progress.report(file, bytes)
  }
  const header = headers.at(-1)
  if (header === undefined) throw new OperatorError(`${file} is not a backup of Bugle.`)
  const known = await readMigrationFiles()
  const servers = headers.map((header) => toServer(header, known))
  const all = servers.length === 1 ? '' : ` of ${plural(servers.length, 'server')} (${namesOf(servers).join(', ')})`
  print(
    `${file}: from ${header.created_at}, Bugle ${header.version}, PostgreSQL ${header.postgres}, ${tables} tables${all}, ${formatBytes(bytes)}; complete.`,
  )
  return { path: file, header, tables, bytes, servers }
}

/** Returns the buckets of servers. */
export function namesOf(servers: readonly { bucket: string }[]): string[] {
  return servers.map(({ bucket }) => bucket)
}

function toServer(header: ArchiveHeader, known: KnownMigrations): ArchivedServer {
  checkSchema(header, known)
  const applied = new Set(header.migrations)
  return {
    bucket: header.bucket ?? mainBucket,
    header,
    migrations: [...known].filter(([name]) => applied.has(name)),
  }
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
  /** Where payloads go. */
  objects: ObjectPayloads
  print: Print
}

/** A server to restore into, and what the archive has for it: nothing for a bucket that was added since. */
interface Target extends ConnectedServer {
  archived: ArchivedServer | undefined
}

/**
 * Restores a backup into the servers that the settings name, each in one transaction: if anything fails, the databases are
 * unchanged. Tables are created by the migrations of the backup's release; those of this release follow at the next start.
 *
 * @throws OperatorError if a server is in use or away, or is not empty and `replace` is false, or if the settings do not name a
 * bucket of the backup
 */
export async function restore(db: Database, archive: CheckedArchive, options: RestoreOptions): Promise<void> {
  const { isDryRun, print } = options
  const places = bucketPlaces(db)
  checkBuckets(archive, Object.keys(places))
  await withServers(db, Object.keys(places), (servers) =>
    withConnections(servers, nothingChanged, async (connected) => {
      const targets = connected.map((server) => ({
        ...server,
        archived: archive.servers.find(({ bucket }) => bucket === server.bucket),
      }))
      await checkApart(targets, places)
      for (const { client } of targets) await nameConnection(client)
      for (const target of targets) {
        await refuseNode(target)
        checkTarget(target, await stateOf(target), options)
      }
      if (isDryRun) return print('Dry run: nothing was changed.')
      for (const server of servers) await prepareSchema(server.db)
      await restoreInto(targets, archive, options)
      for (const { client } of targets) await client.query('analyze')
      for (const { bucket, archived } of targets) if (archived === undefined) print(describeEmptied(bucket))
    }),
  )
  if (!isDryRun) print('Restored.')
}

const nothingChanged = 'Nothing was changed.'

function describeEmptied(bucket: string): string {
  return `The backup is from before the bucket ${bucket}, whose server is empty now. «bucket add ${bucket}» lets it take projects again.`
}

/**
 * Checks that each bucket of a backup has a server. Segments of two servers have the same ids, so that one database cannot take
 * both.
 *
 * @throws OperatorError
 */
export function checkBuckets({ servers }: CheckedArchive, places: readonly string[]): void {
  const missing = namesOf(servers).filter((name) => name !== mainBucket && !places.includes(name))
  if (missing.length === 0) return
  const example = missing.map((name) => `${name}=postgres://…/bugle_${name}`).join(',')
  throw new OperatorError(
    `This backup has projects in ${missing.join(', ')}, and BUGLE_BUCKETS does not name ${missing.length === 1 ? 'it' : 'them'}. Create a database for each (createdb bugle_${missing[0]}); one PostgreSQL server may have them all. Then set BUGLE_BUCKETS='${example}'. ${nothingChanged}`,
  )
}

/** Two transactions that each drop the tables of one database would wait for each other. */
async function checkApart(targets: readonly Target[], places: Buckets): Promise<void> {
  const known = new Map<string, string>()
  for (const { bucket, client } of targets) {
    const { database, schema } = await identityOf(client, places[bucket]?.schema)
    const identity = `${database} ${schema}`
    const other = known.get(identity)
    if (other !== undefined)
      throw new OperatorError(`${other} and ${bucket} are the same database. Give each bucket one of its own.`)
    known.set(identity, bucket)
  }
}

/** On a node of Citus, no table can be made or dropped. */
async function refuseNode({ bucket, client }: Target): Promise<void> {
  const coordinator = await findCoordinatorAddress(client)
  if (coordinator === undefined) return
  throw new OperatorError(
    `The server of ${bucket} is a node of Citus, where no table can be made. Name its coordinator, ${coordinator.host}:${coordinator.port}, in BUGLE_BUCKETS for this command, and place the bucket afterwards: «bucket distribute ${bucket}». ${nothingChanged}`,
  )
}

/** Sessions of a server that was just stopped are gone a moment later. */
async function stateOf({ client }: Target): Promise<TargetState> {
  let state = await readTargetState(client)
  for (let tries = 0; tries < 10 && state.sessions > 0; tries += 1) {
    await setTimeout(100)
    state = await readTargetState(client)
  }
  return state
}

function checkTarget(
  { bucket }: Target,
  { foreignTables, users, projects, projectsWithEvents, sessions }: TargetState,
  { replace, print }: RestoreOptions,
): void {
  const isMain = bucket === mainBucket
  const it = isMain ? 'this database' : `the database of ${bucket}`
  if (sessions > 0) throw new OperatorError(`Bugle is using ${it} (${sessions} sessions). Stop it first.`)
  if (foreignTables.length > 0)
    throw new OperatorError(
      `${isMain ? 'This database' : `The database of ${bucket}`} holds tables that are not Bugle’s (${foreignTables.slice(0, 5).join(', ')}). Use a separate database for Bugle.`,
    )
  if (users === 0 && projects === 0 && (isMain || projectsWithEvents === 0)) return
  const accounts = `${plural(users, 'account')} and ${plural(projects, 'project')}`
  const contents = users + projects > 0 ? accounts : `events of ${plural(projectsWithEvents, 'project')}`
  const where = isMain ? '' : ` in ${bucket}`
  if (!replace)
    throw new OperatorError(
      isMain
        ? `The target holds an installation with ${contents}. Add --replace to discard it.`
        : `The database of ${bucket} holds ${contents}. Add --replace to discard them.`,
    )
  print(`Discarding ${contents}${where}.`)
}

async function restoreInto(
  targets: readonly Target[],
  archive: CheckedArchive,
  options: RestoreOptions,
): Promise<void> {
  const { objects } = options
  const placed: NamedObject[] = []
  let isWritten = false
  try {
    await inTransactions(targets, async () => {
      await replaceAll(targets, archive, { ...options, placed })
      isWritten = true
    })
  } catch (error) {
    // Some servers may have committed.
    if (isWritten && targets.length > 1)
      throw new OperatorError('The restore was interrupted at its end. Run it again with --replace.', { cause: error })
    // No row will name them.
    if (placed.length > 0) await objects.delete(targets.at(-1)!.client, placed).catch(() => {})
    throw whyNotRestored(error)
  }
}

/** Runs work in a transaction of each server; they commit one after the other, the accounts last. */
async function inTransactions(targets: readonly Target[], work: () => Promise<void>): Promise<void> {
  const last = targets.at(-1)
  if (last === undefined) return work()
  await transactionOn(last.client, () => inTransactions(targets.slice(0, -1), work))
}

/** Says in a sentence what the database refused; anything else is a bug. */
function whyNotRestored(error: unknown): unknown {
  const { cause } = error as { cause?: unknown }
  // The cause, if its connection could not roll back.
  const said = [error, cause].find((one) => one instanceof OperatorError)
  if (said !== undefined) return said
  if (error instanceof ObjectStoreUnavailable)
    return new OperatorError(`${error.message} The database was not changed.`, { cause: error })
  const refused = [error, cause].find((one) => one instanceof pg.DatabaseError)
  if (refused === undefined) return error
  const { code, message } = refused as pg.DatabaseError
  return new OperatorError(`The database refused the backup, and was not changed: ${message} (SQLSTATE ${code}).`, {
    cause: error,
  })
}

async function replaceAll(
  targets: readonly Target[],
  archive: CheckedArchive,
  { installSecret, keepSessions, objects, placed, print }: RestoreOptions & { placed: NamedObject[] },
): Promise<void> {
  const accounts = targets.at(-1)!.client
  const installation = await findInstallation(accounts)
  const known = [...(await readMigrationFiles()).values()]
  const takenBack: string[] = []
  for (const { bucket, client, archived } of targets)
    await whileThere(bucket, nothingChanged, async () => {
      await client.query('set local statement_timeout = 0')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await dropEverything(client, known)
      if (await takeBackSchema(client)) takenBack.push(bucket)
      if (archived !== undefined) await applyMigrations(client, archived.migrations)
    })
  // The objects of the former data have keys of the same installation, so that its sweep removes them.
  if (installation !== undefined) await keepInstallation(accounts, installation)
  const rows = await loadTables(targets, archive, { objects, placed, print })
  for (const { bucket, client, archived } of targets)
    if (archived !== undefined)
      await whileThere(bucket, nothingChanged, async () => {
        await setSequences(client, archived.header.sequences)
        await releaseAllClaims(client)
        await forgetExpiredJobs(client)
      })
  if (!keepSessions) {
    const ended = await endAllSessions(accounts)
    if (ended > 0)
      print(`Ended ${ended} sessions (--keep-sessions keeps them). API tokens and ingest tokens are unchanged.`)
  }
  await installSecret()
  print(`Wrote ${rows} rows.`)
  for (const bucket of takenBack)
    print(`${bucket} is on the coordinator of Citus now. «bucket distribute ${bucket}» places it on a node again.`)
}

async function loadTables(
  targets: readonly Target[],
  { path, bytes }: CheckedArchive,
  { objects, placed, print }: { objects: ObjectPayloads; placed: NamedObject[]; print: Print },
): Promise<number> {
  const progress = new Progress(print, 'wrote')
  const accounts = targets.at(-1)!.client
  const frames = readArchive(path)
  let [rows, done] = [0, 0]
  let next = await frames.next()
  let target: Target | undefined
  const dataOf = async function* (table: ArchivedTable): AsyncGenerator<Buffer> {
    for (next = await frames.next(); isData(next); next = await frames.next()) {
      done += next.value.bytes.length
      progress.report(table.name, done, bytes)
      yield next.value.bytes
    }
  }
  const load = async ({ client }: Target, table: ArchivedTable) => {
    await makePartition(client, table)
    await emptyTable(client, table)
    let content: AsyncIterable<Buffer> = dataOf(table)
    if (hasPayloads(table)) {
      // The connection is busy while it copies. Keys begin with the id of the installation, which the accounts have.
      await objects.open(accounts)
      content = placePayloads(content, table, { db: client, objects, onPut: (object) => placed.push(object) })
    }
    rows += await copyIn(client, copyInStatement(table), content)
  }
  try {
    while (!next.done) {
      const frame = next.value
      if (frame.kind === 'header') target = targets.find(({ bucket }) => bucket === (frame.header.bucket ?? mainBucket))
      if (frame.kind === 'table') await whileThere(target!.bucket, nothingChanged, () => load(target!, frame.table))
      else next = await frames.next()
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
