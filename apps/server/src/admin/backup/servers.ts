import { bucketDatabase, bucketPlaces, mainBucket } from '../../db/buckets.ts'
import { type Connection, type Database, openDatabase } from '../../db/database.ts'
import { isConnectionFailure } from '../../db/database-unavailable.ts'
import { describeAway } from '../describe-away.ts'
import { OperatorError } from '../operator-error.ts'

/** A database server of the installation: that of a bucket, or that of the accounts, whose bucket is the main one. */
export interface Server {
  bucket: string
  /** Reaches this server alone. */
  db: Database
}

/** A server with a connection to it. */
export interface ConnectedServer extends Server {
  client: Connection
}

/**
 * Opens the servers of buckets and of the accounts, each by itself: every statement goes to its own tables.
 *
 * @param names the buckets beside the main one, all of which the settings name
 * @param work receives the server of the accounts at the end
 */
export async function withServers<T>(
  db: Database,
  names: readonly string[],
  work: (servers: Server[]) => Promise<T>,
): Promise<T> {
  const places = bucketPlaces(db)
  const servers = names.map((bucket) => ({
    bucket,
    db: openDatabase({ connection: places[bucket]!, connections: 2 }),
  }))
  try {
    return await work([...servers, { bucket: mainBucket, db: bucketDatabase(db, mainBucket) }])
  } finally {
    for (const server of servers) await server.db.end()
  }
}

/**
 * Runs work with a connection to each server, which is closed afterwards.
 *
 * @param consequence follows the sentence that a server does not respond
 */
export async function withConnections<T>(
  [server, ...others]: readonly Server[],
  consequence: string,
  work: (connected: ConnectedServer[]) => Promise<T>,
): Promise<T> {
  if (server === undefined) return work([])
  const client = await whileThere(server.bucket, consequence, () => server.db.connect())
  try {
    return await withConnections(others, consequence, (more) => work([{ ...server, client }, ...more]))
  } finally {
    client.release(true)
  }
}

/** Runs work on a server, and says in a sentence that the server of a bucket does not respond. */
export async function whileThere<T>(bucket: string, consequence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isConnectionFailure(error)) throw error
    throw new OperatorError(`${describeAway(bucket, error)} ${consequence}`, { cause: error })
  }
}
