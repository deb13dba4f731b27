import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { newSentryApp } from './sentry-app.ts'
import { startServer } from './start-server.ts'

// Senders without a key, or with one that is public: they take nothing from others.

const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '100000' } })
const { pool } = server.database
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

it('bodies of strangers hold no memory that envelopes with their key inside need', async () => {
  const app = await newSentryApp(server)
  const path = `/api/${app.number}/envelope/` as const
  const { hostname, port } = new URL(server.url)
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n`
  const bodies = [
    'x'.repeat(1_048_000),
    `{}\n${'x'.repeat(1_048_000)}`,
    `{"dsn":"https://${'a'.repeat(32)}@x/1"}\n${'x'.repeat(1_048_000)}`,
    gzipSync('').toString('latin1').slice(0, 10),
  ]
  for (let n = 0; n < 24; n++)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(head + bodies[n % bodies.length]!, 'latin1', () => resolve()),
      )
      socket.on('error', () => resolve())
      sockets.push(socket)
    })
  const envelope = (header: object) =>
    `${JSON.stringify(header)}\n{"type":"event"}\n${JSON.stringify({ exception: { values: [{ type: 'E', value: 'y'.repeat(20_000) }] } })}\n`
  const send = async (body: string | Uint8Array<ArrayBuffer>) =>
    (await server.raw('POST', path, { rawBody: body })).status
  for (let n = 0; n < 5; n++) expect(await send(envelope({ dsn: app.dsn }))).toBe(200)
  expect(await send(new Uint8Array(gzipSync(envelope({ dsn: app.dsn, pad: 'y'.repeat(2000) }))))).toBe(200)
  expect(await send(JSON.stringify({ dsn: app.dsn }))).toBe(200)
  expect(await send(envelope({}))).toBe(401)
  expect(await send('no header at all')).toBe(400)
})

it('names of losses in client reports are bounded, and every loss is counted', async () => {
  const app = await newSentryApp(server)
  const entry = (category: string, reason: string) => ({ category, reason, quantity: 2 })
  const words = Array.from({ length: 100 }, (_, n) => String.fromCharCode(97 + (n % 26), 97 + Math.trunc(n / 26)))
  const reported = words.map((word) => entry(`c_${word}`, `r_${word}`))
  for (let n = 0; n < 3; n++)
    expect((await app.post([['client_report', { discarded_events: reported }]])).status).toBe(200)
  await app.post([['client_report', { discarded_events: [entry('error', 'before_send'), entry('error', 'made_up')] }]])
  const counted = async () => Object.values(await app.outcomes('reported')).reduce((sum, count) => sum + count, 0)
  await expect.poll(counted).toBe(604)
  expect(await app.outcomes('reported')).toEqual({ 'error:before_send': 2, 'error:other': 2, 'other:other': 600 })
})

it('reasons of losses in events are bounded, and every loss is counted', async () => {
  const app = await newSentryApp(server)
  for (let n = 0; n < 15; n++)
    await app.report({
      client_drops: Array.from({ length: 20 }, (_, index) => ({ reason: `r${n}-${index}`, count: 1 })),
    })
  const counted = async () => Object.values(await app.outcomes('reported')).reduce((sum, count) => sum + count, 0)
  await expect.poll(counted).toBe(300)
  const { rows } = await pool.query('select count(*) as n from outcomes where project_id = $1', [app.number])
  expect(rows[0].n).toBeLessThanOrEqual(201)
})
