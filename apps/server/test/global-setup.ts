import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { maxConnections } from '../../../scripts/test-connections.mjs'
import { openDatabase } from '../src/db/database.ts'
import { startEmbeddedDatabase } from '../src/db/embedded/index.ts'
import { migrate } from '../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases, and the migrated template that they copy. */
    postgres: { connection: pg.PoolConfig; template: string }
    /** A folder for what files that run in one worker share; it is removed after all tests. */
    sharedFolder: string
  }
}

/** Starts PostgreSQL, or uses that of DATABASE_URL, and migrates the template database of all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await findOrStart()
  const template = `bugle_template_${process.pid}`
  await onServer(connection, `create database ${template}`)
  await migrateTemplate({ ...connection, database: template })
  project.provide('postgres', { connection, template })
  const sharedFolder = await mkdtemp(join(tmpdir(), 'bugle-test-'))
  project.provide('sharedFolder', sharedFolder)
  return async () => {
    await onServer(connection, `drop database ${template}`)
    await stop()
    await rm(sharedFolder, { recursive: true })
  }
}

async function findOrStart(): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
  const url = process.env.DATABASE_URL
  if (url === undefined || url === '') return startOwn()
  const { hostname, port, username, password, pathname } = new URL(url)
  const connection = {
    host: decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  }
  return { connection, stop: async () => {} }
}

async function startOwn(): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bugle-test-'))
  const log = { info: () => {}, warn: () => {} }
  const database = await startEmbeddedDatabase({ dataDirectory, sharedBuffersMb: 32, maxConnections, log })
  return {
    connection: { ...database.connection, ssl: false },
    stop: async () => {
      await database.stop()
      await rm(dataDirectory, { recursive: true })
    },
  }
}

async function migrateTemplate(connection: pg.PoolConfig): Promise<void> {
  const db = openDatabase({ connection, connections: 2 })
  await migrate(db)
  await db.end()
}

async function onServer(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}
