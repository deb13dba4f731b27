import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { endOnBrokenPipe } from '../../../scripts/broken-pipe.mjs'
import { folderOfDatabases } from '../../../scripts/memory-folder.mjs'
import { maxConnections } from '../../../scripts/test-connections.mjs'
import { openDatabase } from '../src/db/database.ts'
import { startEmbeddedDatabase } from '../src/db/embedded/index.ts'
import { migrate } from '../src/db/migrate.ts'
import { type ApartTemplates, makeApartTemplates } from './apart-templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases, and the migrated template that they copy. */
    postgres: { connection: pg.PoolConfig; template: string; apart?: ApartTemplates }
    /** Columns whose default is a time or a random number, by table. */
    movingDefaults: [table: string, columns: string[]][]
    /** A folder for what files that run in one worker share; it is removed after all tests. */
    sharedFolder: string
  }
}

/** Starts PostgreSQL, or uses that of DATABASE_URL, and migrates the template database of all test files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  endOnBrokenPipe(project.vitest)
  const { connection, stop } = await findOrStart()
  // Projects may share the server of DATABASE_URL.
  const template = `bugle_template_${process.pid}_${project.name.replaceAll('-', '_')}`
  await onServer(connection, `create database ${template}`)
  project.provide('movingDefaults', await migrateTemplate({ ...connection, database: template }))
  const apart =
    project.config.env?.BUGLE_TEST_APART === undefined ? undefined : await makeApartTemplates(connection, template)
  project.provide('postgres', { connection, template, ...(apart && { apart }) })
  const sharedFolder = await mkdtemp(join(tmpdir(), 'bugle-test-'))
  project.provide('sharedFolder', sharedFolder)
  return async () => {
    for (const name of [template, ...Object.values(apart ?? {})]) await onServer(connection, `drop database ${name}`)
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
  const dataDirectory = await mkdtemp(join(folderOfDatabases(), 'bugle-test-'))
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

/** @returns the columns whose default moves */
async function migrateTemplate(connection: pg.PoolConfig): Promise<[table: string, columns: string[]][]> {
  const db = openDatabase({ connection, connections: 2 })
  await migrate(db)
  const { rows } = await db.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text) as columns
       from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       join pg_class c on c.oid = d.adrelid
      where c.relnamespace = current_schema()::regnamespace
        and pg_get_expr(d.adbin, d.adrelid) ~ '(now|clock_timestamp|random|gen_random_uuid)\\('
      group by c.relname`,
  )
  await db.end()
  return rows.map(({ table, columns }) => [table, columns])
}

async function onServer(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}
