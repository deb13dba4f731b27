import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { makePartitions } from '../src/worker-role.ts'
import { digested } from './reporter.ts'
import { newSentryApp, type SentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'
import { until } from './until.ts'

// Files whose event is acknowledged and not digested when they come: digest begins seconds later here.

const server = await startServer()
const { pool } = server.database
await makePartitions(pool, new Date())

const newId = () => randomBytes(16).toString('hex')
const envelope = (app: SentryApp, id: string, [header, payload]: [object, string]) =>
  server.request('POST', `/api/${app.number}/envelope?sentry_key=${app.key}`, {
    rawBody: `${JSON.stringify({ event_id: id })}\n${JSON.stringify(header)}\n${payload}`,
  })
const sendEvent = (app: SentryApp, id: string) =>
  envelope(app, id, [{ type: 'event' }, JSON.stringify({ event_id: id, exception: { values: [{ type: 'E' }] } })])
const sendFile = (app: SentryApp, id: string, text: string) =>
  envelope(app, id, [{ type: 'attachment', filename: `${text}.txt`, length: text.length }, text])
const late = async () => (await pool.query<{ n: number }>('select count(*) as n from late_attachments')).rows[0]!.n

it('are kept, attached once it is digested, and counted if there is none', async () => {
  const [app, other] = [await newSentryApp(server), await newSentryApp(server)]
  const id = newId()
  // A disk that stalls for seconds, as on a shared machine, is no fault.
  await until(
    () => sendEvent(app, id),
    ({ status }) => status === 200,
  )
  expect((await sendFile(app, id, 'first')).status).toBe(200)
  const form = new FormData()
  form.set('b', new Blob(['second']), 'second.txt')
  const path = `${server.url}/api/${app.number}/events/${id}/attachments/?sentry_key=${app.key}` as const
  expect((await fetch(path, { method: 'POST', body: form })).status).toBe(201)
  // The event of these is of another project, or does not exist.
  expect((await sendFile(other, id, 'foreign')).status).toBe(200)
  expect((await sendFile(app, newId(), 'lost')).status).toBe(200)
  expect(await late()).toBe(4)

  await startServer({ beside: server, digest: true })
  await digested(server)
  await until(late, (count) => count === 0)
  const { issues } = await app.session.get(`/api/projects/${app.project.id}/issues`)
  const { body } = await app.session.request('GET', `/api/issues/${issues[0]!.id}/events/latest`)
  expect(body.event.attachments).toMatchObject([
    { name: 'first.txt', bytes: 5 },
    { name: 'second.txt', bytes: 6 },
  ])
  for (const { number } of [app, other]) {
    const { rows } = await pool.query('select source, reason, event_count from outcomes where project_id = $1', [
      number,
    ])
    expect(rows).toEqual([{ source: 'unsupported', reason: 'attachment', event_count: 1 }])
  }
})
