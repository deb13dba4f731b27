import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBucket, distributeBucket } from '../src/admin/buckets.ts'
import { moveProject } from '../src/admin/projects.ts'
import { bucketDatabase } from '../src/db/buckets.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { sideOf } from '../src/db/sides.ts'
import { measureSizes } from '../src/db/table-sizes.ts'
import { inRows } from '../src/domains/objects/index.ts'
import { prepareSegmentNumbers } from '../src/domains/storage/index.ts'
import { readPlace } from '../src/lib/read-place.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer, type TestServer } from './start-server.ts'
import { readStatements } from './statements.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

// Runs by hand before a release, on a Citus of one's own, because none can be installed where tests run:
//   BUGLE_TEST_CITUS=postgres://…/database npx vitest run --project server apps/server/test/citus.test.ts
// The address is that of a coordinator with two nodes; the extensions citus and pg_trgm are in the database on each.

const coordinator = process.env.BUGLE_TEST_CITUS
const unique = randomBytes(4).toString('hex')
const names = ['first', 'second'] as const
const schemaOf = (name: string) => `${name}_${unique}`

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

  /** Opens the buckets on their nodes, and starts a server on them. */
  async function open(): Promise<void> {
    const buckets = Object.fromEntries(names.map((name, index) => [name, readPlace(addressOf(name, nodes[index]))]))
    db = openDatabase({ connection: accounts.connection, connections: 2, buckets })
    for (const name of names) await prepareSegmentNumbers(bucketDatabase(db, name))
    server = await startServer({ digest: true, beside: { database: accounts } as TestServer, buckets })
  }

  afterAll(async () => {
    await server.close()
    await db.end()
    await accounts.drop()
    for (const name of names) await onCoordinator(`drop schema ${schemaOf(name)} cascade`)
  })

  async function onCoordinator(statement: string): Promise<void> {
    const client = new pg.Client(coordinator)
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  const failuresOf = ({ log }: TestServer) =>
    log
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 40)
      .map(({ msg, err }) => `${msg}: ${err?.message}`)

  async function newProject(bucket: string): Promise<Reporter> {
    const reporter = await newReporter(server)
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

  it('give and take no single projects', async () => {
    const app = await newProject('first')
    await app.report({ message: 'stays' })
    const move = moveProject(db, app.project.id, 'second', {
      objects: inRows,
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
