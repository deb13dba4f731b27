import { parseProjectId } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import {
  type Account,
  createProject,
  listIssues,
  register,
  report,
  request,
  UnexpectedResponse,
} from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { type Random, seededRandom } from '../harness/random.ts'
import { addBucket, onDatabase, startBucket } from './bucket.ts'
import { canHaveBucket, long, timeout } from './expect-no-fault.ts'
import { appId } from './marked-event.ts'

/** Every second one of everything, the others of the processes that serve requests. */
const kills = long ? 20 : 4
const seed = Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000)

/** A project that was asked for, as far as responses told. */
interface Made {
  id: string
  ingestToken: string
  /** `open` while no deletion was sent, `deleted` once one was answered, `unknown` if one got no response. */
  state: 'open' | 'deleted' | 'unknown'
}

it.runIf(canHaveBucket)(
  'projects that are created and deleted while the server is killed again and again are in one bucket each, or gone from all',
  async () => {
    const random = seededRandom(seed)
    const accounts = await startDebianPostgres()
    const bucket = await startBucket()
    const settings = { DATABASE_URL: accounts.url, PGSSLMODE: 'disable' }
    const server = await BuiltServer.install({ ...settings, ...bucket.environment, BUGLE_INGEST_RATE: '1000000' })
    try {
      server.start()
      await server.ready()
      await addBucket(server, bucket, settings)
      const traffics: Traffic[] = []
      for (const name of ['ann', 'ben', 'cem']) traffics.push(new Traffic(await register(server.url, name), random))
      const running = traffics.map((traffic) => traffic.run())
      for (let kill = 1; kill <= kills; kill += 1) {
        await pause(200 + random.below(600))
        await killOne(server, { random, isWhole: kill % 2 === 0 })
        await server.ready()
      }
      for (const traffic of traffics) traffic.isOver = true
      await Promise.all(running)
      expect(
        traffics.flatMap(({ complaints }) => complaints),
        `seed ${seed}`,
      ).toEqual([])
      const urls = { main: accounts.url, second: bucket.url }
      await expectPlaced(traffics, urls)
      await expectErased(
        traffics.flatMap(({ made }) => made),
        urls,
      )
    } finally {
      await server.remove()
      await bucket.stop()
      await accounts.stop()
    }
  },
  timeout,
)

/** Kills all processes of the server, which a service manager starts again, or those that serve requests, which the supervisor does. */
async function killOne(server: BuiltServer, { random, isWhole }: { random: Random; isWhole: boolean }): Promise<void> {
  if (isWhole) {
    await server.kill()
    return server.start()
  }
  const victims = server.processes().filter(({ role }) => role === 'http')
  if (victims.length > 0) process.kill(random.pick(victims).pid, 'SIGKILL')
}

/** An organization may have 200 projects; some may have been made that no response named. */
const mostProjects = 180

/** Creates projects of one account, sends events to them and deletes half of them. */
class Traffic {
  readonly made: Made[] = []
  readonly complaints: string[] = []
  isOver = false
  readonly account: Account
  readonly #random: Random

  constructor(account: Account, random: Random) {
    this.account = account
    this.#random = random
  }

  async run(): Promise<void> {
    while (!this.isOver && this.made.length < mostProjects) {
      const made = await this.#create()
      if (made !== undefined) await this.#use(made)
      await pause(this.#random.below(100))
    }
  }

  async #create(): Promise<Made | undefined> {
    const created = await this.#answered(createProject(this.account, 'Shop', appId))
    if (created === undefined) return undefined
    const made: Made = { ...created, state: 'open' }
    this.made.push(made)
    return made
  }

  async #use(made: Made): Promise<void> {
    await report(this.account.url, { ...made, app_id: appId }, 'BeforeError').catch(() => 0)
    if (this.#random.below(2) === 0) return
    made.state = 'unknown'
    const isDeleted = await this.#answered(request(this.account, 'DELETE', `/api/projects/${made.id}`).then(() => true))
    if (isDeleted === true) made.state = 'deleted'
  }

  /** Returns the response; undefined if the server was killed before it came, or is about to be there again. */
  async #answered<T>(response: Promise<T>): Promise<T | undefined> {
    try {
      return await response
    } catch (error) {
      if (error instanceof UnexpectedResponse && error.status !== 503) this.complaints.push(error.message)
      return undefined
    }
  }
}

type Name = 'main' | 'second'
type Urls = Record<Name, string>

/** Every project that exists takes events, and has them in its bucket alone, also if nobody got the response that named it. */
async function expectPlaced(traffics: readonly Traffic[], urls: Urls): Promise<void> {
  const { rows } = await onDatabase(urls.main, (client) =>
    client.query<{ id: number; bucket: Name; isDeleted: boolean }>(
      `select p.id::int, p.bucket, p.deleted_at is not null as "isDeleted" from projects p order by p.id`,
    ),
  )
  const found = new Map(rows.map(({ id, ...row }) => [id, row]))
  expect(new Set(rows.map(({ bucket }) => bucket))).toEqual(new Set(['main', 'second']))
  for (const { id, state } of traffics.flatMap(({ made }) => made)) {
    const row = found.get(parseProjectId(id)!)
    if (state === 'open') expect([id, row?.isDeleted]).toEqual([id, false])
    // One that was deleted long ago may be erased.
    if (state === 'deleted') expect([id, row?.isDeleted ?? true]).toEqual([id, true])
  }
  const open: number[] = []
  for (const { account, made } of traffics)
    for (const id of await allProjects(account)) {
      open.push(parseProjectId(id)!)
      const token = made.find((one) => one.id === id)?.ingestToken
      await expectUse(account, id, token)
    }
  expect(open.sort((a, b) => a - b)).toEqual(rows.flatMap(({ id, isDeleted }) => (isDeleted ? [] : [id])))
  for (const [name, url] of Object.entries(urls)) {
    const { rows: strangers } = await onDatabase(url, (client) =>
      client.query('select distinct e.project_id::int as id from events e where e.project_id <> all($1) order by 1', [
        rows.flatMap(({ id, bucket }) => (bucket === name ? [id] : [])),
      ]),
    )
    expect([name, strangers]).toEqual([name, []])
  }
}

/** A project takes an event, and shows it. Without a response that named its token, it gets a new one. */
async function expectUse(account: Account, id: string, token: string | undefined): Promise<void> {
  const ingestToken = token ?? (await request(account, 'POST', `/api/projects/${id}/regenerate`, {})).ingest_token
  expect([id, await report(account.url, { ingestToken, app_id: appId }, 'AfterError')]).toEqual([id, 202])
  await expect.poll(async () => (await listIssues(account, { id })).map(({ type }) => type)).toContain('AfterError')
}

async function allProjects(account: Account): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { projects: { id: string }[]; next_cursor: string | null } = await request(
      account,
      'GET',
      `/api/projects?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    ids.push(...page.projects.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids
}

/** Once half a minute has passed, nothing of a deleted project is left on either server. */
async function expectErased(made: readonly Made[], urls: Urls): Promise<void> {
  const deleted = await onDatabase(urls.main, async (client) => {
    await client.query(`update projects set deleted_at = deleted_at - interval '1 minute' where deleted_at is not null`)
    const { rows } = await client.query<{ id: number }>(
      'select p.id::int from projects p where p.deleted_at is not null',
    )
    return rows.map(({ id }) => id)
  })
  const gone = made.filter(({ state }) => state === 'deleted').map(({ id }) => parseProjectId(id)!)
  expect(gone.length).toBeGreaterThan(0)
  const left = () =>
    onDatabase(urls.main, async (client) => {
      const { rowCount } = await client.query('select 1 from projects p where p.deleted_at is not null')
      return rowCount
    })
  await expect.poll(left, { timeout: 120_000 }).toBe(0)
  const ids = [...new Set([...gone, ...deleted])]
  for (const url of Object.values(urls)) expect(await rowsAbout(url, ids)).toEqual({})
}

/** Counts the rows of projects by table, where there are some. That their tokens are closed stays known for a month. */
function rowsAbout(url: string, projectIds: readonly number[]): Promise<Record<string, number>> {
  return onDatabase(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
          and a.attname = 'project_id' and c.relname <> 'closed_tokens'`,
    )
    expect(tables.length).toBeGreaterThan(40)
    const found: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from "${name}" t where t.project_id = any($1)`,
        [projectIds],
      )
      if (rows[0]!.n > 0) found[name] = rows[0]!.n
    }
    return found
  })
}
