import { randomUUID } from 'node:crypto'
import type { DocumentedUrl } from '@bugle/api-client'
import { describe, expect, it } from 'vitest'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { addBucket, type Bucket, killAll, withBucket } from './bucket.ts'
import { canHaveBucket, isPossible, long, noBucket } from './expect-no-fault.ts'

/** Every second one is sent again. */
const rounds = long ? 30 : 2
const app_id = 'com.example.shop'

/** One item of each kind, each with an id of its own. */
interface Round {
  eventId: string
  bodies: [path: string, body: object | string][]
}

describe.runIf(isPossible)('sessions, check-ins, feedback and files', () => {
  it.for([
    ['one database server', false],
    ['two database servers', true],
  ] as const)(
    'are there, each once, when everything is killed right after their 202, and they are sent again, with %s',
    async ([, hasBucket], { skip }) => {
      skip(hasBucket && !canHaveBucket, noBucket)
      await withBucket(hasBucket, keepItems)
    },
  )
})

async function keepItems(bucket: Bucket | undefined): Promise<void> {
  const server = await BuiltServer.install(bucket?.environment)
  try {
    server.start()
    await server.ready()
    if (bucket !== undefined) await addBucket(server, bucket)
    const account = await register(server.url, 'items')
    const projects = [await createProject(account, 'first', app_id)]
    if (bucket !== undefined) projects.push(await createProject(account, 'second', app_id))
    const sent = new Map(projects.map((project): [Project, Round[]] => [project, []]))
    for (let n = 0; n < rounds; n++) {
      await Promise.all([...sent].map(async ([project, all]) => all.push(await sendRound(server, project))))
      await killAll(server, bucket)
      // Every second round as a client does that has got no response.
      if (n % 2 === 1)
        for (const [project, all] of sent)
          for (const [path, body] of all.at(-1)!.bodies) await acknowledged(server, project, path, body)
    }
    for (const [project, all] of sent) await expectItems(account, project, all)
  } finally {
    await server.remove()
  }
}

/** Sends an event and its items until each is acknowledged. */
async function sendRound(server: BuiltServer, project: Project): Promise<Round> {
  const round = newRound()
  const event = { app_id, event_id: round.eventId, exception_type: 'Error', message: 'one issue', platform: 'node' }
  await acknowledged(server, project, '/ingest', event)
  await Promise.all(round.bodies.map(([path, body]) => acknowledged(server, project, path, body)))
  return round
}

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

/** Sends until it is acknowledged: a server that has just started may be busy. */
async function acknowledged(
  { url }: BuiltServer,
  { ingestToken }: Project,
  path: string,
  body: object | string,
): Promise<void> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'x-service-token': ingestToken }
  const post = async () => (await fetch(`${url}${path}`, { method: 'POST', headers, body: sent })).status
  await expect.poll(post, { interval: 200 }).toBe(202)
}

async function expectItems(account: Account, project: Project, all: readonly Round[]): Promise<void> {
  const path = `/api/projects/${project.id}` as const
  const get = <const Url extends string>(url: DocumentedUrl<'GET', Url>) => request(account, 'GET', url)
  await expect
    .poll(async () => (await get(`${path}/release-health`)).releases)
    .toMatchObject([{ sessions: 6 * rounds, crashed: rounds, users: rounds }])
  const checkIns = async () => (await get(`${path}/monitors/job`)).monitor.check_ins.map(({ status }) => status)
  await expect.poll(checkIns).toEqual(Array<string>(rounds).fill('ok'))
  const feedback = async () => (await get(`${path}/feedback`)).feedback.map(({ message }) => message).sort()
  await expect.poll(feedback).toEqual(all.map(({ eventId }) => eventId).sort())
  const { issues } = await get(`${path}/issues`)
  const { events } = await get(`/api/issues/${issues[0]!.id}/events`)
  expect(events).toHaveLength(rounds)
  for (const { id } of events)
    await expect
      .poll(async () => (await get(`/api/events/${id}`)).event.attachments.map(({ name }) => name))
      .toEqual(['cart.json'])
}
