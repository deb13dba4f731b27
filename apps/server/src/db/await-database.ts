import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseAway } from './database-away.ts'

/** The database of DATABASE_URL cannot be used; the message is for people. */
export class DatabaseUnreachable extends Error {}

const intervalMs = 500

/**
 * Waits until the database of DATABASE_URL answers: it may be starting, too.
 *
 * @throws DatabaseUnreachable after `waitMs`, and at once for what no waiting changes, such as a wrong password
 */
export async function awaitDatabase(
  connectionString: string,
  { waitMs, isStopping, logger }: { waitMs: number; isStopping: () => boolean; logger: Logger },
): Promise<void> {
  const until = performance.now() + waitMs
  for (let attempt = 1; !isStopping(); attempt += 1) {
    const error = await tryToConnect(connectionString)
    if (error === undefined) return
    const why = whyUnreachable(error)
    if (!isDatabaseAway(error)) throw new DatabaseUnreachable(`DATABASE_URL: ${why}`, { cause: error })
    const over = performance.now() > until
    if (over)
      throw new DatabaseUnreachable(
        `DATABASE_URL: no database answered within ${waitMs / 1000} s (BUGLE_DATABASE_WAIT): ${why}`,
        { cause: error },
      )
    if (attempt === 1) logger.warn(`DATABASE_URL: waiting for the database to answer: ${why}`)
    await wait(intervalMs)
  }
}

async function tryToConnect(connectionString: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => {})
  }
}

function whyUnreachable(error: Error): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : []
  const { code = '', message } = first as NodeJS.ErrnoException
  if (/^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_|^CERT_/.test(code))
    return `${message}. Name the authority that signed the certificate of the database: sslmode=verify-full&sslrootcert=/path/to/ca.pem`
  if (message === 'The server does not support SSL connections')
    return `${message}. Take sslmode out of the URL, or turn TLS on in PostgreSQL.`
  return message
}
