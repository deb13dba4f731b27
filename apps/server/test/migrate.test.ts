import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { readMigrationFiles } from '../src/db/migration-files.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const change = (statement: string) => database.pool.query(statement)
const note = (name: string) =>
  database.pool.query(`insert into kysely_migration (name, timestamp) values ($1, '2030-01-01')`, [name])

it('code runs on tables of a newer release that still support it', async () => {
  await note('9998_from_the_future')
  expect(await migrate(database.pool)).toEqual([])
})

it('older code refuses tables that need a newer release, in a sentence', async () => {
  await note('9999_breaks_older_code')
  await change(`
    create or replace function oldest_code() returns text[] language sql immutable
    as $$ select array['9999_breaks_older_code', '7.0.0'] $$`)
  await expect(migrate(database.pool)).rejects.toThrow(
    /^These tables are those of a newer Bugle and need 7\.0\.0 or later\. Nothing was changed\./,
  )
})

// No two releases differ in what follows: only data of an unreleased version does.
const unreleased: [what: string, statement: string, says: RegExp][] = [
  [
    'edited migrations',
    `update migration_hashes set sha256 = 'x' where name in ('0004_pipeline', '0005_events')`,
    /another, unreleased version of Bugle: 0004_pipeline, 0005_events have another text here/,
  ],
  [
    'a missing migration',
    `delete from kysely_migration where name = '0004_pipeline'`,
    /another, unreleased version of Bugle: 0004_pipeline is missing/,
  ],
  [
    'unknown migrations without a word about the oldest code',
    `drop function oldest_code(); insert into kysely_migration values ('0002_events', '2026')`,
    /an older, unreleased version of Bugle: 0002_events is not known here/,
  ],
  [
    'unknown migrations beside missing ones',
    `update kysely_migration set name = '0099_branch' where name = '0015_served_scripts'`,
    /another, unreleased version of Bugle: 0015_served_scripts is missing/,
  ],
  [
    'migrations without hashes',
    'drop table migration_hashes',
    /an older, unreleased version of Bugle, which did not record the texts of its migrations/,
  ],
]

it.each(unreleased)('%s are refused in a sentence with a remedy, and stay as they are', async (_, statement, says) => {
  await change(statement)
  const recorded = () => change('select name from kysely_migration order by name')
  const before = await recorded()
  await expect(migrate(database.pool)).rejects.toThrow(says)
  await expect(migrate(database.pool)).rejects.toThrow(/Nothing was changed\. No data is lost: .*move BUGLE_DATA away/)
  expect((await recorded()).rows).toEqual(before.rows)
})

it('every migration is recorded with the hash of its text', async () => {
  const { rows } = await change('select name, sha256 from migration_hashes order by name')
  const files = await readMigrationFiles()
  expect(rows).toEqual([...files].map(([name, { sha256 }]) => ({ name, sha256 })))
})

it('tables of the same name in another schema are not taken for these', async () => {
  await change('create schema elsewhere')
  await change('alter table kysely_migration set schema elsewhere')
  await change('drop table kysely_migration_lock')
  await change('drop schema public cascade')
  await change('create schema public')
  expect(await migrate(database.pool)).toContain('0001_accounts')
})
