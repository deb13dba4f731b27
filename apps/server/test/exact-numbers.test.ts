import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countsMerged, digested, newReporter, type Reporter, until } from './reporter.ts'
import { newSentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'

// Ids beyond 2^53, as databases and other services count: two neighbours stay two, by either way in and to the end.

const server = await startServer({ digest: true })

/** Neighbours that one number stands for. */
const ids = ['261733281341374469', '261733281341374471'] as const

/** JSON with the ids as numbers, which JSON.stringify cannot write. */
const withNumbers = (value: unknown) => JSON.stringify(value).replaceAll(/"#(\d+)"/g, '$1')
const contentOf = (id: string) => ({
  user: { id: `#${id}` },
  tags: { guild: `#${id}`, small: 7 },
  extra: { row: { key: [`#${id}`, 1.5] } },
  contexts: { shard: { id: `#${id}` } },
})

const ways: [name: string, start: () => Promise<{ app: Reporter; send: (id: string) => Promise<void> }>][] = [
  [
    'POST /ingest',
    async () => {
      const app = await newReporter(server)
      return {
        app,
        send: async (id) => {
          const event = { exception_type: 'E', message: 'm', platform: 'python', app_id: 'com.example.shop' }
          expect((await app.sendRaw(withNumbers({ ...event, ...contentOf(id) }))).status).toBe(202)
        },
      }
    },
  ],
  [
    'an envelope',
    async () => {
      const app = await newSentryApp(server)
      const frames = (id: string) => [{ function: 'pay', filename: 'pay.py', vars: { order: `#${id}` } }]
      return {
        app,
        send: async (id) => {
          const exception = { values: [{ type: 'E', value: 'm', stacktrace: { frames: frames(id) } }] }
          const event = { event_id: randomBytes(16).toString('hex'), timestamp: Date.now() / 1000, exception }
          const rawBody = ['{}', '{"type":"event"}', withNumbers({ ...event, ...contentOf(id) })].join('\n')
          const path = `/api/${app.number}/envelope?sentry_key=${app.key}`
          expect((await server.raw('POST', path, { rawBody })).status).toBe(200)
        },
      }
    },
  ],
]

describe.each(ways)('by %s', (name, start) => {
  it('every digit is shown, searched, counted, exported and erased by', async () => {
    const { app, send } = await start()
    for (const id of ids) await send(id)
    await countsMerged(server)
    const project = `/api/projects/${app.project.id}` as const
    const issues = async (query: string) =>
      (await app.session.get(`${project}/issues?query=${encodeURIComponent(query)}`)).issues
    const [issue] = await issues('')
    expect(issue).toMatchObject({ count: 2, users: 2 })
    for (const id of ids) {
      expect(await issues(`user:${id}`)).toHaveLength(1)
      expect(await issues(`tag.guild:${id}`)).toHaveLength(1)
      const query = encodeURIComponent(`user:${id}`)
      const { events } = await app.session.get(`/api/issues/${issue!.id}/events?query=${query}`)
      expect(events).toHaveLength(1)
      const event = await app.readEvent(events[0]!.id)
      expect(event).toMatchObject({
        user_id: id,
        tags: { guild: id, small: 7 },
        extra: { row: { key: [id, 1.5] } },
        contexts: { shard: { id } },
      })
      if (name === 'an envelope') expect(event.exceptions[0]!.frames[0]!.vars).toEqual({ order: id })
    }
    expect(await issues('user:261733281341374460')).toHaveLength(0)

    const [erased, other] = ids
    const exportOf = (id: string) =>
      until(
        async () => (await app.session.request('GET', `${project}/people/${id}`)).body.export,
        ({ status }) => status === 'done',
      )
    expect(await exportOf(erased)).toMatchObject({ events: 1 })
    expect((await app.session.request('DELETE', `${project}/people/${erased}`)).status).toBe(202)
    await until(
      async () => (await app.session.get(`${project}/people`)).requests,
      (requests) => requests.some(({ kind, status }) => kind === 'erasure' && status === 'done'),
    )
    await digested(server)
    const { events } = await app.session.get(`/api/issues/${issue!.id}/events`)
    expect(await Promise.all(events.map(async ({ id }) => (await app.readEvent(id)).user_id))).toEqual([other])
  })
})
