import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import type { Place } from './place.ts'
import { SidedClient, type Sides } from './sided-client.ts'
import { sideOf } from './sides.ts'
import { StorableClient } from './storable-parameters.ts'

/** As `database.ts` has it, which opens buckets. */
type Database = pg.Pool

/** The bucket on the server of the accounts. Every installation has it, and most have no other. */
export const mainBucket = 'main'

/** Connections of the buckets beside the main one, by name. */
export type Buckets = Readonly<Record<string, Place>>

const current = new AsyncLocalStorage<string>()
/** The bucket of each database that {@link bucketDatabase} returned. */
const namesOfPools = new WeakMap<Database, string>()

/**
 * Runs work whose statements about events go to a bucket. Without other buckets it changes nothing.
 *
 * @example const issues = await inBucket(project.bucket, () => findIssues(db, project.id))
 */
export function inBucket<T>(name: string, work: () => T): T {
  return current.run(name, work)
}

/** Names of the buckets that a database reaches, the main one first; of the database of a bucket, its own. */
export function bucketNames(db: Database): readonly string[] {
  return db instanceof BucketedPool ? db.names : [namesOfPools.get(db) ?? mainBucket]
}

/** Whether a database, or a transaction of its accounts, has buckets beside the main one. */
export function hasBuckets(db: Pick<pg.ClientBase, 'query'>): boolean {
  return db instanceof BucketedPool || (db instanceof SidedClient && db.isHomeFirst)
}

/**
 * Returns the database of a bucket, for work that is about its projects alone.
 *
 * @throws UnknownBucket if the settings do not name it
 */
export function bucketDatabase(db: Database, name: string): Database {
  if (db instanceof BucketedPool) return db.of(name)
  if (name !== mainBucket && name !== namesOfPools.get(db)) throw new UnknownBucket(name)
  return db
}

/** Returns where the buckets beside the main one are, for connections of one's own. */
export function bucketPlaces(db: Database): Buckets {
  return db instanceof BucketedPool ? db.places : {}
}

/** A project is in a bucket that the settings do not name. */
export class UnknownBucket extends Error {
  constructor(name: string) {
    super(`BUGLE_BUCKETS does not name the bucket ${name}.`)
  }
}

/** Whether an error means that a bucket cannot be reached now; work in others goes on. */
export function isBucketAway(error: unknown): boolean {
  return error instanceof UnknownBucket || isDatabaseUnavailable(error)
}

/**
 * Runs work for each bucket whose server responds, one after the other.
 *
 * @returns the results, and the names of the buckets that are away
 */
export async function forEachBucket<T>(
  db: Database,
  work: (bucket: Database, name: string) => Promise<T>,
): Promise<{ results: T[]; away: string[] }> {
  const results: T[] = []
  const away: string[] = []
  for (const name of bucketNames(db))
    try {
      results.push(await work(bucketDatabase(db, name), name))
    } catch (error) {
      if (name === mainBucket || !isBucketAway(error)) throw error
      away.push(name)
    }
  return { results, away }
}

/** Something that each bucket has one of. */
export interface OfBuckets<T> {
  /** That of the bucket in which work runs; outside of one, that of the main bucket. */
  here(): T
  all: readonly T[]
}

/**
 * Makes something for each bucket, such as the space that is left on its server.
 *
 * @example const spaces = forBuckets(db, (bucket) => createSpace(bucket)); spaces.here().take(bytes)
 */
export function forBuckets<T>(db: Database, make: (bucket: Database, name: string) => T): OfBuckets<T> {
  const [main, ...others] = bucketNames(db).map((name) => ({ name, made: make(bucketDatabase(db, name), name) }))
  const madeOf = new Map(others.map(({ name, made }) => [name, made]))
  return {
    // In a bucket that the settings do not name, the work itself fails.
    here: () => madeOf.get(current.getStore() ?? mainBucket) ?? main!.made,
    all: [main!.made, ...madeOf.values()],
  }
}

/** Throws if the server of a bucket cannot be used now. */
export type CheckBucket = (name: string, connection: pg.PoolConfig) => Promise<void>

interface Opening {
  /** Runs before the first connection to a bucket is used. */
  checkBucket: CheckBucket | undefined
  /** Receives every pool of connections. */
  onOpen: (pool: Database) => void
}

/** Opens the accounts and each bucket. */
export function openBuckets(accounts: pg.PoolConfig, buckets: Buckets, opening: Opening): Database {
  return new BucketedPool(accounts, buckets, opening)
}

/**
 * Connections of the accounts and of each bucket. The bucket in which work runs chooses; outside of one, it is the accounts, whose
 * transactions reach a bucket by `inBucket`, too.
 *
 * Transactions commit on the side of the accounts first: if the process ends in between, what accounts were told (a message to
 * send, an undo, an entry of an audit trail) is there, and the work that told them is done again. So whatever is queued there
 * must bear to be queued twice.
 */
class BucketedPool extends pg.Pool {
  readonly #buckets = new Map<string, Database>()
  readonly places: Buckets

  constructor(accounts: pg.PoolConfig, buckets: Buckets, { checkBucket, onOpen }: Opening) {
    const places = Object.fromEntries(
      Object.entries(buckets).map(([name, place]) => {
        const check = checkBucket && untilPassed(checkBucket, name, place)
        // The pool of the bucket knows it by the one name, a connection of the accounts by the other.
        return [name, { ...withoutPlace(accounts), ...place, ...(check && { onConnect: check, check }) }]
      }),
    )
    super({ ...accounts, Client: clientOf({ home: accounts, others: places, sideOf: bucketOf, isHomeFirst: true }) })
    this.places = buckets
    this.#buckets.set(mainBucket, new pg.Pool({ ...accounts, Client: StorableClient }))
    for (const [name, home] of Object.entries(places)) {
      const Client = clientOf({ home, others: { accounts }, sideOf: accountsOf, isHomeFirst: false })
      this.#buckets.set(name, new pg.Pool({ ...home, Client }))
    }
    for (const [name, pool] of this.#buckets) namesOfPools.set(pool, name)
    for (const pool of [this as Database, ...this.#buckets.values()]) onOpen(pool)
  }

  get names(): readonly string[] {
    return [...this.#buckets.keys()]
  }

  of(name: string): Database {
    const pool = this.#buckets.get(name)
    if (pool === undefined) throw new UnknownBucket(name)
    return pool
  }

  /** Every statement and transaction asks for a connection by this. */
  override connect = ((done?: (...args: unknown[]) => void) => {
    const name = current.getStore()
    if (name !== undefined) return this.of(name).connect(done as never)
    // Otherwise it would be called in the bucket of whoever gave the connection back.
    return super.connect((done && AsyncResource.bind(done)) as never)
  }) as typeof pg.Pool.prototype.connect

  override end = (async (done?: () => void) => {
    await Promise.all([super.end(), ...[...this.#buckets.values()].map((pool) => pool.end())])
    done?.()
  }) as typeof pg.Pool.prototype.end
}

/** Repeats a check for each connection until it passes. */
function untilPassed(check: CheckBucket, name: string, place: pg.PoolConfig): () => Promise<void> {
  let hasPassed = false
  return async () => {
    if (hasPassed) return
    await check(name, place)
    hasPassed = true
  }
}

/** Returns the class whose objects a pool makes for its connections. */
function clientOf(sides: Sides) {
  return class extends SidedClient {
    constructor() {
      super(sides)
    }
  }
}

/**
 * Returns the side of a statement on a connection of the accounts; the main bucket is at home. Within a bucket, jobs, locks and
 * notifications are its own, too: its worker waits for them.
 */
function bucketOf(text: string): string | undefined {
  const side = sideOf(text)
  if (side === 'accounts') return undefined
  const name = current.getStore()
  if (name === undefined && side === 'events')
    throw new Error(`a statement about events runs outside of a bucket: ${text}`)
  return name === mainBucket ? undefined : name
}

function accountsOf(text: string): string | undefined {
  return sideOf(text) === 'accounts' ? 'accounts' : undefined
}

/** Returns the settings of a pool without those that say where the server is. */
function withoutPlace({
  host,
  port,
  database,
  user,
  password,
  ssl,
  connectionString,
  options,
  schema,
  ...rest
}: Place) {
  return rest
}
