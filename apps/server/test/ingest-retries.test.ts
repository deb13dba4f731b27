import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { digested, jpeg, newReporter, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const second = await startServer({ beside: server })

/** Ways for a client to mark two requests as the same event. */
const ways: [what: string, of: () => { change?: object; headers?: Record<string, string> }][] = [
  ['a UUIDv7', () => ({ change: { event_id: uuidv7() } })],
  [
    'a UUIDv7 without hyphens, in capitals',
    () => ({ change: { event_id: uuidv7().replaceAll('-', '').toUpperCase() } }),
  ],
  ['a UUIDv7 of two days ago', () => ({ change: { event_id: v7At(Date.now() - 47.9 * hour) } })],
  ['a UUIDv7 of a year ago', () => ({ change: { event_id: v7At(Date.now() - 8760 * hour) } })],
  ['a UUIDv7 of tomorrow', () => ({ change: { event_id: v7At(Date.now() + 23.9 * hour) } })],
  ['a UUIDv7 of next year', () => ({ change: { event_id: v7At(Date.now() + 8760 * hour) } })],
  ['a UUIDv4', () => ({ change: { event_id: randomUUID() } })],
  ['the nil UUID', () => ({ change: { event_id: '00000000-0000-0000-0000-000000000000' } })],
  ['an Idempotency-Key', () => ({ headers: { 'idempotency-key': randomUUID() } })],
  ['a long Idempotency-Key', () => ({ headers: { 'idempotency-key': `${randomUUID()}'"; --`.repeat(50) } })],
  ['both', () => ({ change: { event_id: uuidv7() }, headers: { 'idempotency-key': randomUUID() } })],
]
const hour = 3_600_000

describe.each(ways)('an event known by %s', (_, of) => {
  it('counts once however often it is sent, with the first body', async () => {
    const app = await newReporter(server)
    const { change, headers = {} } = of()
    const first = await app.report({ message: 'first', ...change }, { headers })
    await digested(server)
    for (const to of [server, second])
      expect(await app.report({ message: 'first', ...change }, { headers, to })).toEqual(first)
    await app.report({ message: 'first', ...change }, { headers, path: '/api/ingest' })
    expect((await app.report({ message: 'other', ...change }, { headers })).event_id).toBe(first.event_id)
    await digested(server)
    expect(await counted(app)).toEqual([['first', 1]])
    expect((await app.readEvent(first.event_id)).message).toBe('first')
  })

  it('counts once if sent ten times simultaneously over two processes', async () => {
    const app = await newReporter(server)
    const { change, headers = {} } = of()
    const send = (n: number) => app.report({ message: 'at once', ...change }, { headers, to: n % 2 ? second : server })
    const acknowledged = await Promise.all([...Array(10).keys()].map(send))
    expect(new Set(acknowledged.map((ids) => JSON.stringify(ids))).size).toBe(1)
    await digested(server)
    expect(await counted(app)).toEqual([['at once', 1]])
  })

  it('is another event in another project', async () => {
    const { change, headers = {} } = of()
    for (const app of [await newReporter(server), await newReporter(server)]) {
      await app.report({ ...change }, { headers })
      await digested(server)
      expect(await counted(app)).toEqual([['boom', 1]])
    }
  })
})

it('a client’s UUIDv7 becomes the id of the event', async () => {
  const app = await newReporter(server)
  const event_id = uuidv7()
  expect((await app.report({ event_id })).event_id.slice(-32)).toBe(event_id.replaceAll('-', ''))
})

it('without any of these, two equal events are two', async () => {
  const app = await newReporter(server)
  await app.report()
  await app.report({}, { headers: { 'idempotency-key': '' } })
  await app.report({}, { headers: { 'idempotency-key': '' } })
  await digested(server)
  expect(await counted(app)).toEqual([['boom', 3]])
})

it('the screenshot of a retry does not replace the event’s', async () => {
  const app = await newReporter(server)
  const long = Buffer.concat([jpeg.subarray(0, 2), ...Array(9).fill(comment()), jpeg.subarray(2)]).toString('base64')
  const picture = async (id: string) => (await app.session.request('GET', `/api/events/${id}/screenshot`)).status
  const bare = { event_id: uuidv7() }
  const { event_id } = await app.report(bare)
  await app.report({ ...bare, screenshot: long })
  await digested(server)
  expect((await app.readEvent(event_id)).screenshot_url).toBeNull()
  expect(await picture(event_id)).toBe(404)
  const small = { event_id: uuidv7(), screenshot: jpeg.toString('base64') }
  const shown = await app.report(small)
  await app.report({ ...small, screenshot: long })
  await digested(server)
  const authorization = `Bearer ${app.session.token}`
  const response = await fetch(`${server.url}/api/events/${shown.event_id}/screenshot`, { headers: { authorization } })
  expect(Buffer.from(await response.arrayBuffer()).equals(jpeg)).toBe(true)
})

it('a key is forgotten after 24 hours', async () => {
  const app = await newReporter(server)
  const headers = { 'idempotency-key': 'of yesterday' }
  const first = await app.report({}, { headers })
  await server.database.pool.query(`update event_keys set created_at = now() - interval '25 hours'`)
  const again = await app.report({}, { headers })
  expect(again.event_id).not.toBe(first.event_id)
  expect(await app.report({}, { headers })).toEqual(again)
})

async function counted(app: Reporter): Promise<[string, number][]> {
  const { body } = await app.session.request('GET', `/api/projects/${app.project.id}/issues`)
  return body.issues.map(({ message, count }: { message: string; count: number }) => [message, count])
}

function v7At(ms: number): string {
  const hex = Math.trunc(ms).toString(16).padStart(12, '0') + uuidv7().replaceAll('-', '').slice(12)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Creates a comment segment of a JPEG with the maximum length. */
function comment(): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533, 'x')])
}
