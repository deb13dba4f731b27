import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import type { Log } from './log.ts'
import type { Postmaster } from './postmaster.ts'

export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** Recovery reads at most the log since the last checkpoint (about 1 GB), which may take minutes on a slow disk. */
const longestRecoveryMs = 15 * 60_000
const worthMentioningMs = 2_000

/** The server does not exist yet, is starting, or closed the connection because it is giving up. */
const notYet = ['ENOENT', 'ECONNREFUSED', 'EAGAIN', 'ECONNRESET', 'EPIPE', '57P03']

/**
 * Wrong password or unknown database: the response of a first start, or of one that was killed before it had created
 * both.
 */
const notCreatedYet = ['28P01', '28000', '3D000']

/** Waits until the database responds, and creates our role and database if they do not exist. */
export async function untilReady(
  postmaster: Postmaster,
  { isNew, isRecovery, ...connection }: Connection & { readonly isNew: boolean; readonly isRecovery: boolean },
  log: Log,
): Promise<void> {
  const began = performance.now()
  let mentioned = 0
  let step: 'connect' | 'create' | 'connect to created' = isNew ? 'create' : 'connect'
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 200)) {
    if (postmaster.hasExited()) throw gaveUp(postmaster)
    const failure = await failureOf(() =>
      step === 'create' ? createDatabase(connection) : withClient(connection, async () => {}),
    )
    if (!failure) {
      if (step !== 'create') return
      step = 'connect to created'
      continue
    }
    if (step === 'connect' && notCreatedYet.includes(failure.code)) {
      step = 'create'
      continue
    }
    if (!notYet.includes(failure.code)) throw failure.error
    const waited = performance.now() - began
    // From an archive it may take hours; its own command says how far it is.
    if (waited > longestRecoveryMs && !isRecovery) {
      throw new EmbeddedDatabaseError('The database has been recovering for 15 minutes without becoming ready.')
    }
    if (waited > worthMentioningMs * 2 ** mentioned) {
      mentioned += 1
      const seconds = Math.round(waited / 1000)
      log.info({ seconds }, 'Waiting for the database; after a crash it first recovers the latest writes')
    }
    await Promise.race([postmaster.exited, wait(pause)])
  }
}

function gaveUp(postmaster: Postmaster): EmbeddedDatabaseError {
  const reason = postmaster.log.lastFatal?.message ?? 'it was stopped from outside'
  return new EmbeddedDatabaseError(`PostgreSQL stopped while it was starting: ${reason}.`)
}

async function failureOf(work: () => Promise<void>): Promise<{ code: string; error: unknown } | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return { code: (error as { code?: string }).code ?? codeOfMessage(error), error }
  }
}

/** Returns a code for connections that pg reports as closed during the greeting, without a code. */
function codeOfMessage(error: unknown): string {
  return error instanceof Error && error.message.startsWith('Connection terminated') ? 'ECONNRESET' : ''
}

async function withClient(connection: Connection, work: (client: pg.Client) => Promise<void>): Promise<void> {
  // Without ssl: false, PGSSLMODE of the user's shell would apply.
  const client = new pg.Client({ ...connection, ssl: false })
  client.on('error', () => {}) // the query that was running reports it
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Creates our role and database. The role is an ordinary one that owns its database, as on a hosted PostgreSQL: none of
 * our code can come to need a superuser, and none of our vulnerabilities exposes the machine's files and programs.
 */
async function createDatabase(connection: Connection): Promise<void> {
  try {
    await withClient({ ...connection, user: 'postgres', database: 'postgres' }, async (client) => {
      const role = client.escapeIdentifier(connection.user)
      const database = client.escapeIdentifier(connection.database)
      const known = await client.query('select 1 from pg_roles where rolname = $1', [connection.user])
      if (known.rowCount === 0) await client.query(`create role ${role}`)
      await client.query(`alter role ${role} login createdb password ${client.escapeLiteral(connection.password)}`)
      await client.query(`grant pg_monitor, pg_signal_backend, pg_checkpoint to ${role}`)
      const made = await client.query('select 1 from pg_database where datname = $1', [connection.database])
      if (made.rowCount === 0) await client.query(`create database ${database} owner ${role}`)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error
    throw new EmbeddedDatabaseError(
      'The password file in the data directory does not belong to the database next to it. ' +
        'Delete the file `postgres/password` there and start again to set a new password.',
      { cause: error },
    )
  }
}
