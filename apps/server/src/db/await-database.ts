import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseUnavailable, reasonOf } from './database-unavailable.ts'

/** The database of DATABASE_URL cannot be used; the message is for people. */
export class DatabaseUnreachable extends Error {}

const intervalMs = 500

/**
 * Waits until the database of DATABASE_URL responds, because it may be starting as well.
 *
 * @throws DatabaseUnreachable after `waitMs`, and at once for errors that waiting cannot resolve, such as a wrong
 * password
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
    if (!isDatabaseUnavailable(error)) throw new DatabaseUnreachable(`DATABASE_URL: ${why}`, { cause: error })
    const over = performance.now() > until
    if (over)
      throw new DatabaseUnreachable(
        `DATABASE_URL: no database responded within ${waitMs / 1000} s (BUGLE_DATABASE_WAIT): ${why}`,
        { cause: error },
      )
    if (attempt === 1) logger.warn(`DATABASE_URL: waiting for the database to respond: ${why}`)
    await wait(intervalMs)
  }
}

async function tryToConnect(connectionString: string): Promise<Error | undefined> {
  const client = newClient(connectionString)
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

/** @throws DatabaseUnreachable if the URL names a file that cannot be read */
function newClient(connectionString: string): pg.Client {
  try {
    return new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    const why = path === undefined ? message : `${path}, which it names, cannot be read (${code})`
    throw new DatabaseUnreachable(`DATABASE_URL: ${why}.`, { cause: error })
  }
}

function whyUnreachable(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException
  const message = reasonOf(error)
  if (/^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_|^CERT_/.test(code))
    return `${message}. Add the certificate of the authority that signed the database’s certificate: sslmode=verify-full&sslrootcert=/path/to/ca.pem`
  if (message === 'The server does not support SSL connections')
    return `${message}. Remove sslmode from the URL, or turn on TLS in PostgreSQL.`
  return message
}
