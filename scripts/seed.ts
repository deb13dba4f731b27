// Usage: npx tsx scripts/seed.ts (npm run dev does it once)
// Fills a running server (BUGLE_DATA, HOST and PORT as the server has them) with an account, three projects and two
// weeks of errors. Run again within a day it adds nothing twice.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CreateProjectResponse, LoginResponse, ProjectPage, RegenerateResponse } from '@bugle/protocol'
import { readConfig } from '../apps/server/src/config.ts'
import { seededRandom } from '../e2e/harness/random.ts'
import { decide } from './seed/decisions.ts'
import { expoApp } from './seed/expo-app.ts'
import { phpApi } from './seed/php-api.ts'
import { makeEvents, type SampleEvent, type SampleProject } from './seed/sample-events.ts'
import { webShop } from './seed/web-shop.ts'

const account = { email: 'dev@example.com', password: 'bugle-dev-password', name: 'Dana Vogel' }
const projects = [webShop, expoApp, phpApi]
/** Requests on their way at once: quick, and the order of the events is nearly kept. */
const atOnce = 6

const config = readConfig(process.env)
const url = `http://${reachable(config.HOST)}:${config.PORT}`

await untilReady()
const login = await logIn()
const bearer = `Bearer ${login.token}`
let sent = 0
for (const [index, project] of projects.entries()) {
  const { id, token, isNew } = await openProject(project)
  const events = makeEvents(project, { random: seededRandom(2026 + index), now: Date.now() })
  await inTurns(events, (event, number) => send(token, event, `seed-${project.appId}-${number}`))
  await sendRefused(token, events[0]!)
  const sendAgain = async (type: string) => {
    const last = events.findLast((event) => event.exception_type === type)
    // By the newest release: an older one would not bring back what is resolved.
    if (last === undefined) return
    const now = Date.now()
    const later = now - Date.parse(String(last.timestamp))
    const breadcrumbs = (last.breadcrumbs ?? []).map((crumb) => ({ ...crumb, ts: crumb.ts + later }))
    const again = { ...last, breadcrumbs, release: project.releases.at(-1)!, timestamp: new Date(now).toISOString() }
    await send(token, again, `again-${type}`)
  }
  if (isNew)
    await decide(async (...request) => expectOk(await call(...request)), {
      projectId: id,
      meId: login.user.id,
      sendAgain,
    })
  sent += events.length
}
// What npm run dev goes by.
writeFileSync(join(config.dataDirectory, 'seeded'), `${new Date().toISOString()}\n`)
console.log(`
  Sample data is in: ${projects.length} projects, ${sent} events of the last 14 days.
  Log in as ${account.email} with the password ${account.password}
`)

/** What listens on all addresses is reached on loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(200)
  }
  throw new Error(`No server became ready at ${url}.`)
}

/** A session of kind cli, so that it ends no other. */
async function logIn(): Promise<Extract<LoginResponse, { token: string }>> {
  const headers = { 'x-service-client': 'cli' }
  const made = await post('/api/auth/register', account, headers)
  const answer = made.status === 422 ? await post('/api/auth/login', account, headers) : made
  return (await expectOk(answer)) as Extract<LoginResponse, { token: string }>
}

/** Finds or makes the project and returns its ingest token: a new one, since tokens are shown once. */
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

interface Opened {
  id: string
  token: string
  isNew: boolean
}

/** The first token is replaced and used once more, as by an app that was not updated: the ledger shows it. */
async function retire(projectId: string, token: string): Promise<void> {
  await regenerate(projectId)
  await post('/ingest', {}, { 'x-service-token': token })
}

async function regenerate(projectId: string): Promise<string> {
  const answer = await expectOk(await call('POST', `/api/projects/${projectId}/regenerate`, {}))
  return (answer as RegenerateResponse).ingest_token
}

async function send(token: string, event: SampleEvent, key: string): Promise<void> {
  const headers = { 'x-service-token': token, 'idempotency-key': key }
  let answer = await post('/ingest', event, headers)
  while (answer.status === 429 || answer.status === 503) {
    await pause(1000 * Number(answer.headers.get('retry-after') ?? 1))
    answer = await post('/ingest', event, headers)
  }
  await expectOk(answer)
}

/** Some of what goes wrong outside, so that the ledger of drops has something to show. */
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

async function inTurns<T>(values: readonly T[], work: (value: T, index: number) => Promise<void>): Promise<void> {
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

async function expectOk(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? undefined : answer.json()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
