import { randomUUID } from 'node:crypto'
import type { DocumentedUrl } from '@bugle/api-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { isPossible } from './expect-no-fault.ts'

const rounds = process.env.BUGLE_LONG === '1' ? 30 : 5
const app_id = 'com.example.shop'

/** One item of each kind, each with an id of its own. */
interface Round {
  eventId: string
  bodies: [path: string, body: object | string][]
}

describe.runIf(isPossible)('sessions, check-ins, feedback and files', () => {
  let server: BuiltServer
  let account: Account
  let project: Project

  beforeAll(async () => {
    server = await BuiltServer.install()
    server.start()
    await server.ready()
    account = await register(server.url, 'items')
    project = await createProject(account, 'items', app_id)
  })
  afterAll(() => server?.remove())

  const post = async (path: string, body: object | string) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'x-service-token': project.ingestToken }
    return fetch(`${server.url}${path}`, { method: 'POST', headers, body: sent })
  }

  /** Sends until it is acknowledged: a server that has just started may be busy. */
  const acknowledged = async (path: string, body: object | string) =>
    expect.poll(async () => (await post(path, body)).status, { timeout: 60_000, interval: 200 }).toBe(202)

  function newRound(): Round {
    const eventId = randomUUID()
    const started_at = new Date().toISOString()
    const query = new URLSearchParams({ app_id, event_id: eventId, name: 'cart.json' })
    return {
      eventId,
      bodies: [
        [
          '/ingest/sessions',
          {
            app_id,
            release: 'shop@1',
            sessions: [{ id: randomUUID(), started_at, status: 'crashed', user_id: eventId }],
            counts: [{ id: randomUUID(), started_at, exited: 5 }],
          },
        ],
        ['/ingest/check-ins', { app_id, monitor: 'job', status: 'ok', check_in_id: randomUUID() }],
        ['/ingest/feedback', { app_id, message: eventId, id: randomUUID(), event_id: eventId }],
        [`/ingest/attachments?${query}`, '{"items":3}'],
      ],
    }
  }

  it('are there, each once, when the server is killed right after their 202, and they are sent again', async () => {
    const all: Round[] = []
    for (let n = 0; n < rounds; n++) {
      const round = newRound()
      all.push(round)
      await acknowledged('/ingest', {
        app_id,
        event_id: round.eventId,
        exception_type: 'Error',
        message: 'one issue',
        platform: 'node',
      })
      await Promise.all(round.bodies.map(([path, body]) => acknowledged(path, body)))
      await server.kill()
      server.start()
      await server.ready()
      // Every second round as a client does that has got no response.
      if (n % 2 === 1) for (const [path, body] of round.bodies) await acknowledged(path, body)
    }
    const path = `/api/projects/${project.id}` as const
    const get = <const Url extends string>(url: DocumentedUrl<'GET', Url>) => request(account, 'GET', url)
    await expect
      .poll(async () => (await get(`${path}/release-health`)).releases, { timeout: 60_000 })
      .toMatchObject([{ sessions: 6 * rounds, crashed: rounds, users: rounds }])
    const checkIns = async () => (await get(`${path}/monitors/job`)).monitor.check_ins.map(({ status }) => status)
    await expect.poll(checkIns, { timeout: 60_000 }).toEqual(Array<string>(rounds).fill('ok'))
    const feedback = async () => (await get(`${path}/feedback`)).feedback.map(({ message }) => message).sort()
    await expect.poll(feedback, { timeout: 60_000 }).toEqual(all.map(({ eventId }) => eventId).sort())
    const { issues } = await get(`${path}/issues`)
    const { events } = await get(`/api/issues/${issues[0]!.id}/events`)
    expect(events).toHaveLength(rounds)
    for (const { id } of events)
      await expect
        .poll(async () => (await get(`/api/events/${id}`)).event.attachments.map(({ name }) => name), {
          timeout: 60_000,
        })
        .toEqual(['cart.json'])
  }, 300_000)
})
