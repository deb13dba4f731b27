import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { poolSize } from '../../../scripts/test-connections.mjs'
import { bucketDatabase, mainBucket } from '../src/db/buckets.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { isApart } from './apart-templates.ts'

export interface TestDatabase {
  /** The side of events; statements about accounts reach them by it, too, but for those about jobs. */
  pool: Database
  /** The side of accounts, with the jobs that were queued there. The same database, unless the two are apart. */
  accounts: Database
  /** Connections to each side. */
  connection: pg.PoolConfig
  accountsConnection: pg.PoolConfig
  /** The database as a server has it: if the sides are apart, its statements about events need a bucket. */
  ofServer: Database
  /** Closes the pool, unless it is closed, and drops the database. */
  drop(): Promise<void>
}

/** The bucket that has all projects, if accounts and events are apart. */
const bucket = 'second'

/** Creates a migrated, empty database for one test file. */
export async function createTestDatabase({ connections = poolSize } = {}): Promise<TestDatabase> {
  const { connection, template, apart } = inject('postgres')
  const name = `bugle_test_${randomBytes(6).toString('hex')}`
  const sides: [name: string, template: string][] =
    isApart() && apart !== undefined
      ? [
          [name, apart.events],
          [`${name}_accounts`, apart.accounts],
        ]
      : [[name, template]]
  for (const [side, copied] of sides) await onServer(connection, `create database ${side} template ${copied}`)
  const [events, accounts = events] = sides.map(([side]) => ({ ...connection, database: side }))
  const database = openSides({ events: events!, accounts: accounts!, connections })
  return {
    ...database,
    drop: async () => {
      if (!database.ofServer.ending) await database.ofServer.end()
      for (const [side] of sides) await onServer(connection, `drop database ${side} with (force)`)
    },
  }
}

/** Connects another process to the same database, without owning it. */
export function openBeside({ connection, accountsConnection }: TestDatabase): TestDatabase {
  const database = openSides({ events: connection, accounts: accountsConnection, connections: 4 })
  return { ...database, drop: async () => {} }
}

function openSides({
  events,
  accounts,
  connections,
}: {
  events: pg.PoolConfig
  accounts: pg.PoolConfig
  connections: number
}): Omit<TestDatabase, 'drop'> {
  const both = { connection: events, accountsConnection: accounts }
  if (events === accounts) {
    const pool = openDatabase({ connection: events, connections })
    return { ...both, pool, accounts: pool, ofServer: pool }
  }
  const ofServer = openDatabase({ connection: accounts, connections, buckets: { [bucket]: events } })
  return {
    ...both,
    pool: bucketDatabase(ofServer, bucket),
    accounts: bucketDatabase(ofServer, mainBucket),
    ofServer,
  }
}

async function onServer(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}
