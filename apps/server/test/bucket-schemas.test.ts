import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { backUp } from '../src/admin/backup/back-up.ts'
import { checkArchive, restore } from '../src/admin/backup/restore.ts'
import { addBucket, distributeBucket } from '../src/admin/buckets.ts'
import { moveProject } from '../src/admin/projects.ts'
import { type Buckets, bucketDatabase } from '../src/db/buckets.ts'
import { onConnection, openDatabase } from '../src/db/database.ts'
import { tryLock, withLock } from '../src/db/locks.ts'
import type { Place } from '../src/db/place.ts'
import { measureSizes } from '../src/db/table-sizes.ts'
import { inRows } from '../src/domains/objects/index.ts'
import { eraseLeftovers } from '../src/domains/retention/erase.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer, type TestServer } from './start-server.ts'
import { createTestDatabase } from './test-database.ts'

// Two buckets are schemas of one database. Where the server lets the tests make roles, that of each bucket has rights on its own schema
// and on public alone, so that a statement which leaves its bucket is refused. The embedded database does not; Debian's does.

const { connection } = inject('postgres')
const unique = randomBytes(6).toString('hex')
const database = `bugle_test_${unique}`
const names = ['first', 'second'] as const
const roleOf = (name: string) => `bugle_${name}_${unique}`

async function onServer(statements: readonly string[], where = connection): Promise<unknown[]> {
  const client = new pg.Client(where)
  await client.connect()
  let found: unknown[] = []
  for (const statement of statements) found = (await client.query(statement)).rows
  await client.end()
  return found
}
const hasRoles = (await onServer(['select 1 from pg_roles r where r.rolname = current_user and r.rolsuper'])).length > 0
const placeOf = (name: string, change: Place = {}): Place => ({
  ...connection,
  database,
  ...(hasRoles && { user: roleOf(name), password: 'word' }),
  schema: name,
  options: `-c search_path=${name},public`,
  ...change,
})

await onServer([
  ...names.filter(() => hasRoles).map((name) => `create role ${roleOf(name)} login password 'word'`),
  `create database ${database}`,
])
await onServer(
  hasRoles
    ? ['create extension pg_trgm', ...names.map((name) => `create schema ${name} authorization ${roleOf(name)}`)]
    : [],
  { ...connection, database },
)
const places = { first: placeOf('first'), second: placeOf('second') }
const accounts = await createTestDatabase({ connections: 2 })
const refused = {
  public: { ...connection, database },
  accounts: { ...accounts.connection, schema: 'other', options: '-c search_path=other,public' },
  again: placeOf('first'),
}
const open = (buckets: Buckets) => openDatabase({ connection: accounts.connection, connections: 2, buckets })
const db = open(places)
const lines: string[] = []
const print = (line: string) => {
  lines.push(line)
}
for (const name of names) await addBucket(db, name, { places, print })
const server = await startServer({ digest: true, beside: { database: accounts } as TestServer, buckets: places })
const folder = mkdtempSync(join(tmpdir(), 'bugle-schemas-'))
afterAll(async () => {
  await server.close()
  await db.end()
  await accounts.drop()
  await onServer([
    `drop database ${database} with (force)`,
    ...names.filter(() => hasRoles).map((name) => `drop role ${roleOf(name)}`),
  ])
  rmSync(folder, { recursive: true })
})

const ofBucket = (name: string) => bucketDatabase(db, name)

async function newProject(bucket: string): Promise<Reporter> {
  const reporter = await newReporter(server)
  await accounts.pool.query('update projects set bucket = $1 where id = $2', [bucket, numberOf(reporter)])
  return reporter
}

async function countIn(name: string, table: string, project: Reporter): Promise<number> {
  const { rows } = await ofBucket(name).query<{ n: number }>(
    `select count(*)::int as n from ${table} where project_id = $1`,
    [numberOf(project)],
  )
  return rows[0]!.n
}

it('the tables of a bucket are in its schema, and nothing of it is in public', async () => {
  const { rows } = await onConnection(ofBucket('first'), (client) =>
    client.query<{ schema: string; tables: number }>(
      `select n.nspname as schema, count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema)' group by 1 order by 1`,
    ),
  )
  expect(rows.map(({ schema }) => schema)).toEqual(['first', 'second'])
  expect(rows[0]!.tables).toBe(rows[1]!.tables)
})

it.skipIf(!hasRoles)('a statement about the other bucket is refused', async () => {
  await expect(ofBucket('first').query('select 1 from second.issues')).rejects.toThrow('permission denied')
})

it('a place that is another’s, or whose public schema has tables, is refused', async () => {
  const all = { ...places, ...refused }
  const opened = open(all)
  const add = (name: string) => addBucket(opened, name, { places: all, print })
  await expect(add('again')).rejects.toThrow('again and first are the same database')
  await expect(add('public')).rejects.toThrow('public and first are in one database')
  await expect(add('accounts')).rejects.toThrow('accounts and main are in one database')
  await opened.end()
  expect(lines.splice(0)).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name} takes new`))))
})

it('only Citus places a schema, and nothing else', async () => {
  const options = { places: { ...places, public: refused.public }, print }
  await expect(distributeBucket(db, 'first', options)).rejects.toThrow('The server of first is no coordinator of Citus')
  await expect(distributeBucket(db, 'public', options)).rejects.toThrow('public is not a schema')
})

it('events of each are digested, also where a day has no partition yet', async () => {
  const first = await newProject('first')
  await first.report({ message: 'one' })
  const { rows } = await ofBucket('second').query<{ name: string }>(
    `select i.inhrelid::regclass::text as name from pg_inherits i where i.inhparent = 'events'::regclass`,
  )
  for (const { name } of rows) await ofBucket('second').query(`drop table ${name}`)
  const second = await newProject('second')
  for (const message of ['two', 'three']) await second.report({ message })
  for (const [project, name, other, count] of [
    [first, 'first', 'second', 1],
    [second, 'second', 'first', 2],
  ] as const) {
    const { issues } = await until(
      () => project.session.get(`/api/projects/${project.project.id}/issues`),
      (page) => page.issues.length === count,
    )
    expect(issues).toHaveLength(count)
    expect(await countIn(name, 'events', project)).toBe(count)
    expect(await countIn(other, 'events', project)).toBe(0)
  }
})

it('locks are those of a bucket', async () => {
  await onConnection(ofBucket('first'), (client) =>
    withLock(client, 'sessionProbe', async () => {
      const isFree = (name: string) =>
        onConnection(ofBucket(name), async (other) => {
          await other.query('begin')
          const isOwn = await tryLock(other, 'sessionProbe')
          await other.query('rollback')
          return isOwn
        })
      expect(await isFree('first')).toBe(false)
      expect(await isFree('second')).toBe(true)
    }),
  )
})

it('bytes are those of a bucket', async () => {
  const [before, other] = [await measureSizes(ofBucket('first'), []), await measureSizes(ofBucket('second'), [])]
  expect(before.databaseBytes).toBeGreaterThan(100_000)
  await ofBucket('second').query('create table many as select i, random()::text from generate_series(1, 20000) i')
  const after = await measureSizes(ofBucket('second'), [])
  await ofBucket('second').query('drop table many')
  expect((await measureSizes(ofBucket('first'), [])).databaseBytes).toBe(before.databaseBytes)
  expect(after.databaseBytes - other.databaseBytes).toBeGreaterThan(500_000)
})

it('a project moves from one schema to the other, and back', async () => {
  const app = await newProject('first')
  for (const message of ['a', 'b', 'c']) await app.report({ message, user: { id: message } })
  const read = async () => {
    const { issues } = await app.session.get(`/api/projects/${app.project.id}/issues`)
    return issues.map(({ id, count, users, message }) => ({ id, count, users, message }))
  }
  const before = await until(read, (issues) => issues.length === 3 && issues.every(({ users }) => users === 1))
  for (const [from, to] of [
    ['first', 'second'],
    ['second', 'first'],
  ] as const) {
    await moveProject(db, app.project.id, to, { objects: inRows, now: () => new Date(), isDryRun: false, print })
    expect(await read()).toEqual(before)
    expect(await countIn(to, 'events', app)).toBe(3)
    await onConnection(ofBucket(from), (client) => eraseLeftovers(client, { bucket: from, isOver: () => false }))
    expect(await countIn(from, 'events', app)).toBe(0)
  }
})

it('a backup of them is restored into schemas that are not there yet', async () => {
  const app = await newProject('second')
  await app.report({ message: 'kept' })
  await until(
    () => countIn('second', 'issues', app),
    (count) => count === 1,
  )
  const path = join(folder, 'all.backup')
  await backUp(db, path, {
    version: '0.1.0',
    now: new Date(),
    secret: { text: 'the secret of this installation, made by it', isOurs: true },
    withoutSecret: false,
    objects: inRows,
    print,
  })
  const empty = { ...connection, database: `${database}_restored` }
  await onServer([`create database ${empty.database}`])
  const target = openDatabase({
    connection: { ...connection, database: `${database}_accounts` },
    connections: 2,
    buckets: Object.fromEntries(
      names.map((name) => [name, { ...empty, schema: name, options: `-c search_path=${name},public` }]),
    ),
  })
  await onServer([`create database ${database}_accounts`])
  try {
    await restore(target, await checkArchive(path, print), {
      replace: false,
      isDryRun: false,
      keepSessions: true,
      installSecret: async () => {},
      objects: inRows,
      print,
    })
    const { rows } = await bucketDatabase(target, 'second').query('select 1 from issues i where i.message = $1', [
      'kept',
    ])
    expect(rows).toHaveLength(1)
  } finally {
    await target.end()
    await onServer([`drop database ${empty.database}`, `drop database ${database}_accounts`])
  }
})
