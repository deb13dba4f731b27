import type pg from 'pg'
import { type Buckets, mainBucket } from '../db/buckets.ts'
import { BucketNotReady, checkBucketSchema } from '../db/check-bucket-schema.ts'
import { openDatabase } from '../db/database.ts'
import { isConnectionFailure, isDatabaseUnavailable, reasonOf } from '../db/database-unavailable.ts'
import { OperatorError } from './operator-error.ts'

/** Says in a sentence why there is no connection to the server of a bucket. */
export function describeAway(bucket: string, error: unknown): string {
  const server = bucket === mainBucket ? 'The database server' : `The server of ${bucket}`
  const verb = isDatabaseUnavailable(error) ? 'does not respond' : 'refuses the connection'
  return `${server} ${verb}: ${reasonOf(error)}.`
}

/** Where a command finds its tables. */
export interface Places {
  accounts: pg.PoolConfig
  buckets: Buckets
}

/**
 * Runs a command, and says in a sentence which server cannot be used if that is why it failed.
 *
 * @throws OperatorError in the place of an error of a connection
 */
export async function namingServers<T>(places: Places, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BucketNotReady)
      throw new OperatorError(`${error.message} «doctor» says more.`, { cause: error })
    if (!isConnectionFailure(error)) throw error
    // The error does not say whose it is.
    throw new OperatorError((await findAway(places)) ?? describeAway(mainBucket, error), { cause: error })
  }
}

/** Describes the first server that cannot be used. */
async function findAway({ accounts, buckets }: Places): Promise<string | undefined> {
  const checks: [string, () => Promise<void>][] = [
    [mainBucket, () => connect(accounts)],
    ...Object.entries(buckets).map(([name, place]): [string, () => Promise<void>] => [
      name,
      () => checkBucketSchema(name, place),
    ]),
  ]
  for (const [name, check] of checks)
    try {
      await check()
    } catch (error) {
      return error instanceof BucketNotReady ? error.message : describeAway(name, error)
    }
  return undefined
}

async function connect(connection: pg.PoolConfig): Promise<void> {
  const db = openDatabase({ connection, connections: 1 })
  try {
    await db.query('select 1')
  } finally {
    await db.end()
  }
}
