import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createProject, listIssues, register, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'

// Envelopes whose response was lost because every process was killed: an SDK sends them again, and all they hold counts once.

const envelopes = 120
const kills = 3
const server = await BuiltServer.install({ BUGLE_WORKERS: '2', BUGLE_INGEST_RATE: '1000000' })
afterAll(() => server.remove())

const newId = () => randomBytes(16).toString('hex')

function envelopeOf(index: number): string {
  const attrs = { release: 'shop@1.0', environment: 'production' }
  const started = new Date().toISOString()
  const id = newId()
  const items: [string, object][] = [
    [
      'event',
      { event_id: id, timestamp: Date.now() / 1000, exception: { values: [{ type: 'SentError', value: 'x' }] } },
    ],
    ['session', { sid: randomUUID(), did: `u-${index}`, init: true, started, status: 'crashed', errors: 1, attrs }],
    ['sessions', { attrs, aggregates: [{ started, exited: 9 }] }],
    ['check_in', { monitor_slug: 'job', status: 'error' }],
    ['feedback', { event_id: newId(), contexts: { feedback: { message: `feedback ${index}` } } }],
    [
      'client_report',
      {
        timestamp: Date.now() / 1000 + index,
        discarded_events: [{ category: 'error', reason: 'before_send', quantity: 2 }],
      },
    ],
  ]
  const lines = [{ event_id: id }, ...items.flatMap(([type, payload]) => [{ type }, payload])]
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

it('counts everything once, whatever is killed before its response', { timeout: 300_000 }, async () => {
  server.start()
  await server.ready()
  const account = await register(server.url)
  const project = await createProject(account, 'shop')
  const made = await request(account, 'POST', `/api/projects/${project.id}/dsn-keys`, { label: 'tests' })
  const { pathname } = new URL(made.dsn)
  const url = `${server.url}/api${pathname}/envelope/?sentry_key=${made.key}`
  const bodies = Array.from({ length: envelopes }, (_, index) => envelopeOf(index))
  /** Sends until there is a response, and now and then once more. */
  const send = async (body: string, index: number): Promise<void> => {
    for (let sent = 0; sent < 1 + (index % 2); ) {
      const response = await fetch(url, { method: 'POST', body, headers: { connection: 'close' } }).catch(
        () => undefined,
      )
      await response?.arrayBuffer().catch(() => undefined)
      if (response?.status === 200) sent += 1
      else await pause(50)
    }
  }
  let isOver = false
  const killing = (async () => {
    for (let kill = 0; kill < kills; kill++) {
      await pause(400)
      await server.kill()
      server.start()
      await server.ready()
    }
    isOver = true
  })()
  const queue = [...bodies.entries()]
  const sender = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await send(next[1], next[0])
      // Some are left for each time after a kill.
      if (!isOver) await pause(100)
    }
  }
  await Promise.all([killing, ...Array.from({ length: 8 }, sender)])

  const expected = {
    release: { sessions: 10 * envelopes, crashed: envelopes, users: envelopes },
    dropped: 2 * envelopes,
    issues: { MonitorFailure: envelopes, SentError: envelopes },
    feedback: envelopes,
  }
  const counted = async () => {
    const { releases } = await request(account, 'GET', `/api/projects/${project.id}/release-health`)
    const { reported } = await request(account, 'GET', `/api/projects/${project.id}/outcomes`)
    const issues = await listIssues(account, project)
    const { sessions, crashed, users } = releases[0] ?? {}
    return {
      release: { sessions, crashed, users },
      dropped: reported.find(({ reason }) => reason === 'error:before_send')?.total,
      issues: Object.fromEntries(issues.map(({ type, count }) => [type, count])),
      feedback: await countFeedback(),
    }
  }
  const countFeedback = async () => {
    let count = 0
    for (let cursor: string | null = ''; cursor !== null; ) {
      const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: { feedback: unknown[]; next_cursor: string | null } = await request(
        account,
        'GET',
        `/api/projects/${project.id}/feedback?limit=100${at}`,
      )
      count += page.feedback.length
      cursor = page.next_cursor
    }
    return count
  }
  await expect.poll(counted, { timeout: 120_000, interval: 500 }).toEqual(expected)
})
