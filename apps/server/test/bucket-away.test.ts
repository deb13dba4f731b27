import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { OutgoingHttp } from '../src/adapters/outgoing-http.ts'
import { addBucket, listBuckets } from '../src/admin/buckets.ts'
import { OperatorError } from '../src/admin/operator-error.ts'
import { deleteProject, listProjects, moveProject } from '../src/admin/projects.ts'
import { withDatabase } from '../src/admin/with-database.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { Database } from '../src/db/database.ts'
import { reasonOf } from '../src/db/database-unavailable.ts'
import { inRows } from '../src/domains/objects/index.ts'
import { placesOf } from '../src/wiring/from-config.ts'
import { newReporter, numberOf } from './reporter.ts'
import { startServer } from './start-server.ts'
import { createTestDatabase } from './test-database.ts'

// Commands of the operator, by the settings of a process, while the server of a bucket cannot be used.

const { connection } = inject('postgres')
const second = await createTestDatabase({ connections: 1 })
const server = await startServer({ buckets: { second: second.connection } })
const directory = mkdtempSync(join(tmpdir(), 'bugle-away-'))
afterAll(async () => {
  vi.restoreAllMocks()
  await second.drop()
  rmSync(directory, { recursive: true })
})

const urlOf = ({ host, port, user, password }: pg.PoolConfig, database: string) => {
  const login = password === undefined ? user : `${user}:${encodeURIComponent(String(password))}`
  return `postgres://${login}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`
}
const secondUrl = urlOf(second.connection, second.connection.database!)
const closedPort = await new Promise<number>((resolve) => {
  const listener = createServer().listen(0, '127.0.0.1', () => {
    const { port } = listener.address() as { port: number }
    listener.close(() => resolve(port))
  })
})

/** A host with two addresses, at neither of which anybody listens: node then throws an error without a message. */
const twice = 'twice.bugle.example'
const { lookup } = dns
vi.spyOn(dns, 'lookup').mockImplementation(((host: string, options: object, done: (...found: unknown[]) => void) =>
  host === twice
    ? done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ])
    : lookup(host, options as never, done)) as never)
const awayUrl = `postgres://bugle@${twice}:${closedPort}/bugle`

function configOf(buckets: string, accounts = urlOf(connection, server.database.connection.database!)): Config {
  return readConfig({ DATABASE_URL: accounts, BUGLE_BUCKETS: buckets, BUGLE_DATA: directory })
}

/** Runs a command, and returns its lines. */
async function printed(
  config: Config,
  command: (db: Database, print: (line: string) => void) => Promise<void>,
  options?: { makesTables?: boolean; isList?: boolean },
): Promise<string[]> {
  const lines: string[] = []
  await withDatabase(config, (db) => command(db, (line) => lines.push(line)), options)
  return lines
}

const app = await newReporter(server)
await server.database.pool.query(`update projects set bucket = 'second' where id = $1`, [numberOf(app)])
const remove = (db: Database, print: (line: string) => void) =>
  deleteProject(db, app.project.id, { isDryRun: false, print })
const move = (db: Database, print: (line: string) => void) =>
  moveProject(db, app.project.id, 'main', { objects: inRows, now: () => new Date(), isDryRun: false, print })

describe('a bucket whose server does not respond', () => {
  const config = configOf(`second=${awayUrl}`)
  const refused = new RegExp(`^The server of second does not respond: connect ECONNREFUSED .*:${closedPort}\\.$`)

  it('is named, with the reason, by commands that need it', async () => {
    for (const command of [remove, move]) {
      const error: unknown = await printed(config, command).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(OperatorError)
      expect((error as Error).message).toMatch(refused)
    }
    const places = placesOf(configOf(`second=${secondUrl},third=${awayUrl}`))
    const adding = printed(
      configOf(`second=${secondUrl},third=${awayUrl}`),
      (db, print) => addBucket(db, 'third', { places, print }),
      { makesTables: true },
    )
    await expect(adding).rejects.toThrow(/^The server of third does not respond: connect ECONNREFUSED /)
  })

  it('is shown as away by lists, which say nothing of what is there', async () => {
    const buckets = await printed(config, (db, print) => listBuckets(db, { places: placesOf(config), print }))
    expect(buckets.find((line) => line.startsWith('second'))).toMatch(/does not respond: connect ECONNREFUSED .*\d$/)
    const projects = await printed(config, (db, print) => listProjects(db, { isBySize: false, print }))
    expect(projects[0]).toMatch(new RegExp(`^${app.project.id} +unknown +unknown +its server does not respond +second`))
    const unnamed = await printed(configOf(''), (db, print) => listProjects(db, { isBySize: false, print }), {
      isList: true,
    })
    expect(unnamed[0]).toMatch(/ unknown +BUGLE_BUCKETS does not name its bucket /)
  })
})

it('a bucket that the settings do not name is refused by all commands but lists', async () => {
  for (const command of [remove, move])
    await expect(printed(configOf(''), command)).rejects.toThrow(
      'BUGLE_BUCKETS does not name second: projects are there. Set it to the server’s value.',
    )
})

it('a database that is not there, or a wrong password, is a sentence, too', async () => {
  const config = configOf(`second=${urlOf(connection, `bugle_test_${randomBytes(6).toString('hex')}`)}`)
  await expect(printed(config, remove)).rejects.toThrow(
    /^The server of second refuses the connection: database "bugle_test_\w+" does not exist\.$/,
  )
})

it('the database of the accounts that is away is named as well', async () => {
  await expect(printed(configOf(`second=${secondUrl}`, awayUrl), remove)).rejects.toThrow(
    /^The database server does not respond: connect ECONNREFUSED /,
  )
})

it('a bucket whose tables are not those of this code is refused by every command but the one that makes them', async () => {
  const config = configOf(`second=${secondUrl}`)
  const [last] = (await second.pool.query('select max(name) as name from kysely_migration')).rows
  await second.pool.query('delete from kysely_migration where name = $1', [last.name])
  const sentence = /^The tables of the bucket second are not migrated yet\. «doctor» says more\.$/
  for (const command of [remove, move]) {
    const error: unknown = await printed(config, command).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(OperatorError)
    expect((error as Error).message).toMatch(sentence)
  }
  const buckets = await printed(config, (db, print) => listBuckets(db, { places: placesOf(config), print }))
  expect(buckets.find((line) => line.startsWith('second'))).toMatch(
    new RegExp(`:${connection.port}/${second.connection.database} .* its tables are not migrated yet$`),
  )
  await second.pool.query(`insert into kysely_migration (name, timestamp) values ($1, '2030-01-01')`, [last.name])
  expect(await printed(config, remove)).toEqual([expect.stringContaining('is deleted')])
})

it('an error of several addresses says what the first of them says', async () => {
  const error: unknown = await new pg.Client({ connectionString: awayUrl }).connect().catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'AggregateError', message: '' })
  expect(reasonOf(error)).toBe(`connect ECONNREFUSED 127.0.0.1:${closedPort}`)
  const request = { method: 'POST', headers: {}, body: '', timeoutMs: 5000 }
  const address = `http://${twice}:${closedPort}/`
  await expect(new OutgoingHttp([twice]).send(address, request)).rejects.toThrow(/ECONNREFUSED/)
})
