import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { seededRandom } from '../../../e2e/harness/random.ts'
import { newReporter, numberOf } from './reporter.ts'
import { startServer } from './start-server.ts'

// Envelopes that nobody's SDK sends. None may break the server, or hold more than its share.

const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '1000000' } })
const app = await newReporter(server)
const number = numberOf(app)
const { body } = await app.session.request('POST', `/api/projects/${app.project.id}/dsn-keys`, { body: { label: 'x' } })
const path = `${server.url}/api/${number}/envelope/?sentry_key=${(body as { key: string }).key}` as const
const post = async (bytes: Buffer, headers: Record<string, string> = {}) =>
  (await fetch(path, { method: 'POST', body: new Uint8Array(bytes), headers })).status

const isLong = process.env.BUGLE_LONG === '1'
const rounds = isLong ? 200_000 : 400
/** Memory that the whole test may need beside what it had after its first tenth. */
const maxGrowthBytes = 256 * 1024 * 1024
const random = seededRandom(7)
const event = {
  event_id: '0'.repeat(32),
  exception: { values: [{ type: 'E', value: 'x', stacktrace: { frames: [{ function: 'f', vars: { a: 1 } }] } }] },
  threads: { values: [{ id: 1, stacktrace: { frames: [] } }] },
  breadcrumbs: [{ message: 'x', timestamp: 1 }],
  request: { headers: [['Cookie', 'x']] },
  user: { id: 1 },
  tags: [['a', 'b']],
}
const session = { sid: crypto.randomUUID(), init: true, started: '2026-11-24T00:00:00Z', attrs: { release: 'r' } }
const checkIn = {
  monitor_slug: 'm',
  status: 'ok',
  monitor_config: { schedule: { type: 'crontab', value: '* * * * *' } },
}
const base = [
  '{"event_id":"00000000000000000000000000000000","sent_at":"2026-11-24T00:00:00Z"}',
  '{"type":"event"}',
  JSON.stringify(event),
  '{"type":"session"}',
  JSON.stringify(session),
  '{"type":"check_in"}',
  JSON.stringify(checkIn),
  '{"type":"attachment","length":3,"filename":"a"}',
  'abc',
  '{"type":"client_report"}',
  '{"discarded_events":[{"reason":"a","category":"b","quantity":1}]}',
].join('\n')
const pieces = [
  ...['{', '}', '[', ']', '"', '\n', 'null', '1e999', '-1', '"__proto__":', '{"a":', '\\ud800', '\\u0000', '\u0000'],
  ...[
    '"length":99999999999',
    '"type":"event"',
    '"values":[null,1,"x"]',
    '"frames":{}',
    '"timestamp":"x"',
    '[[[[[[[[',
    'NaN',
  ],
]

function mutated(): Buffer {
  let text = base
  for (let step = 0; step <= random.below(4); step++) {
    const at = random.below(text.length)
    const kind = random.below(4)
    if (kind === 0) text = text.slice(0, at)
    else if (kind === 1) text = text.slice(0, at) + random.pick(pieces) + text.slice(at)
    else if (kind === 2) text = text.slice(0, at) + text.slice(at + random.below(20))
    else text = text.slice(0, at) + text.slice(random.below(text.length))
  }
  return Buffer.from(text)
}

it('of any bytes are answered, never with a bug, in bounded memory', {
  timeout: isLong ? 1_800_000 : 60_000,
}, async () => {
  const statuses = new Map<number, number>()
  let [warm, most] = [0, 0]
  for (let round = 0; round < rounds; round += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(mutated())))
    for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (round % 2000 === 0) {
      const { rss } = process.memoryUsage()
      if (round <= rounds / 10) warm = Math.max(warm, rss)
      most = Math.max(most, rss)
    }
  }
  if (isLong)
    console.log(`${rounds} envelopes:`, Object.fromEntries(statuses), `largest RSS ${Math.round(most / 1e6)} MB`)
  expect(most - warm).toBeLessThan(maxGrowthBytes)
  expect([...statuses.keys()].filter((status) => ![200, 400].includes(status))).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(rounds / 20)
  expect(server.log.filter((line) => line.includes('"bug"') || line.includes('could not'))).toEqual([])
})

it.each([
  ['a bomb of gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024)), { 'content-encoding': 'gzip' }],
  [
    'a bomb within an item',
    gzipSync(Buffer.concat([Buffer.from('{}\n{"type":"event"}\n'), Buffer.alloc(40_000_000, 32)])),
    { 'content-encoding': 'gzip' },
  ],
  ['a hundred thousand items', Buffer.from(`{}\n${'{"type":"a"}\n\n'.repeat(100_000)}`), {}],
  ['nested deeply', Buffer.from(`{}\n{"type":"event"}\n{"extra":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`), {}],
  [
    'an object of a million keys',
    Buffer.from(
      `{}\n{"type":"event"}\n{"extra":{${Array.from({ length: 300_000 }, (_, n) => `"${n}":1`).join(',')}}}\n`,
    ),
    {},
  ],
] as [string, Buffer, Record<string, string>][])('of %s are refused or shrunk', async (_name, bytes, headers) => {
  expect([200, 400, 413]).toContain(await post(bytes, headers))
  expect(server.log.filter((line) => line.includes('"bug"') || line.includes('could not'))).toEqual([])
})
