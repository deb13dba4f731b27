import pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { pipelineTables, projectTables, referenceTables } from '../src/db/table-classes.ts'

/** Names of the two databases that tests with accounts and events apart copy. */
export interface ApartTemplates {
  accounts: string
  events: string
}

/** Whether accounts and events of the tests in this process are in two databases. */
export function isApart(): boolean {
  return process.env.BUGLE_TEST_APART !== undefined
}

/** Tables that are on both sides: a job is done where it was queued, and each server knows its own migrations. */
const onBoth: readonly string[] = ['jobs', 'migration_hashes']
/** Tables with rows of projects. Ingest processes share permits of the rate limit beside the accounts. */
const ofABucket = [...projectTables, ...pipelineTables].filter((table) => table !== 'rate_grants')

/**
 * Makes of the migrated template one of accounts, whose main bucket takes no events, and one of a bucket, whose tables of accounts are
 * empty shells. A statement on the wrong side fails: it finds no column there, or no row may be written. The tables of events stay beside the accounts,
 * since the main bucket has a worker as any other.
 */
export async function makeApartTemplates(connection: pg.PoolConfig, template: string): Promise<ApartTemplates> {
  const templates = { accounts: `${template}_accounts`, events: `${template}_events` }
  const server = new pg.Client(connection)
  await server.connect()
  for (const name of Object.values(templates)) await server.query(`create database ${name} template ${template}`)
  await server.end()
  await runOn({ ...connection, database: templates.accounts }, [
    `insert into buckets (name) values ('second')`,
    `update buckets set takes_new = false where name = 'main'`,
    ...ofABucket.map((table) => `alter table ${table} add constraint ${table}_of_another_bucket check (false)`),
  ])
  const ofAccounts = referenceTables.filter((table) => !onBoth.includes(table))
  await runOn({ ...connection, database: templates.events }, [
    `drop table ${ofAccounts.join(', ')} cascade`,
    // Without a column: their bytes are measured on every server.
    ...ofAccounts.map((table) => `create table ${table} ()`),
  ])
  return templates
}

async function runOn(connection: pg.PoolConfig, statements: readonly string[]): Promise<void> {
  const db = openDatabase({ connection, connections: 1 })
  for (const statement of statements) await db.query(statement)
  await db.end()
}
