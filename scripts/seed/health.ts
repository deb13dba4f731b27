import { randomUUID } from 'node:crypto'
import type { DsnKey } from '@bugle/protocol'
import type { Random } from '../../e2e/harness/random.ts'
import type { SampleProject } from './sample-events.ts'

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>
type Item = [type: string, body: object]

interface HealthOptions {
  url: string
  call: Call
  projectId: string
  project: SampleProject
  random: Random
  now: number
}

const dayMs = 86_400_000
const hourMs = 3_600_000
const hexId = () => randomUUID().replaceAll('-', '')

/** Schedules of the sample jobs, and the results of their last runs. */
const monitors = {
  'nightly-backup': { schedule: '0 3 * * *', timezone: 'Europe/Berlin', results: 'ok ok ok ok ok ok ok' },
  // Rare enough that no test or review outlasts it: a missed run is an issue.
  'search-index': { schedule: 'every 12 hours', results: 'ok ok ok ok error ok ok ok ok ok' },
  'send-invoices': { schedule: '30 6 * * 1', timezone: 'Europe/Vienna', results: 'ok ok ok error' },
}

const feedback = [
  {
    name: 'Bea',
    contact_email: 'bea@example.com',
    message: 'The button to pay did nothing until I opened the page again.',
  },
  {
    name: 'Cyril',
    contact_email: 'cyril@example.com',
    message: 'My voucher is gone, and the cart shows the full price.',
  },
  { message: 'Could the order be sent to a parcel shop?' },
]

/** Sends what the pages of releases, monitors and feedback show, as Sentry's SDKs do. */
export async function sendHealth({ url, call, projectId, project, random, now }: HealthOptions): Promise<void> {
  const key = (await call('POST', `/api/projects/${projectId}/dsn-keys`, { label: 'Sample data' })) as DsnKey
  const address = `${url}/api${new URL(key.dsn).pathname}/envelope/?sentry_key=${key.key}`
  await send(address, sessionsOf(project, random, now))
  await send(
    address,
    feedback.map((one): Item => ['feedback', { event_id: hexId(), contexts: { feedback: one } }]),
  )
  await runJobs({ address, call, projectId, random, mayFail: project.platform === 'php' })
}

/** Sessions of each day: most are of the release that was current then, some of the one before. */
function sessionsOf({ releases, users }: SampleProject, random: Random, now: number): Item[] {
  const items: Item[] = []
  for (let age = 13; age >= 0; age--) {
    const current = Math.floor(((13 - age) / 14) * releases.length)
    for (const [release, share] of [
      [releases[current]!, 1],
      [releases[current - 1], 0.3],
    ] as const) {
      if (release === undefined) continue
      const started = new Date(now - age * dayMs - hourMs).toISOString()
      const exited = Math.round(users * share * (0.6 + 0.4 * random.next()))
      const ended = { exited, errored: random.below(1 + exited / 20), crashed: random.below(1 + exited / 60) }
      items.push(['sessions', { attrs: { release, environment: 'production' }, aggregates: [{ started, ...ended }] }])
    }
  }
  return items
}

type Jobs = Pick<HealthOptions, 'call' | 'projectId' | 'random'> & { address: string; mayFail: boolean }

/** Makes the monitors, and lets their jobs report one run after the other. A failed one becomes an issue. */
async function runJobs({ address, call, projectId, random, mayFail }: Jobs): Promise<void> {
  for (const [slug, { results, ...schedule }] of Object.entries(monitors)) {
    await call('PUT', `/api/projects/${projectId}/monitors/${slug}`, schedule)
    for (const result of results.split(' ')) {
      const status = mayFail ? result : 'ok'
      const run = { check_in_id: hexId(), monitor_slug: slug, status, duration: 20 + random.below(60) }
      await send(address, [['check_in', run]])
    }
  }
}

async function send(address: string, items: readonly Item[]): Promise<void> {
  const lines = items.flatMap(([type, content]) => [{ type }, content])
  const body = [{ sent_at: new Date().toISOString() }, ...lines].map((line) => JSON.stringify(line)).join('\n')
  const response = await fetch(address, { method: 'POST', body })
  if (!response.ok) throw new Error(`${address} responded ${response.status} ${await response.text()}`)
}
