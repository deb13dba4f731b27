import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const note = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(database.kysely)

it('code runs on tables of a newer release that still support it', async () => {
  await note('9998_from_the_future')
  expect(await migrate(database)).toEqual([])
})

it('older code refuses tables that need a newer release, in a sentence', async () => {
  await note('9999_breaks_older_code')
  await sql`
    create or replace function oldest_code() returns text[] language sql immutable
    as $$ select array['9999_breaks_older_code', '7.0.0'] $$`.execute(database.kysely)
  await expect(migrate(database)).rejects.toThrow(
    /^These tables are those of a newer Bugle and need 7\.0\.0 or later\. Nothing was changed\./,
  )
})

it('migrations in another order are reported with a remedy', async () => {
  await sql`delete from kysely_migration where name = '0003_pipeline'`.execute(database.kysely)
  await expect(migrate(database)).rejects.toThrow(/development version.*no data is lost.*move BUGLE_DATA away/)
})

it('tables of the same name in another schema are not taken for these', async () => {
  const { kysely } = database
  await sql`create schema elsewhere`.execute(kysely)
  await sql`alter table kysely_migration set schema elsewhere`.execute(kysely)
  await sql`drop table kysely_migration_lock`.execute(kysely)
  await sql`drop schema public cascade`.execute(kysely)
  await sql`create schema public`.execute(kysely)
  expect(await migrate(database)).toContain('0001_accounts')
})
