import pg from 'pg'
import { type Buckets, bucketDatabase, mainBucket, UnknownBucket } from '../db/buckets.ts'
import { BucketNotReady } from '../db/check-bucket-schema.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { isConnectionFailure, isDatabaseUnavailable, reasonOf } from '../db/database-unavailable.ts'
import { placeSchema } from '../db/distributed.ts'
import { migrate } from '../db/migrate.ts'
import type { Place } from '../db/place.ts'
import { saveBucket } from '../domains/projects/index.ts'
import { prepareSegmentNumbers } from '../domains/storage/index.ts'
import { type BucketUse, countProjectsWithEvents, findBuckets, identityOf, readBucketUse } from './bucket-store.ts'
import { describeAway } from './describe-away.ts'
import { formatBytes } from './format-bytes.ts'
import { formatColumns } from './format-columns.ts'
import { OperatorError } from './operator-error.ts'
import { plural } from './plural.ts'

type Print = (line: string) => void

export interface BucketOptions {
  /** Connections of the buckets beside the main one. */
  places: Buckets
  print: Print
}

/** Prints each bucket: its server, what is there, whether it takes new projects, and whether it responds. */
export async function listBuckets(db: Database, { places, print }: BucketOptions): Promise<void> {
  const rows: string[][] = []
  for (const { name, takesNew, projects } of await findBuckets(db)) {
    const use = await findUse(db, name)
    rows.push([
      name,
      name === mainBucket ? 'beside the accounts' : serverOf(places[name]),
      plural(projects, 'project'),
      typeof use === 'string' ? '' : formatBytes(use.bytes),
      typeof use === 'string' ? '' : `${plural(use.events, 'event')} in the last full hour`,
      takesNew ? 'takes new projects' : 'closed to new projects',
      typeof use === 'string' ? use : 'responds',
    ])
  }
  for (const line of formatColumns(rows)) print(line)
}

/** Returns what a server has, or why it cannot be asked. */
async function findUse(db: Database, name: string): Promise<BucketUse | string> {
  try {
    return await readBucketUse(bucketDatabase(db, name))
  } catch (error) {
    if (error instanceof UnknownBucket) return 'BUGLE_BUCKETS does not name it'
    if (error instanceof BucketNotReady) return `its tables ${error.why}`
    return `${isDatabaseUnavailable(error) ? 'does not respond: ' : ''}${reasonOf(error)}`
  }
}

/** Shows where a server is, without the password. */
function serverOf(place: Place | undefined): string {
  if (place === undefined) return 'unknown'
  // Reads addresses that are no URL, too, such as postgres://bugle@/bugle?host=/run/postgresql.
  const { host, port, database } = new pg.Client(place)
  return `${host}:${port}/${database}${place.schema === undefined ? '' : `, schema ${place.schema}`}`
}

/**
 * Prepares the server of a bucket and adds it to the directory: from then on it takes new projects. Done again, it does nothing.
 *
 * @throws OperatorError if the settings do not name it, if it is the server of another bucket, or if events are there
 */
export async function addBucket(db: Database, name: string, { places, print }: BucketOptions): Promise<void> {
  const place = places[name]
  if (place === undefined)
    throw new OperatorError(`BUGLE_BUCKETS does not name ${name}. Add it there, for the server and for this command.`)
  const others = await findBuckets(db)
  const isThere = others.some((bucket) => bucket.name === name)
  if (!isThere) await refuseOther(db, name, { places, others })
  await whileItResponds(name, () => prepare(place))
  if (isThere) return print(`${name} is there already.`)
  await refuseUsed(db, name)
  await saveBucket(db, name, { takesNew: true })
  print(`${name} takes new projects from now on, once every server process has this BUGLE_BUCKETS.`)
}

async function prepare(connection: pg.PoolConfig): Promise<void> {
  const bucket = openDatabase({ connection, connections: 2 })
  try {
    await migrate(bucket)
    await prepareSegmentNumbers(bucket)
  } finally {
    await bucket.end()
  }
}

async function whileItResponds<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnknownBucket) throw new OperatorError(error.message)
    if (!isConnectionFailure(error)) throw error
    throw new OperatorError(describeAway(name, error), { cause: error })
  }
}

/** Two buckets in one place would mix their projects; tables in `public` would be seen from each schema of the database. */
async function refuseOther(
  db: Database,
  name: string,
  { places, others }: { places: Buckets; others: readonly { name: string }[] },
): Promise<void> {
  const find = (bucket: string) =>
    whileItResponds(bucket, () => identityOf(bucketDatabase(db, bucket), places[bucket]?.schema))
  const own = await find(name)
  for (const { name: other } of others) {
    const { database, schema } = await find(other)
    if (database !== own.database) continue
    if (schema === own.schema)
      throw new OperatorError(`${name} and ${other} are the same database. Give each bucket one of its own.`)
    if ([schema, own.schema].includes('public'))
      throw new OperatorError(
        `${name} and ${other} are in one database, and one of them has its tables in the schema public. Give each a schema of its own (?schema=), or a database.`,
      )
  }
}

/** Projects of this installation may have, or get, the numbers of those whose events are there. */
async function refuseUsed(db: Database, name: string): Promise<void> {
  const projects = await countProjectsWithEvents(bucketDatabase(db, name))
  if (projects > 0)
    throw new OperatorError(
      `The database of ${name} holds events of ${plural(projects, 'project')}, of another installation or from before a restore. Give it an empty one.`,
    )
}

/** Lets a bucket take new projects, or no longer; what it has goes on. */
export async function setTakesNew(
  db: Database,
  name: string,
  { takesNew, print }: { takesNew: boolean; print: Print },
): Promise<void> {
  const buckets = await findBuckets(db)
  if (!buckets.some((bucket) => bucket.name === name))
    throw new OperatorError(`There is no bucket ${name}. «bucket list» shows all.`)
  if (!takesNew && buckets.every((bucket) => bucket.name === name || !bucket.takesNew))
    throw new OperatorError(`No other bucket takes new projects. Open one first.`)
  await saveBucket(db, name, { takesNew })
  print(takesNew ? `${name} takes new projects.` : `${name} takes no new projects.`)
}

/**
 * Lets Citus place the schema of a bucket on one of its nodes. Done again, it says where the bucket is.
 *
 * @throws OperatorError if the bucket is no schema, or its server is no coordinator of Citus
 */
export async function distributeBucket(db: Database, name: string, { places, print }: BucketOptions): Promise<void> {
  const schema = places[name]?.schema
  if (schema === undefined)
    throw new OperatorError(
      `${name} is not a schema. Name one in BUGLE_BUCKETS (?schema=), add the bucket, then distribute it.`,
    )
  const own = await whileItResponds(name, () => placeSchema(bucketDatabase(db, name), schema))
  if (own === undefined)
    throw new OperatorError(
      `The server of ${name} is no coordinator of Citus with nodes; docs/scaling.md says how to set one up.`,
    )
  print(`${name} is on ${own.host}:${own.port}. Name that node in BUGLE_BUCKETS, for all processes, and restart them.`)
}
