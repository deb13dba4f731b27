// Usage: npx tsx scripts/seed.ts (npm run dev runs it once)
//
// Fills a running server (found by the server's BUGLE_DATA, HOST and PORT) with an account, three projects and two
// weeks of errors. A second run within a day adds nothing twice.
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type {
  CreateProjectResponse,
  IngestAcknowledgement,
  LoginResponse,
  ProjectPage,
  RegenerateResponse,
  UploadResponse,
} from '@bugle/protocol'
import { readConfig } from '../apps/server/src/config.ts'
import { seededRandom } from '../e2e/harness/random.ts'
import { decide } from './seed/decisions.ts'
import { expoApp } from './seed/expo-app.ts'
import { sendHealth } from './seed/health.ts'
import { phpApi } from './seed/php-api.ts'
import { makeEvents, type SampleEvent, type SampleProject } from './seed/sample-events.ts'
import { hashOf } from './seed/slots.ts'
import { inviteTeam } from './seed/team.ts'
import { webShop } from './seed/web-shop.ts'

const account = { email: 'dev@example.com', password: 'bugle-dev-password', name: 'Dana Vogel' }
const projects = [webShop, expoApp, phpApi]
/** Concurrent requests: fast, while events nearly keep their order. */
const atOnce = 6

const config = readConfig(process.env)
const url = `http://${reachable(config.HOST)}:${config.PORT}`

await untilReady()
const login = await logIn()
const bearer = `Bearer ${login.token}`
let sent = 0
for (const [index, project] of projects.entries()) {
  const { id, token, isNew } = await openProject(project)
  if (isNew) await uploadMaps(id, project)
  const events = makeEvents(project, { random: seededRandom(2026 + index), now: Date.now() })
  const eventIds: string[] = []
  await runConcurrently(events, async (event, number) => {
    eventIds.push(await send(token, event, `seed-${project.appId}-${number}`))
  })
  await sendRefused(token, events[0]!)
  const sendAgain = async (type: string) => {
    const last = events.findLast((event) => event.exception_type === type)
    // From the newest release: an older one would not reopen a resolved issue.
    if (last === undefined) return
    const now = Date.now()
    const later = now - Date.parse(String(last.timestamp))
    const breadcrumbs = (last.breadcrumbs ?? []).map((crumb) => ({ ...crumb, ts: crumb.ts + later }))
    const again = { ...last, breadcrumbs, release: project.releases.at(-1)!, timestamp: new Date(now).toISOString() }
    eventIds.push(await send(token, again, `again-${type}`))
  }
  await untilCounted(eventIds)
  if (isNew)
    await sendHealth({
      url,
      call: async (...request) => expectOk(await call(...request)),
      projectId: id,
      project,
      random: seededRandom(index),
      now: Date.now(),
    })
  if (isNew)
    await decide(async (...request) => expectOk(await call(...request)), {
      projectId: id,
      meId: login.user.id,
      sendAgain,
    })
  await untilCounted(eventIds)
  sent += events.length
}
await inviteTeam(
  async <T>(method: string, path: string, body?: object, token?: string) =>
    (await expectOk(
      await request(method, path, body, token === undefined ? {} : { authorization: `Bearer ${token}` }),
    )) as T,
  {
    token: login.token,
    password: account.password,
    projects: ((await expectOk(await call('GET', '/api/projects?limit=100'))) as ProjectPage).projects,
  },
)
// Read by npm run dev: the data is complete.
writeFileSync(join(config.dataDirectory, 'seeded'), `${new Date().toISOString()}\n`)
console.log(`
  Sample data is in: ${projects.length} projects, ${sent} events of the last 14 days.
  Log in as ${account.email} with the password ${account.password}
`)

/** A server on all interfaces is reached through loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await pause(200)
  }
  throw new Error(`No server became ready at ${url}.`)
}

/** A session of kind cli, which ends no browser session. */
async function logIn(): Promise<Extract<LoginResponse, { token: string }>> {
  const headers = { 'x-service-client': 'cli' }
  const made = await post('/api/auth/register', account, headers)
  const response = made.status === 422 ? await post('/api/auth/login', account, headers) : made
  return (await expectOk(response)) as Extract<LoginResponse, { token: string }>
}

/** Finds or creates the project and returns a new ingest token, since tokens are shown only once. */
async function openProject({ name, appId, platform }: SampleProject): Promise<Opened> {
  const { projects } = (await expectOk(await call('GET', '/api/projects?limit=100'))) as ProjectPage
  let project = projects.find((candidate) => candidate.app_id === appId)
  const isNew = project === undefined
  if (project === undefined) {
    const body = { name, app_id: appId, platform }
    const made = (await expectOk(await call('POST', '/api/projects', body))) as CreateProjectResponse
    project = made.project
    await retire(project.id, made.ingest_token)
  }
  return { id: project.id, token: await regenerate(project.id), isNew }
}

/** Uploads the source map of each release, as its build would, and waits until they are indexed. */
async function uploadMaps(projectId: string, { built, releases }: SampleProject): Promise<void> {
  if (built === undefined) return
  const path = `/api/projects/${projectId}/artifacts`
  for (const release of releases) {
    const file = built.file.replace('{hash}', hashOf(release))
    const form = new FormData()
    form.append('release', release)
    form.append('url', `~/${file}`)
    form.append('file', new Blob([built.map]), `${basename(file)}.map`)
    const uploaded = await fetch(url + path, { method: 'POST', headers: { authorization: bearer }, body: form })
    const { files } = (await expectOk(uploaded)) as UploadResponse
    await untilIndexed(`${path}/${files[0]!.artifact_id}`)
  }
}

async function untilIndexed(path: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { artifact } = (await expectOk(await call('GET', path))) as { artifact: { state: string } }
    if (artifact.state !== 'indexing') return
    await pause(100)
  }
  throw new Error('A source map is not indexed after a minute.')
}

interface Opened {
  id: string
  token: string
  isNew: boolean
}

/** Replaces the first token and uses it once more, like an app that was not updated, so that outcomes show it. */
async function retire(projectId: string, token: string): Promise<void> {
  await regenerate(projectId)
  await post('/ingest', {}, { 'x-service-token': token })
}

async function regenerate(projectId: string): Promise<string> {
  const response = await expectOk(await call('POST', `/api/projects/${projectId}/regenerate`, {}))
  return (response as RegenerateResponse).ingest_token
}

/** Sends an event; returns its id. */
async function send(token: string, event: SampleEvent, key: string): Promise<string> {
  const headers = { 'x-service-token': token, 'idempotency-key': key }
  let response = await post('/ingest', event, headers)
  while (response.status === 429 || response.status === 503) {
    await pause(1000 * Number(response.headers.get('retry-after') ?? 1))
    response = await post('/ingest', event, headers)
  }
  return ((await expectOk(response)) as IngestAcknowledgement).event_id
}

/** Waits until events are issues: they are counted in the order of their arrival, so the last ones tell. */
async function untilCounted(eventIds: readonly string[]): Promise<void> {
  for (const id of eventIds.slice(-2 * atOnce))
    for (let tries = 0; (await call('GET', `/api/events/${id}`)).status === 404; tries++) {
      if (tries === 600) throw new Error(`The event ${id} is not counted after two minutes.`)
      await pause(200)
    }
}

/** Sends requests that are refused, so that outcomes have something to show. */
async function sendRefused(token: string, event: SampleEvent): Promise<void> {
  const { platform: _, ...incomplete } = event
  const crumb = { category: 'log', message: 'one of too many', ts: Date.now() }
  const wrong = [
    { ...event, app_id: 'com.example.fork' },
    { ...event, app_id: 'com.example.fork' },
    { ...event, breadcrumbs: Array.from({ length: 51 }, () => crumb) },
    incomplete,
    { ...event, extra: { dump: 'x'.repeat(1_100_000) } },
  ]
  for (const body of wrong) await post('/ingest', body, { 'x-service-token': token })
}

async function runConcurrently<T>(
  values: readonly T[],
  work: (value: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < values.length; index = next++) await work(values[index]!, index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function call(method: string, path: string, body?: unknown): Promise<Response> {
  return request(method, path, body, { authorization: bearer })
}

function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return request('POST', path, body, headers)
}

function request(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  if (body === undefined) return fetch(url + path, { method, headers })
  const withType = { ...headers, 'content-type': 'application/json' }
  return fetch(url + path, { method, headers: withType, body: JSON.stringify(body) })
}

async function expectOk(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} responded ${response.status} ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
