import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { limits } from '@bugle/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Budget, budgets } from '../src/db/byte-owners.ts'
import { notify } from '../src/db/listener.ts'
import { measureChannel, measureDisk } from '../src/domains/storage/index.ts'
import { digested } from './reporter.ts'
import { type Item, newSentryApp, type SentryApp } from './sentry-app.ts'
import { type Session, startServer, type TestResponse } from './start-server.ts'

// One sender writes as much as it can, in each way there is, to a server with a small disk; somebody else is refused nothing
// and loses nothing meanwhile. In three minutes it writes a gigabyte, so it belongs to the long tests.

const megabyte = 1024 * 1024
const maxDisk = 200 * megabyte
const server = await startServer({
  digest: true,
  env: { BUGLE_MAX_DISK: `${maxDisk / megabyte}MB`, BUGLE_INGEST_RATE: '1000000', BUGLE_MAX_NEW_GROUPS: '1000000' },
})
const { pool } = server.database

/** Packing and eviction of tens of megabytes, on a busy machine. */
const patience = { timeout: 100_000 }

const noise = (bytes: number) => randomBytes(Math.ceil(bytes * 0.75)).toString('base64')
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** Above its share; or above 95 % of a budget, for who stores most just now. */
const full = /storage_full/

type Answer = Pick<TestResponse<unknown>, 'status' | 'body'>

interface Attack {
  budget: Budget
  /** Sends the request with this number. */
  send: (attacker: SentryApp, n: number, issue: string) => Promise<Answer>
  requests: number
  /** Codes that the attacker is refused with in the end; `undefined` if what it adds is bounded in another way. */
  refusal: RegExp | undefined
}

const started = () => new Date().toISOString()
const event = (change: object = {}): Item => [
  'event',
  { exception: { values: [{ type: 'E', value: 'x' }] }, ...change },
]
const checkIn = (slug: string, environment = 'production'): Item => [
  'check_in',
  { monitor_slug: slug, status: 'ok', environment },
]
const feedback = (message: string): Item => ['feedback', { contexts: { feedback: { message } } }]
const sessions = (n: number): Item => [
  'sessions',
  {
    aggregates: times(100, (k) => ({ started: started(), did: `${n} ${k}`, exited: 1 })),
    attrs: { release: `r${n % 400}`, environment: noise(40) },
  },
]
const startedSession = (): Item => [
  'session',
  { sid: randomUUID(), init: true, status: 'ok', started: started(), attrs: { release: 'r' } },
]

const form = async (parts: [name: string, value: string | Blob, filename?: string][]) => {
  const data = new FormData()
  for (const [name, value, filename] of parts)
    if (filename === undefined) data.append(name, value)
    else data.append(name, value as Blob, filename)
  const encoded = new Response(data)
  const headers = { 'content-type': encoded.headers.get('content-type')! }
  return { headers, rawBody: new Uint8Array(await encoded.arrayBuffer()) }
}
const upload = async ({ session, project }: SentryApp, source: string, name: string) => {
  const map = { version: 3, sources: ['a.ts'], sourcesContent: [source], names: [], mappings: 'AAAA' }
  const parts = await form([['file', new Blob([JSON.stringify(map)]), `${name}.js.map`]])
  const response = await session.request('POST', `/api/projects/${project.id}/artifacts`, parts)
  const reason = response.body.files?.[0]?.reason?.code
  return reason === undefined ? response : { ...response, status: 422, body: { code: reason } }
}

/** Calls what is in no OpenAPI document. */
const asTool = async (
  { token }: Session,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: BodyInit },
): Promise<Answer> => {
  const response = await fetch(`${server.url}/api/0/organizations/x/${path}/`, {
    method: 'POST',
    body,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: await response.json() }
}

const attacks: Record<string, Attack> = {
  events: {
    budget: 'events',
    send: (app, n) => app.post([event({ extra: { pad: noise(900_000) }, transaction: `t${n}` })]),
    requests: (2 * maxDisk) / 900_000,
    refusal: full,
  },
  attachments: {
    budget: 'events',
    send: (app) => app.post([event(), ...times(5, (): Item => ['attachment', noise(900_000)])]),
    requests: (2 * maxDisk) / 4_500_000,
    refusal: full,
  },
  sessions: {
    budget: 'health',
    send: (app, n) => app.post(times(10, (k) => sessions(10 * n + k))),
    requests: maxDisk / megabyte,
    refusal: undefined,
  },
  'sessions that start': {
    budget: 'health',
    send: (app) => app.post(times(100, startedSession)),
    requests: (15 * maxDisk) / megabyte,
    refusal: undefined,
  },
  'check-ins': {
    budget: 'health',
    send: (app, n) => app.post(times(100, (k) => checkIn(`m${k}`, noise(40) + n))),
    requests: (3 * maxDisk) / megabyte,
    refusal: full,
  },
  feedback: {
    budget: 'health',
    send: (app) => app.post(times(20, () => feedback(noise(4000)))),
    requests: (2 * maxDisk) / megabyte,
    refusal: full,
  },
  'client reports': {
    budget: 'outcomes',
    send: (app, n) =>
      app.post(
        times(
          10,
          (k): Item => [
            'client_report',
            { discarded_events: times(100, (m) => ({ category: 'error', reason: `r${n}_${k}_${m}`, quantity: 1 })) },
          ],
        ),
      ),
    requests: (2 * maxDisk) / megabyte,
    refusal: undefined,
  },
  artifacts: {
    budget: 'artifacts',
    send: (app, n) => upload(app, noise(3 * megabyte), `app${n}`),
    requests: maxDisk / (3 * megabyte),
    refusal: full,
  },
  'chunks of Sentry’s tools': {
    budget: 'artifacts',
    send: async ({ session }) => {
      const chunk = randomBytes(4 * megabyte)
      const sha1 = createHash('sha1').update(chunk).digest('hex')
      const { headers, rawBody: body } = await form([['file', new Blob([chunk]), sha1]])
      return asTool(session, 'chunk-upload', { headers, body })
    },
    requests: maxDisk / (4 * megabyte),
    refusal: full,
  },
  releases: {
    budget: 'records',
    send: ({ session, project }, n) => {
      const commits = times(20, (k) => ({ id: `${n}.${k}`, message: noise(1900) }))
      return session.request('PUT', `/api/projects/${project.id}/releases/${n}`, { body: { commits } })
    },
    requests: (4 * maxDisk) / megabyte,
    refusal: /records_full|storage_full/,
  },
  'releases by Sentry’s tools': {
    budget: 'records',
    send: ({ session, project }, n) => {
      const commits = times(20, (k) => ({ id: `${n}.${k}`, message: noise(1900) }))
      const body = JSON.stringify({ version: `s${n}`, projects: [project.id], commits })
      return asTool(session, 'releases', { headers: { 'content-type': 'application/json' }, body })
    },
    requests: (4 * maxDisk) / megabyte,
    refusal: /records_full|storage_full/,
  },
  comments: {
    budget: 'records',
    send: ({ session }, _n, issue) =>
      session.request('POST', `/api/issues/${issue}/comments`, { body: { text: noise(9900) } }),
    requests: (16 * maxDisk) / megabyte,
    refusal: /records_full|storage_full/,
  },
  'saved views': {
    budget: 'records',
    send: ({ session }, n) => session.request('POST', '/api/views', { body: { name: `v${n}`, filter: {} } }),
    requests: limits.views + 20,
    refusal: /validation_failed/,
  },
  projects: {
    budget: 'records',
    send: ({ session, project }, n) =>
      session.request('POST', '/api/projects', {
        body: { name: `P${n}`, app_id: `com.example.p${n}`, organization_id: project.organization_id },
      }),
    requests: limits.projects + 20,
    refusal: /validation_failed/,
  },
  organizations: {
    budget: 'records',
    send: ({ session }, n) => session.request('POST', '/api/organizations', { body: { name: `O${n}` } }),
    requests: limits.organizations + 20,
    refusal: /validation_failed/,
  },
}

let victim: SentryApp
let victimIssue: string
const ids: string[] = []
const sent = { feedback: 0, comments: 0 }

beforeAll(async () => {
  victim = await newSentryApp(server)
  for (let n = 0; n < 60; n++) {
    const { event_id, issue_id } = await victim.report({ tags: { n } })
    ids.push(event_id)
    victimIssue = issue_id
  }
  await digested(server)
})

/** Does everything once for the victim. @returns what was not accepted */
async function refusedToVictim(): Promise<string[]> {
  const { session } = victim
  const answers = {
    event: (await victim.send()).status,
    health: (await victim.post([sessions(0), checkIn('backup'), feedback(`Nice ${sent.feedback}`)])).status,
    comment: (await session.request('POST', `/api/issues/${victimIssue}/comments`, { body: { text: 'Mine' } })).status,
    upload: (await upload(victim, noise(100), `own${sent.comments}`)).status,
    release: (await session.request('PUT', `/api/projects/${victim.project.id}/releases/1.0`, { body: {} })).status,
  }
  sent.feedback += 1
  sent.comments += 1
  return Object.entries(answers).flatMap(([name, status]) => (status < 300 ? [] : [`${name}: ${status}`]))
}

/** Sends all of an attack, eight requests at once, until it has been refused often enough. @returns codes of refusals */
async function run({ send, requests }: Attack, attacker: SentryApp, issue: string): Promise<Set<string>> {
  const codes = new Set<string>()
  let next = 0
  let refused = 0
  const loop = async () => {
    while (next < requests && refused < 10) {
      const { status, body } = await send(attacker, next++, issue)
      if (status < 300) continue
      const { code } = body as { code: string }
      if (code !== 'overloaded') codes.add(code)
      // Full queues empty by themselves.
      if (code === 'overloaded') await new Promise((resolve) => setTimeout(resolve, 50))
      else refused += 1
    }
  }
  await Promise.all(times(8, loop))
  return codes
}

/** Asks for a measurement, and returns when the last one was made. */
const measured = async () => {
  await notify(pool, measureChannel)
  return (await pool.query<{ at: Date }>('select min(measured_at) as at from disk_state')).rows[0]!.at
}
const waiting = async () =>
  (await pool.query('select (select count(*) from health_queue) + (select count(*) from segment_queue) as n')).rows[0].n

describe.runIf(process.env.BUGLE_LONG === '1').each(Object.entries(attacks))('a flood of %s', (_name, attack) => {
  it('takes nothing from others', async () => {
    const attacker = await newSentryApp(server)
    const { issue_id } = await attacker.report()
    await attacker.readIssue(issue_id)
    const refusedMeanwhile: string[] = []
    let isRunning = true
    const watch = (async () => {
      while (isRunning) {
        refusedMeanwhile.push(...(await refusedToVictim()))
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    })()
    const codes = await run(attack, attacker, issue_id)
    isRunning = false
    await watch
    expect(refusedMeanwhile).toEqual([])
    if (attack.refusal !== undefined) expect([...codes]).toContainEqual(expect.stringMatching(attack.refusal))
    for (const code of codes) expect(code).toMatch(attack.refusal ?? full)

    // Everything is applied, and the server has looked at its disk since.
    await expect.poll(waiting, patience).toBe(0)
    const before = await measured()
    await expect.poll(measured, patience).toSatisfy((at: Date) => at > before)
    const used = async () => {
      await measured()
      return (await measureDisk(pool)).usedBytes
    }
    await expect.poll(used, { ...patience, interval: 500 }).toBeLessThan(0.9 * maxDisk)
    const { uses } = await measureDisk(pool)
    const parts = { events: 1, artifacts: 0.25, health: 0.1, outcomes: 0.02, records: 0.05, objects: 1 }
    for (const budget of budgets) {
      const stored = uses[budget].reduce((sum, { bytes }) => sum + bytes, 0)
      // Each newcomer may take its share, also of what those before it will not give back.
      expect(stored, budget).toBeLessThan((budget === 'records' ? 4 : 2) * parts[budget] * maxDisk)
    }
    expect(await refusedToVictim()).toEqual([])
    const events = await Promise.all(ids.map((id) => victim.session.request('GET', `/api/events/${id}`)))
    expect(events.filter(({ status, body }) => status === 200 && body.event.payload === 'kept')).toHaveLength(60)
    const kept = async () => {
      const { rows } = await pool.query<{ n: number }>(
        `select (select count(*) from feedback f where f.project_id = $1)
              + (select count(*) from issue_activity a where a.project_id = $1 and a.kind = 'commented') as n`,
        [victim.number],
      )
      return rows[0]!.n
    }
    await expect.poll(kept).toBe(sent.feedback + sent.comments)
  }, 400_000)
})
