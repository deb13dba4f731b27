import { listIssues, type Project, request } from '../e2e/harness/account.ts'
import { pause } from '../e2e/harness/built-server.ts'
import { Connection, getRequest } from '../e2e/harness/connection.ts'
import { type Random, seededRandom } from '../e2e/harness/random.ts'
import { type Latency, latencyOf } from './load-order.ts'
import type { Subject } from './subject.ts'
import { plans, releases } from './vocabulary.ts'

export interface ReadsResult {
  events: number
  issues: number
  /** Milliseconds of each query, one after the other. */
  questions: { name: string; latency: Latency }[]
  /** Merging the two largest issues of a project, and undoing it; undefined if it has only one. */
  merge: { events: [number, number]; merge: Latency; undo: Latency } | undefined
  /** Exporting all events of one person, by a job. */
  personExport: { events: number; doneMs: number }
  /** Deleting the largest issue: until the response, and until its events are removed, if the bench waited for that. */
  deletion: { events: number; responseMs: number; doneMs: number | undefined } | undefined
}

export const filteredList = 'filtered list: environment, release, 14 days, most events first'

/** Measures the queries of the dashboard's screens, with different ids in each request. */
export async function measureReads(subject: Subject, count: number): Promise<ReadsResult> {
  const { account, projects, data } = subject
  const random = seededRandom(1)
  const busiest = projects[0]!
  const issues = (await listIssues(account, busiest)).map(({ id }) => id)
  const events = await someEvents(subject, issues, random)
  const questions: [name: string, path: () => string][] = [
    ['issue list with sparkline', () => `/api/projects/${busiest.id}/issues?sparkline=24h&limit=50` as const],
    [
      'search for a word',
      () => `/api/projects/${busiest.id}/issues?query=${random.pick(['error', 'null', 'timeout'])}&limit=50` as const,
    ],
    [
      filteredList,
      () =>
        `/api/projects/${busiest.id}/issues?environment=production&release=${random.pick(releases)}&from=${daysAgo(14)}&sort=events&limit=50` as const,
    ],
    [
      'filtered list: environment, 14 days, most events first',
      () =>
        `/api/projects/${busiest.id}/issues?environment=production&from=${daysAgo(14)}&sort=events&limit=50` as const,
    ],
    [
      'filtered list: 14 days',
      () => `/api/projects/${busiest.id}/issues?from=${daysAgo(14)}&sparkline=14d&limit=50` as const,
    ],
    [
      'filtered list: a tag',
      () => `/api/projects/${busiest.id}/issues?query=tag.plan:${random.pick(plans)}&limit=50` as const,
    ],
    [
      'filtered list: a user',
      () => `/api/projects/${busiest.id}/issues?query=user:${aPerson(random)}&limit=50` as const,
    ],
    ['facets of an issue', () => `/api/issues/${random.pick(issues)}/tags` as const],
    ['what changed about an issue', () => `/api/issues/${random.pick(issues)}/changes` as const],
    ['issues that look alike', () => `/api/issues/${random.pick(issues)}/similar` as const],
    ['issue list of all projects', () => '/api/issues?sparkline=24h&limit=50'],
    [
      'issue with latest event, stats, tags',
      () => `/api/issues/${random.pick(issues)}?include=latest_event,stats,tags` as const,
    ],
    ['events of an issue', () => `/api/issues/${random.pick(issues)}/events?limit=25` as const],
    ['event', () => `/api/events/${random.pick(events)}` as const],
    [
      'stats of a project, 14 days',
      () => `/api/projects/${busiest.id}/stats?interval=day&from=${daysAgo(14)}` as const,
    ],
  ]
  const results: ReadsResult['questions'] = []
  for (const [name, path] of questions) {
    const latency = await ask(subject, path, count)
    results.push({ name, latency })
  }
  return {
    events: await data.counted(),
    issues: await data.issues(),
    questions: results,
    merge: await measureMerge(subject, busiest),
    personExport: await measureExport(subject, busiest, aPerson(random)),
    deletion: await measureDeletion(subject, busiest), // last, because it removes data that others read
  }
}

/** Draws a user of the workload. */
const aPerson = (random: Random) => `user-${String(random.below(5000)).padStart(4, '0')}`

async function measureExport({ account }: Subject, project: Project, person: string) {
  const began = performance.now()
  for (;;) {
    const path = `/api/projects/${project.id}/people/${person}` as const
    const { export: asked } = await request(account, 'GET', path)
    if (asked.status === 'done') return { events: asked.events, doneMs: performance.now() - began }
    await pause(20)
  }
}

/** Longer is not waited for: removal is not urgent. */
const deletionMs = 120_000

async function measureDeletion({ account, data }: Subject, project: Project): Promise<ReadsResult['deletion']> {
  const path = `/api/projects/${project.id}/issues?sort=events&limit=1` as const
  const [issue] = (await request(account, 'GET', path)).issues
  if (issue === undefined) return undefined
  const began = performance.now()
  await request(account, 'DELETE', `/api/issues/${issue.id}`)
  const responseMs = performance.now() - began
  while ((await data.erasing()) > 0) {
    if (performance.now() - began > deletionMs) return { events: issue.count, responseMs, doneMs: undefined }
    await pause(50)
  }
  return { events: issue.count, responseMs, doneMs: performance.now() - began }
}

async function measureMerge({ account }: Subject, project: Project): Promise<ReadsResult['merge']> {
  const path = `/api/projects/${project.id}/issues?sort=events&limit=2` as const
  const { issues } = await request(account, 'GET', path)
  const [one, other] = issues
  if (one === undefined || other === undefined) return undefined
  const [merging, undoing]: [number[], number[]] = [[], []]
  for (let round = 0; round < 11; round += 1) {
    const began = performance.now()
    const { undo_id } = await request(account, 'POST', `/api/issues/${one.id}/merge`, {
      ids: [other.id],
    })
    const merged = performance.now()
    await request(account, 'POST', `/api/undo/${undo_id}`)
    merging.push(merged - began)
    undoing.push(performance.now() - merged)
  }
  return { events: [one.count, other.count], merge: latencyOf(merging), undo: latencyOf(undoing) }
}

async function someEvents({ account }: Subject, issues: readonly string[], random: Random): Promise<string[]> {
  const events: string[] = []
  while (events.length < 200) {
    const page = await request(account, 'GET', `/api/issues/${random.pick(issues)}/events?limit=20`)
    events.push(...page.events.map(({ id }) => id))
  }
  return events
}

/** Expensive queries are repeated as often as this allows. */
const questionMs = 15_000

async function ask({ server, account }: Subject, path: () => string, count: number): Promise<Latency> {
  const connection = new Connection(server.port)
  const took: number[] = []
  const until = performance.now() + questionMs
  while (took.length < count && performance.now() < until) {
    const get = getRequest(path(), account.token)
    const began = performance.now()
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve) =>
      connection.send(get, resolve),
    )
    took.push(performance.now() - began)
    if (status !== 200) throw new Error(`${get} gives ${text.slice(0, 500)}`)
  }
  connection.close()
  return latencyOf(took)
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}
