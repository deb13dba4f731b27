import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../src/admin/backup/back-up.ts'
import { checkArchive, restore } from '../src/admin/backup/restore.ts'
import { applyMigrations } from '../src/admin/backup/restore-store.ts'
import { addBucket, distributeBucket } from '../src/admin/buckets.ts'
import { checkPlacement } from '../src/admin/doctor/check-placement.ts'
import { moveObjects } from '../src/admin/objects.ts'
import { moveProject } from '../src/admin/projects.ts'
import { bucketDatabase, bucketPlaces } from '../src/db/buckets.ts'
import { checkBucketSchema } from '../src/db/check-bucket-schema.ts'
import { type Database, onConnection, openDatabase, transactionOn } from '../src/db/database.ts'
import { CoordinatorAway, restorePlans, tablesOfOneProject } from '../src/db/distributed.ts'
import { migrate, prepareSchema } from '../src/db/migrate.ts'
import { readMigrationFiles } from '../src/db/migration-files.ts'
import { sideOf } from '../src/db/sides.ts'
import { measureSizes } from '../src/db/table-sizes.ts'
import { ObjectPayloads } from '../src/domains/objects/index.ts'
import { makeEventPartitions, measureDisk, prepareSegmentNumbers } from '../src/domains/storage/index.ts'
import { readPlace } from '../src/lib/read-place.ts'
import { BackupFolder, backingUp, contentOf, restoring } from './backup-folder.ts'
import { maintain } from './maintain.ts'
import { MemoryObjectStore } from './memory-object-store.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { queueEmptied, startServer, type TestServer } from './start-server.ts'
import { readStatements } from './statements.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

// Runs by hand before a release, on a Citus of one's own, because none can be installed where tests run:
//   BUGLE_TEST_CITUS=postgres://…/database npx vitest run --project server apps/server/test/citus.test.ts
// The address is that of a coordinator with two nodes; the extensions citus and pg_trgm are in the database on each.

const coordinator = process.env.BUGLE_TEST_CITUS
const unique = randomBytes(4).toString('hex')
const names = ['first', 'second'] as const
const schemaOf = (name: string) => `${name}_${unique}`

const onCoordinator = (statement: string) => on(coordinator!, statement)

async function on(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Opens one bucket by itself. */
const openBucket = (name: string, node = '') =>
  openDatabase({ connection: readPlace(addressOf(name, node)), connections: 2 })

/** Places the schema of a bucket. @returns its node */
async function place(accounts: TestDatabase, name: string): Promise<string> {
  const places = { [name]: readPlace(addressOf(name)) }
  const db = openDatabase({ connection: accounts.connection, connections: 2, buckets: places })
  const lines: string[] = []
  await distributeBucket(db, name, { places, print: (line) => lines.push(line) })
  await db.end()
  return / is on (\S+)\. /.exec(lines.join('\n'))![1]!
}

/** Returns the address of a bucket, at the coordinator or at the node that has it. */
function addressOf(name: string, node = ''): string {
  const url = new URL(coordinator!)
  if (node !== '') url.host = node
  url.searchParams.set('schema', schemaOf(name))
  return url.href
}

describe.skipIf(coordinator === undefined)('buckets that Citus has placed', () => {
  let accounts: TestDatabase
  let db: Database
  let server: TestServer
  const nodes: string[] = []
  const folder = new BackupFolder()
  const store = new MemoryObjectStore()
  const objects = new ObjectPayloads(store, { isWritten: true })

  beforeAll(async () => {
    accounts = await createTestDatabase({ connections: 2 })
    const places = Object.fromEntries(names.map((name) => [name, readPlace(addressOf(name))]))
    const early = openDatabase({ connection: accounts.connection, connections: 2, buckets: places })
    for (const name of names) {
      const lines: string[] = []
      const options = { places, print: (line: string) => lines.push(line) }
      await addBucket(early, name, options)
      await distributeBucket(early, name, options)
      nodes.push(/ is on (\S+)\. /.exec(lines.join('\n'))![1]!)
    }
    await early.end()
    await open()
  }, 300_000)

  function openNodes(): Database {
    const buckets = Object.fromEntries(names.map((name, index) => [name, readPlace(addressOf(name, nodes[index]))]))
    return openDatabase({ connection: accounts.connection, connections: 2, buckets })
  }

  /** Opens the buckets on their nodes, and starts a server on them, which ends with the test that does so. */
  async function open(): Promise<void> {
    db = openNodes()
    const buckets = bucketPlaces(db)
    for (const name of names) await prepareSegmentNumbers(bucketDatabase(db, name))
    server = await startServer({ digest: true, objects, beside: { database: accounts } as TestServer, buckets })
  }

  afterAll(async () => {
    await server.close()
    await db.end()
    await folder.remove()
    await accounts.drop()
    for (const name of names) await onCoordinator(`drop schema ${schemaOf(name)} cascade`)
  })

  const failuresOf = ({ log }: TestServer) =>
    log
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 40)
      .map(({ msg, err }) => `${msg}: ${err?.message}`)

  async function newProject(bucket: string): Promise<Reporter> {
    // Each server would begin with the same addresses.
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const reporter = await newReporter({ ...server, register: (change) => server.register({ email, ...change }) })
    await accounts.pool.query('update projects set bucket = $1 where id = $2', [bucket, numberOf(reporter)])
    return reporter
  }

  it('are on a node each', () => {
    expect(new Set(nodes).size).toBe(names.length)
  })

  it.each(names)('take, digest and list events: %s', async (name) => {
    const app = await newProject(name)
    for (const message of ['a', 'b', 'c'])
      await app.report({ message, user: { id: message }, release: '1.0', environment: 'production' })
    const { issues } = await until(
      () => app.session.get(`/api/projects/${app.project.id}/issues`),
      (page) => page.issues.length === 3,
    )
    expect(issues.map(({ count, users }) => [count, users])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
    const { databaseBytes, tables } = await measureSizes(bucketDatabase(db, name), ['events', 'segments'])
    expect(tables.get('events')!.mainBytes).toBeGreaterThan(0)
    expect(databaseBytes).toBeGreaterThan(tables.get('events')!.totalBytes)
  })

  it.each(names)('are packed, measured, moved to a store and back, evicted and erased: %s', async (name) => {
    const [app, gone] = [await newProject(name), await newProject(name)]
    const bucket = bucketDatabase(db, name)
    const ids: string[] = []
    for (const one of [app, gone])
      for (const message of ['a', 'b', 'a', 'a']) {
        const extra = { pad: randomBytes(6000).toString('base64') }
        ids.push((await one.report({ message, user: { id: message }, extra })).event_id)
      }
    await queueEmptied(bucket, 'segment_queue')
    const raw = await app.readRaw(ids[1]!)
    const { packedEvents } = await maintain(bucket, { packAfterMs: -1000, objects })
    expect(packedEvents).toBeGreaterThanOrEqual(ids.length)
    expect(store.objects.size).toBeGreaterThan(0)
    expect(await app.readRaw(ids[1]!)).toEqual(raw)
    await moveObjects(db, 'database', {
      objects: new ObjectPayloads(store, { isWritten: false }),
      isDryRun: false,
      print: () => {},
    })
    await maintain(bucket, { objects })
    expect(await app.readRaw(ids[1]!)).toEqual(raw)
    const { uses } = await measureDisk(bucket)
    expect(uses.events.map(({ owner }) => owner)).toEqual(expect.arrayContaining([numberOf(app), numberOf(gone)]))
    await maintain(bucket, { retentionMs: -1000, objects })
    await gone.session.request('DELETE', `/api/projects/${gone.project.id}`)
    await accounts.pool.query(`update projects set deleted_at = now() - interval '1 hour' where id = $1`, [
      numberOf(gone),
    ])
    await maintain(bucket, { objects })
    for (const [one, count] of [
      // The first and the latest event of each group stay.
      [app, 3],
      [gone, 0],
    ] as const) {
      const { rows } = await bucket.query('select from events e where e.project_id = $1', [numberOf(one)])
      expect(rows).toHaveLength(count)
    }
    expect(failuresOf(server)).toEqual([])
  })

  it('give and take no single projects', async () => {
    const app = await newProject('first')
    await app.report({ message: 'stays' })
    const move = moveProject(db, app.project.id, 'second', {
      objects,
      now: () => new Date(),
      isDryRun: false,
      print: () => {},
    })
    await expect(move).rejects.toThrow('citus_schema_move')
  })

  it('go on where Citus has moved them, with higher numbers', { timeout: 300_000 }, async () => {
    const app = await newProject('first')
    await app.report({ message: 'before' })
    const read = () => app.session.get(`/api/projects/${app.project.id}/issues`)
    await until(read, ({ issues }) => issues.length === 1)
    const lastSegment = async () =>
      (await bucketDatabase(db, 'first').query<{ last: number }>('select max(s.id) as last from segments s')).rows[0]!
        .last
    const before = await lastSegment()
    expect(failuresOf(server)).toEqual([])
    await server.close()
    await db.end()
    const [host, port] = nodes[1]!.split(':')
    await onCoordinator(`select citus_schema_move('${schemaOf('first')}', '${host}', ${port}, 'block_writes')`)
    nodes[0] = nodes[1]!
    await open()
    const again = { ...app, session: await server.logIn(app.session) }
    expect((await again.session.get(`/api/projects/${app.project.id}/issues`)).issues).toHaveLength(1)
    const { status } = await server.raw('POST', '/ingest', {
      headers: { 'x-service-token': app.token },
      body: { exception_type: 'MovedError', message: 'after', platform: 'node', app_id: app.project.app_id },
    })
    expect(status, failuresOf(server).join('\n')).toBe(202)
    await until(
      () => again.session.get(`/api/projects/${app.project.id}/issues`),
      ({ issues }) => issues.length === 2,
    )
    expect(await lastSegment()).toBeGreaterThan(before)
    expect(failuresOf(server)).toEqual([])
  })

  it('let the planner expect what migrations told it, after they came to a node', async () => {
    const bucket = bucketDatabase(db, 'first')
    await restorePlans(bucket)
    const { rows } = await onConnection(bucket, async (client) => {
      await client.query('set citus.override_table_visibility = off')
      return client.query<{ name: string }>(
        `select regexp_replace(c.relname, '_[0-9]+$', '') as name from pg_attribute a join pg_class c on c.oid = a.attrelid
          where a.attname = 'project_id' and a.attoptions @> '{n_distinct=1}'
            and c.relnamespace = current_schema()::regnamespace order by 1`,
      )
    })
    expect(rows.map(({ name }) => name)).toEqual(tablesOfOneProject)
  })

  it('are read while the coordinator is away, and take events when it is back', { timeout: 300_000 }, async () => {
    await db.end()
    await open()
    const app = await newProject('second')
    await app.report({ message: 'before' })
    const read = () => app.session.get(`/api/projects/${app.project.id}/issues`)
    await until(read, ({ issues }) => issues.length === 1)
    await server.close()
    await db.end()
    // After a long absence, partitions of its days are missing.
    const days = await onCoordinator(
      `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = '${schemaOf('second')}.events'::regclass order by 1`,
    )
    const missing = days.slice(1).map(({ relname }) => relname)
    expect(missing.length).toBeGreaterThan(0)
    for (const name of missing) await onCoordinator(`drop table ${schemaOf('second')}.${name}`)
    const there = new URL(addressOf('second', nodes[1]))
    const atNode = (statement: string) => on(there.href.split('?')[0]!, statement)
    const [{ port }] = (await atNode('select nodeport as port from pg_dist_node where groupid = 0')) as [
      { port: number },
    ]
    // To the node, nobody listens where the coordinator was.
    await atNode('update pg_dist_node set nodeport = 9 where groupid = 0')
    const send = async (message: string) => {
      const { status } = await server.raw('POST', '/ingest', {
        headers: { 'x-service-token': app.token },
        body: { exception_type: 'AwayError', message, platform: 'node', app_id: app.project.app_id },
      })
      return status
    }
    let again = app.session
    const list = () => again.get(`/api/projects/${app.project.id}/issues`)
    try {
      await open()
      again = await server.logIn(app.session)
      // The statement that appends a segment reaches every node of Citus.
      expect(await send('away')).toBe(503)
      expect((await list()).issues).toHaveLength(1)
      expect((await server.raw('GET', '/readyz')).status).toBe(200)
      const bucket = bucketDatabase(db, 'second')
      expect((await measureSizes(bucket, ['events'])).databaseBytes).toBeGreaterThan(100_000)
      const partitions = onConnection(bucket, (client) =>
        transactionOn(client, (tx) => makeEventPartitions(tx, new Date())),
      )
      await expect(partitions).rejects.toThrow(CoordinatorAway)
      expect(await checkPlacement(bucket)).toMatchObject([
        { status: 'fail', text: expect.stringMatching(/; the coordinator \S+:9 does not respond$/) },
      ])
    } finally {
      await atNode(`update pg_dist_node set nodeport = ${port} where groupid = 0`)
    }
    await until(
      () => send('back'),
      (status) => status === 202,
    )
    await until(list, ({ issues }) => issues.length === 2)
    expect(await checkPlacement(bucketDatabase(db, 'second'))).toMatchObject([{ status: 'ok' }])
  })

  // Not passing yet: the contents that are compared differ between two readings.
  it('are backed up from their nodes, and restored by the coordinator alone', { timeout: 600_000 }, async () => {
    await db.end()
    await open()
    const app = await newProject('second')
    const ids: string[] = []
    for (const message of ['a', 'b']) ids.push((await app.report({ message, user: { id: message } })).event_id)
    const rawsAt = async ({ url }: TestServer, { token }: { token: string }) => {
      const headers = { authorization: `Bearer ${token}` }
      return Promise.all(ids.map(async (id) => (await fetch(`${url}/api/events/${id}?raw=1`, { headers })).text()))
    }
    const { issues } = await until(
      () => app.session.get(`/api/projects/${app.project.id}/issues`),
      (page) => page.issues.length === 2 && page.issues.every(({ users }) => users === 1),
    )
    const raws = await rawsAt(server, app.session)
    await until(
      () => bucketDatabase(db, 'second').query('select from pending_alerts'),
      ({ rowCount }) => rowCount === 0,
    )
    await server.close()
    await db.end()
    const nodesAlone = openNodes()
    const ofBuckets = async (source: Database) => {
      const contents: Record<string, unknown> = {}
      for (const name of names) {
        const content = await onConnection(bucketDatabase(source, name), contentOf)
        // Each node has sequences of its own, and the restoring command its place for payloads.
        contents[name] = Object.entries(content).filter(([table, value]) => table !== 'packs' && value.includes(' '))
      }
      return contents
    }
    const before = await ofBuckets(nodesAlone)
    const file = folder.newFile()
    await backUp(nodesAlone, file, { ...backingUp, objects })
    const archive = await checkArchive(file, () => {})
    const replacing = { ...restoring, objects, replace: true }

    await expect(restore(nodesAlone, archive, replacing)).rejects.toThrow(
      /^The server of \w+ is a node of Citus, where no table can be made\. Name its coordinator, \S+:\d+, in BUGLE_BUCKETS/,
    )
    expect(await ofBuckets(nodesAlone)).toEqual(before)
    await nodesAlone.end()
    // Segments written after the backup have numbers that are given again.
    await open()
    const late = { ...app, session: await server.logIn(app.session) }
    await server.raw('POST', '/ingest', {
      headers: { 'x-service-token': app.token },
      body: { exception_type: 'LateError', message: 'late', platform: 'node', app_id: app.project.app_id },
    })
    await until(
      () => late.session.get(`/api/projects/${app.project.id}/issues`),
      (page) => page.issues.length === 3,
    )
    await server.close()
    await db.end()

    for (const name of names) await onCoordinator(`drop schema ${schemaOf(name)} cascade`)
    const atCoordinator = openDatabase({
      // The server's own accounts are in use, and have the same projects.
      connection: await folder.newDatabase(),
      connections: 2,
      buckets: Object.fromEntries(names.map((name) => [name, readPlace(addressOf(name))])),
    })
    await restore(atCoordinator, archive, replacing)
    expect(await ofBuckets(atCoordinator)).toEqual(before)
    await atCoordinator.end()
    for (const [index, name] of names.entries()) nodes[index] = await place(accounts, name)
    await open()
    const again = { ...app, session: await server.logIn(app.session) }
    const read = () => again.session.get(`/api/projects/${app.project.id}/issues`)
    expect((await read()).issues.map(({ id, count }) => [id, count])).toEqual(
      issues.map(({ id, count }) => [id, count]),
    )
    expect(await rawsAt(server, again.session)).toEqual(raws)
    for (const message of ['c', 'd'])
      expect(
        (
          await server.raw('POST', '/ingest', {
            headers: { 'x-service-token': app.token },
            body: { exception_type: `Error${message}`, message, platform: 'node', app_id: app.project.app_id },
          })
        ).status,
      ).toBe(202)
    await until(read, (page) => page.issues.length === 4)
    expect(failuresOf(server)).toEqual([])
  })

  it('take every statement about events, as far as a plan shows it', { timeout: 600_000 }, async () => {
    const { options, connectionString } = readPlace(addressOf('first', nodes[0]))
    const client = new pg.Client({ connectionString, options: options! })
    await client.connect()
    const refused: string[] = []
    const planned = readStatements().statements.filter(
      ({ text, location }) =>
        !location.startsWith('db/') &&
        /^\s*(?:with|select|insert|update|delete)\b/i.test(text) &&
        sideOf(text) === 'events',
    )
    for (const [number, { text, location }] of planned.entries())
      try {
        await client.query(`prepare s${number} as ${text}`)
        const { rows } = await client.query(
          'select cardinality(s.parameter_types) as n from pg_prepared_statements s where s.name = $1',
          [`s${number}`],
        )
        const values = rows[0].n === 0 ? '' : `(${Array(rows[0].n).fill('null').join()})`
        await plan(client, `execute s${number}${values}`)
      } catch (error) {
        refused.push(`${location} ${(error as Error).message}`)
      }
    await client.end()
    expect(planned.length).toBeGreaterThan(400)
    expect(refused).toEqual([])
  })
})

describe.skipIf(coordinator === undefined)('an upgrade of a bucket that Citus has placed', () => {
  let accounts: TestDatabase
  beforeAll(async () => {
    accounts = await createTestDatabase({ connections: 2 })
  })
  afterAll(async () => {
    await accounts.drop()
  })

  /** Places a bucket with the tables of an older version. @returns its node */
  async function placeOld(name: string, migrations: number): Promise<string> {
    const db = openBucket(name)
    await prepareSchema(db)
    const files = [...(await readMigrationFiles())].slice(0, migrations)
    await onConnection(db, (client) => transactionOn(client, (tx) => applyMigrations(tx, files)))
    await db.query('insert into project_stats (project_id) values (7)')
    await db.end()
    return place(accounts, name)
  }

  /** Returns columns, indexes and constraints. */
  async function tablesOf(db: Database): Promise<string[]> {
    const { rows } = await db.query<{ line: string }>(
      `select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as line
         from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
        union all
       select replace(pg_get_indexdef(i.indexrelid), current_schema() || '.', '')
         from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = current_schema()::regnamespace and not c.relispartition and c.relname not like 'kysely%'
        union all
       select concat_ws(' ', f.conrelid::regclass, pg_get_constraintdef(f.oid)) from pg_constraint f
         join pg_class c on c.oid = f.conrelid
        where c.relnamespace = current_schema()::regnamespace and not c.relispartition and c.relname not like 'kysely%' and f.contype <> 'n'
        order by 1`,
    )
    return rows.map(({ line }) => line)
  }

  it('is made by the coordinator, with rows and tables as anywhere', { timeout: 300_000 }, async () => {
    const node = await placeOld('old', 28)
    const db = openBucket('old', node)
    const isReady = () => checkBucketSchema('old', readPlace(addressOf('old', node)))
    await expect(isReady()).rejects.toThrow('are not migrated yet')
    expect(await migrate(db)).toHaveLength((await readMigrationFiles()).size - 28)
    await isReady()
    const { rows } = await db.query('select s.project_id as id from project_stats s')
    expect(rows).toEqual([{ id: 7 }])
    expect(await tablesOf(db)).toEqual(await tablesOf(accounts.pool))
    await db.end()
    await onCoordinator(`drop schema ${schemaOf('old')} cascade`)
  })

  it('that Citus refuses changes nothing, and says how to go on', { timeout: 300_000 }, async () => {
    const node = await placeOld('older', 20)
    const db = openBucket('older', node)
    const before = await tablesOf(db)
    await expect(migrate(db)).rejects.toThrow(
      /^Migration 0021_incidents failed and was rolled back: cannot execute ADD CONSTRAINT .*\. If Citus refuses this/,
    )
    expect(await tablesOf(db)).toEqual(before)
    await db.end()
    await onCoordinator(`drop schema ${schemaOf('older')} cascade`)
  })
})

/** Plans a statement whose parameters are null. Of an insert with numbers of a sequence, Citus explains no plan; it is run and undone. */
async function plan(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(`explain ${statement}`)
  } catch {
    await client.query('begin')
    try {
      await client.query(statement)
    } catch (error) {
      // A value that may not be null: it was planned.
      if (!(error as pg.DatabaseError).code?.startsWith('23')) throw error
    } finally {
      await client.query('rollback')
    }
  }
}
