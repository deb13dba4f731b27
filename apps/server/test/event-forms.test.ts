import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { anEvent, digested, newReporter } from './reporter.ts'
import { newSentryApp, type SentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'

// Events in forms that SDKs do not send today: repaired, or named where they cannot be read.

const server = await startServer({ digest: true })

const latestOf = async (app: SentryApp) => {
  await digested(server)
  const { issues } = await app.session.get(`/api/projects/${app.project.id}/issues`)
  expect(issues).toHaveLength(1)
  return (await app.session.request('GET', `/api/issues/${issues[0]!.id}/events/latest`)).body.event
}
const storePath = (app: SentryApp) => `/api/${app.number}/store?sentry_key=${app.key}`
const newId = () => randomBytes(16).toString('hex')

describe('a body that begins with a byte-order mark', () => {
  it('is accepted by POST /ingest, and stored as it came', async () => {
    const app = await newReporter(server)
    const body = `\ufeff${JSON.stringify(anEvent({ message: 'marked' }))}`
    const { status, body: ids } = await app.sendRaw(body)
    expect(status).toBe(202)
    const { event_id: id } = ids as { event_id: string }
    await digested(server)
    expect((await app.readEvent(id)).message).toBe('marked')
    expect((await app.readRaw(id)).toString('utf8')).toBe(body)
  })

  it.each([
    ['plain', (json: string) => json],
    ['as Raven sent it', (json: string) => deflateSync(json).toString('base64')],
  ])('is accepted by the old endpoint of Sentry, %s', async (_name, encode) => {
    const app = await newSentryApp(server)
    const rawBody = encode(`\ufeff${JSON.stringify({ event_id: newId(), message: 'marked' })}`)
    expect((await server.raw('POST', storePath(app), { rawBody })).status).toBe(200)
    expect((await latestOf(app)).message).toBe('marked')
  })

  it('is accepted as an envelope, and as an item of one', async () => {
    const app = await newSentryApp(server)
    const event = JSON.stringify({ event_id: newId(), message: 'marked' })
    const rawBody = `\ufeff{}\n{"type":"event"}\n\ufeff${event}`
    const path = `/api/${app.number}/envelope?sentry_key=${app.key}`
    expect((await server.raw('POST', path, { rawBody })).status).toBe(200)
    expect((await latestOf(app)).message).toBe('marked')
  })
})

describe('a level and names that are nearly right', () => {
  it.each([
    ['FATAL', 'fatal'],
    ['warn', 'warning'],
    [' Info\n', 'info'],
  ])('%j is the level %s by POST /ingest', async (sent, level) => {
    const app = await newReporter(server)
    const { event_id: id } = await app.report({ level: sent, release: 'shop@1.2.0\n', environment: 'blue\tgreen' })
    await digested(server)
    const shown = { level, release: 'shop@1.2.0', environment: 'blue green' }
    expect(await app.readEvent(id)).toMatchObject(shown)
    const { issues } = await app.session.get(`/api/projects/${app.project.id}/issues?query=release:shop@1.2.0`)
    expect(issues).toMatchObject([{ level }])
  })

  it('another word is refused by it', async () => {
    const app = await newReporter(server)
    expect(await app.send({ level: 'loud' })).toMatchObject({ status: 400, code: 'invalid_payload' })
  })

  it('are repaired in Sentry’s events and sessions, which then belong together', async () => {
    const app = await newSentryApp(server)
    await app.post([
      ['event', { event_id: newId(), message: 'm', level: 'FATAL', release: 'shop@1.2.0\r\n' }],
      [
        'session',
        {
          sid: newId(),
          init: true,
          started: new Date().toISOString(),
          status: 'ok',
          attrs: { release: 'shop@1.2.0\n', environment: 'production\n' },
        },
      ],
    ])
    expect(await latestOf(app)).toMatchObject({ level: 'fatal', release: 'shop@1.2.0' })
    await expect
      .poll(async () => (await app.session.get(`/api/projects/${app.project.id}/release-health`)).releases)
      .toMatchObject([{ release: 'shop@1.2.0', environment: 'production', sessions: 1 }])
  })
})

describe('a Sentry event in another form', () => {
  it('of a single exception is shown as such', async () => {
    const app = await newSentryApp(server)
    await app.post([['event', { event_id: newId(), exception: { type: 'BasketError', value: 'no basket' } }]])
    expect(await latestOf(app)).toMatchObject({ exception_type: 'BasketError', message: 'no basket', unread: [] })
  })

  it('of former names is read, and loses what describes the person', async () => {
    const app = await newSentryApp(server)
    await app.post([
      [
        'event',
        {
          event_id: newId(),
          'sentry.interfaces.Exception': [{ type: 'OldError', value: 'x' }],
          'sentry.interfaces.User': { id: 'u-1', email: 'planted@example.com' },
          'sentry.interfaces.Http': { url: 'https://shop.example/', cookies: 'planted=1' },
        },
      ],
    ])
    const event = await latestOf(app)
    expect(event).toMatchObject({
      exception_type: 'OldError',
      user_id: 'u-1',
      scrubbed: ['user.email', 'request.cookies'],
    })
    const headers = { authorization: `Bearer ${app.session.token}` }
    const raw = await fetch(`${server.url}/api/events/${event.id}?raw=1`, { headers })
    expect(await raw.text()).not.toContain('planted')
  })

  it('that is not understood says so, and shows what came', async () => {
    const app = await newSentryApp(server)
    await app.post([['event', { event_id: newId(), exception: { oops: 'no basket' }, tags: 'plan' }]])
    expect(await latestOf(app)).toMatchObject({
      message: '{"values":[{"oops":"no basket"}]}',
      unread: ['exception', 'tags'],
      other: { sentry: { exception: { values: [{ oops: 'no basket' }] }, tags: 'plan' } },
    })
  })
})
