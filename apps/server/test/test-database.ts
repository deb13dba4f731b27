import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { poolSize } from '../../../scripts/test-connections.mjs'
import { type Database, openDatabase } from '../src/db/database.ts'

export interface TestDatabase {
  pool: Database
  connection: pg.PoolConfig
  /** Closes the pool, unless it is closed, and drops the database. */
  drop(): Promise<void>
}

/** Creates a migrated, empty database for one test file. */
export async function createTestDatabase({ connections = poolSize } = {}): Promise<TestDatabase> {
  const { connection, template } = inject('postgres')
  const name = `bugle_test_${randomBytes(6).toString('hex')}`
  await onServer(connection, `create database ${name} template ${template}`)
  const pool = openDatabase({ connection: { ...connection, database: name }, connections })
  return {
    pool,
    connection: { ...connection, database: name },
    drop: async () => {
      if (!pool.ending) await pool.end()
      await onServer(connection, `drop database ${name} with (force)`)
    },
  }
}

/** Connects another process to the same database, without owning it. */
export function openBeside({ connection }: TestDatabase): TestDatabase {
  return { pool: openDatabase({ connection, connections: 4 }), connection, drop: async () => {} }
}

async function onServer(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}
