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

/** Recovery reads at most the log since the last checkpoint (about 1 GB); a slow disk may need minutes for that. */
const longestRecoveryMs = 15 * 60_000
const worthMentioningMs = 2_000

/** Not there yet, starting up, or the connection was cut because the server is giving up. */
const notYet = ['ENOENT', 'ECONNREFUSED', 'EAGAIN', 'ECONNRESET', 'EPIPE', '57P03']

/** Wrong password and unknown database: what a first start answers, and one that was killed before it had made both. */
const notMadeYet = ['28P01', '28000', '3D000']

/** Waits until the database answers, and makes our role and database on the way if they are not there. */
export async function untilReady(
  postmaster: Postmaster,
  { isNew, ...connection }: Connection & { readonly isNew: boolean },
  log: Log,
): Promise<void> {
  const began = performance.now()
  let mentioned = 0
  let step: 'connect' | 'make' | 'connect as made' = isNew ? 'make' : 'connect'
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 200)) {
    if (postmaster.hasExited()) throw gaveUp(postmaster)
    const failure = await failureOf(() =>
      step === 'make' ? makeDatabase(connection) : withClient(connection, async () => {}),
    )
    if (!failure) {
      if (step !== 'make') return
      step = 'connect as made'
      continue
    }
    if (step === 'connect' && notMadeYet.includes(failure.code)) {
      step = 'make'
      continue
    }
    if (!notYet.includes(failure.code)) throw failure.error
    const waited = performance.now() - began
    if (waited > longestRecoveryMs) {
      throw new EmbeddedDatabaseError('The database has been recovering for 15 minutes without getting ready.')
    }
    if (waited > worthMentioningMs * 2 ** mentioned) {
      mentioned += 1
      const seconds = Math.round(waited / 1000)
      log.info({ seconds }, 'Waiting for the database; after a crash it first recovers what was written last')
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

/** pg reports a connection that closes during the greeting without a code. */
function codeOfMessage(error: unknown): string {
  return error instanceof Error && error.message.startsWith('Connection terminated') ? 'ECONNRESET' : ''
}

async function withClient(connection: Connection, work: (client: pg.Client) => Promise<void>): Promise<void> {
  // Without ssl: false, PGSSLMODE of the person's shell would decide.
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
 * Our role is an ordinary one that owns its database, as it would be on a hosted PostgreSQL: nothing of ours can come to
 * need a superuser, and no hole of ours gives the files and programs of the machine away.
 */
async function makeDatabase(connection: Connection): Promise<void> {
  try {
    await withClient({ ...connection, user: 'postgres', database: 'postgres' }, async (client) => {
      const role = client.escapeIdentifier(connection.user)
      const database = client.escapeIdentifier(connection.database)
      const known = await client.query('select from pg_roles where rolname = $1', [connection.user])
      if (known.rowCount === 0) await client.query(`create role ${role}`)
      await client.query(`alter role ${role} login createdb password ${client.escapeLiteral(connection.password)}`)
      await client.query(`grant pg_monitor, pg_signal_backend, pg_checkpoint to ${role}`)
      const made = await client.query('select from pg_database where datname = $1', [connection.database])
      if (made.rowCount === 0) await client.query(`create database ${database} owner ${role}`)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error
    throw new EmbeddedDatabaseError(
      'The password file in the data directory does not belong to the database beside it. ' +
        'Delete the file `postgres/password` there and start again; a new password is then set.',
      { cause: error },
    )
  }
}
