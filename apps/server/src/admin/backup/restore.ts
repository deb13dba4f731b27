import { resolve } from 'node:path'
import type pg from 'pg'
import { copyIn } from '../../db/copy.ts'
import { type Database, onOwnConnection, transactionOn } from '../../db/database.ts'
import { readMigrationFiles } from '../../db/migrate.ts'
import { endAllSessions } from '../../domains/auth/index.ts'
import { forgetExpiredJobs } from '../../domains/jobs/index.ts'
import { releaseAllClaims } from '../../domains/storage/index.ts'
import { OperatorError } from '../operator-error.ts'
import { type ArchivedTable, type ArchiveFrame, type ArchiveHeader, readArchive } from './archive.ts'
import { copyInStatement } from './backup-store.ts'
import { Progress, sizeOf } from './progress.ts'
import {
  applyMigrations,
  dropEverything,
  makePartition,
  readTargetState,
  setSequences,
  type TargetState,
} from './restore-store.ts'

type Print = (line: string) => void

/** A backup that was read to its end and is whole. */
export interface CheckedArchive {
  path: string
  header: ArchiveHeader
  tables: number
  /** Of the tables' rows, not compressed. */
  bytes: number
  /** The migrations that its tables have, in their order. */
  migrations: [name: string, statements: string][]
}

/**
 * Reads a backup from beginning to end, before anything is changed because of it.
 *
 * @throws OperatorError when it is none, is not whole, or is of a newer release
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
    progress.at(file, bytes)
  }
  if (header === undefined) throw new OperatorError(`${file} is no backup of Bugle.`)
  const known = await readMigrationFiles()
  const unknown = header.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new OperatorError(
      `This backup is of Bugle ${header.version}, which is newer: it has ${unknown.join(', ')}. Restore it with that release.`,
    )
  const applied = new Set(header.migrations)
  const migrations = [...known].filter(([name]) => applied.has(name))
  print(
    `${file}: of ${header.created_at}, Bugle ${header.version}, PostgreSQL ${header.postgres}, ${tables} tables, ${sizeOf(bytes)}; whole.`,
  )
  return { path: file, header, tables, bytes, migrations }
}

export interface RestoreOptions {
  /** What is there goes. */
  replace: boolean
  isDryRun: boolean
  /** Otherwise everybody logs in anew: a session of the backup may have been ended since, and its password changed. */
  keepSessions: boolean
  /** Puts the secret in place; called when all is read in, just before it is committed. */
  keepSecret: () => Promise<void>
  print: Print
}

/**
 * Makes a database what a backup holds, in one transaction: when anything fails it is as it was. Tables are made by the
 * migrations of the backup's release; those of this one follow at the next start.
 *
 * @throws OperatorError when the database is used, or holds something and `replace` was not said
 */
export async function restore({ pool }: Database, archive: CheckedArchive, options: RestoreOptions): Promise<void> {
  const { isDryRun, print } = options
  await onOwnConnection(pool, async (client) => {
    const state = await readTargetState(client)
    checkTarget(state, options)
    if (isDryRun) return print('Dry run: nothing was changed.')
    await transactionOn(client, (tx) => replaceAll(tx, archive, options))
    await client.query('analyze')
  })
  if (!isDryRun) print('Restored.')
}

function checkTarget(
  { foreignTables, users, projects, sessions }: TargetState,
  { replace, print }: RestoreOptions,
): void {
  if (sessions > 0) throw new OperatorError(`A Bugle works on this database (${sessions} sessions). Stop it first.`)
  if (foreignTables.length > 0)
    throw new OperatorError(
      `This database holds tables that are not Bugle’s (${foreignTables.slice(0, 5).join(', ')}). Give Bugle one of its own.`,
    )
  if (users === 0 && projects === 0) return
  const what = `${users} ${users === 1 ? 'account' : 'accounts'} and ${projects} ${projects === 1 ? 'project' : 'projects'}`
  if (!replace) throw new OperatorError(`There is an installation with ${what} here. To lose it, say --replace.`)
  print(`What is here goes: ${what}.`)
}

async function replaceAll(
  tx: pg.PoolClient,
  archive: CheckedArchive,
  { keepSecret, keepSessions, print }: RestoreOptions,
): Promise<void> {
  await tx.query('set local statement_timeout = 0')
  await tx.query('set local idle_in_transaction_session_timeout = 0')
  await dropEverything(tx, (await readMigrationFiles()).values())
  await applyMigrations(tx, archive.migrations)
  const rows = await loadTables(tx, archive, print)
  await setSequences(tx, archive.header.sequences)
  await releaseAllClaims(tx)
  await forgetExpiredJobs(tx)
  if (!keepSessions) {
    const ended = await endAllSessions(tx)
    if (ended > 0)
      print(`${ended} sessions are ended (--keep-sessions keeps them). API tokens and ingest tokens are as they were.`)
  }
  await keepSecret()
  print(`Wrote ${rows} rows.`)
}

async function loadTables(tx: pg.PoolClient, { path, bytes }: CheckedArchive, print: Print): Promise<number> {
  const progress = new Progress(print, 'wrote')
  const frames = readArchive(path)
  let [rows, done] = [0, 0]
  let next = await frames.next()
  const dataOf = async function* (table: ArchivedTable): AsyncGenerator<Buffer> {
    for (next = await frames.next(); isData(next); next = await frames.next()) {
      done += next.value.bytes.length
      progress.at(table.name, done, bytes)
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
      rows += await copyIn(tx, copyInStatement(table), dataOf(table))
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
