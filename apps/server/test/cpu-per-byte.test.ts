import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { makeSegmentPartitions } from '../src/domains/storage/segments/index.ts'
import { craftMinidump } from './crafted-minidump.ts'
import { newReporter, numberOf } from './reporter.ts'
import { startServer } from './start-server.ts'

// The most expensive bodies that we know of, by every way in, at an eighth of their limit and at all of it: twice the bytes may
// take twice the time. Ratios of CPU time within one run, which no other program changes.

const server = await startServer({
  env: { BUGLE_INGEST_RATE: '1000000', BUGLE_API_RATE: '1000000', BUGLE_MAX_DISK: '1TB' },
})
// Without digest, whose time would count as well.
await makeSegmentPartitions(server.database.pool)
// With the usual limit: an export may hold forty thousand events.
const limited = await startServer({ beside: server })
const app = await newReporter(server)
const number = numberOf(app)
const { body: created } = await app.session.request('POST', `/api/projects/${app.project.id}/dsn-keys`, {
  body: { label: 'x' },
})
const auth = `sentry_key=${(created as { key: string }).key}`

/** Only then up to the limits of an envelope and of an upload, which takes a minute. */
const isLong = process.env.BUGLE_LONG === '1'

const parts = isLong ? [1 / 8, 1 / 4, 1 / 2, 1] : [1 / 8, 1]
/** Growth of CPU time per byte between two sizes, which is to be 2 at most, and a tenth for the measurement: quadratic work makes it 8. */
const maxGrowth = 2.2
/** Times a case is measured again if it seems to grow: a collection of garbage falls into one of them. */
const tries = 16
/** CPU time of a request and of moving its bytes, which says nothing about the work on them. */
const leastMsOf = (bytes: number) => 30 + (20 * bytes) / MB
/** Memory that bodies at their limits may need above rest. */
const maxMemoryBytes = 1024 * 1024 * 1024

const kB = 1024
const MB = 1024 * kB

/** Repeats a text up to a size in bytes. */
const fill = (unit: string, bytes: number) => unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))))
const list = <T>(bytes: number, one: T): T[] => {
  const size = JSON.stringify(one).length + 1
  return Array.from({ length: Math.max(1, Math.floor(bytes / size)) }, () => one)
}
const fields = (bytes: number, value: string) =>
  Object.fromEntries(list(bytes - 100, `"k12345":"${value}",`).map((_, index) => [`k${index}`, value]))
const nested = (bytes: number) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`

/** Texts for which a step of ours has to work most, by the bytes that they fill. */
const texts: Record<string, (bytes: number) => string> = {
  'secret names': (bytes) => fill('password=x&token="y\\', bytes),
  'quotes that never end': (bytes) => fill(`token="`, bytes),
  'digits of cards': (bytes) => fill('4 4-4 ', bytes),
  credentials: (bytes) => fill('Bearer Basic ', bytes),
  'one letter': (bytes) => fill('a', bytes),
  spaces: (bytes) => fill(' \n', bytes),
  frames: (bytes) => fill('    at a (b.js:1:1)\n', bytes),
  brackets: (bytes) => fill('({[<', bytes),
  'dots and slashes': (bytes) => fill('a.b/c-', bytes),
}
/** Each text goes into one field or another: all in all would take minutes. */
const ofTexts = (make: (text: string) => unknown, ...names: (keyof typeof texts)[]) =>
  Object.entries(texts)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([name, text]): Case => [name, (bytes) => JSON.stringify(make(text(bytes * 0.8)))])

type Case = [name: string, body: (bytes: number) => string | Buffer]

const native = { exception_type: 'E', message: 'm', platform: 'node', app_id: 'com.example.shop' }
const ownBodies: Case[] = [
  ...ofTexts((text) => ({ ...native, message: text }), 'secret names', 'one letter', 'dots and slashes'),
  ...ofTexts((text) => ({ ...native, stack: text }), 'spaces', 'frames', 'brackets'),
  ['a stack of lines', (bytes) => JSON.stringify({ ...native, stack: list(bytes - 200, 'at a (b.js:1:1)') })],
  [
    'exceptions',
    (bytes) =>
      JSON.stringify({
        ...native,
        exceptions: list(bytes - 200, { exception_type: 'E', message: 'm', stack: 'E\n at a' }),
      }),
  ],
  ['tags', (bytes) => JSON.stringify({ ...native, tags: fields(bytes, 'v') })],
  ['fields within fields', (bytes) => `${JSON.stringify(native).slice(0, -1)},"extra":{"a":${nested(bytes - 200)}}}`],
]

const frame = { function: 'pay', filename: 'a.js', abs_path: '/srv/a.js', lineno: 1, vars: { password: 'x' } }
const sentryBodies: Case[] = [
  ...ofTexts((text) => ({ message: text }), 'spaces', 'brackets'),
  ...ofTexts((text) => ({ extra: { a: text } })),
  ...ofTexts((text) => ({ exception: { values: [{ type: text, value: text.slice(0, 1000) }] } }), 'frames'),
  ['literals in a string that never ends', (bytes) => `{"a":NaN,"b":"${fill('\\"NaN ', bytes)}`],
  ['literals between strings', (bytes) => `[${fill('"",NaN,', bytes)}0]`],
  [
    'one parameter in many places',
    (bytes) => JSON.stringify(templateOf(fill('{a}', bytes / 2), { a: fill('y', bytes / 2) })),
  ],
  ['parameters of no length', (bytes) => JSON.stringify(templateOf(fill('%s', bytes / 2), list(bytes / 2, '')))],
  [
    'a deep parameter in many places',
    (bytes) => `{"logentry":{"message":"${fill('{a}', bytes / 2)}","params":{"a":${nested(bytes / 2)}}}}`,
  ],
  ['exceptions', (bytes) => JSON.stringify({ exception: { values: list(bytes, { type: 'E', value: 'v' }) } })],
  [
    'frames',
    (bytes) => JSON.stringify({ exception: { values: [{ type: 'E', stacktrace: { frames: list(bytes, frame) } }] } }),
  ],
  [
    'threads',
    (bytes) => JSON.stringify({ threads: { values: list(bytes, { id: 1, stacktrace: { frames: [frame] } }) } }),
  ],
  ['breadcrumbs', (bytes) => JSON.stringify({ breadcrumbs: { values: list(bytes, { message: 'token=x' }) } })],
  ['tags', (bytes) => JSON.stringify({ tags: list(bytes, ['password', 'v']) })],
  ['fields', (bytes) => JSON.stringify({ extra: fields(bytes, 'token=x') })],
  ['fields within fields', (bytes) => `{"extra":{"a":${nested(bytes)}}}`],
]
const templateOf = (message: string, params: unknown) => ({ logentry: { message, params } })

const attribute = { key: 'exception.type', value: { stringValue: 'E' } }
const resourceOf = (bytes: number) => ({ attributes: list(bytes, { key: 'k', value: { stringValue: 'password=x' } }) })
const logsOf = (resource: unknown, logRecords: unknown[]) =>
  JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
const otlpBodies: Case[] = [
  ['records', (bytes) => logsOf({}, list(bytes, { attributes: [attribute] }))],
  [
    'a large resource of many records',
    (bytes) => logsOf(resourceOf(bytes / 2), list(bytes / 2, { attributes: [attribute] })),
  ],
  ['records that are none', (bytes) => logsOf({}, list(bytes, { body: { stringValue: 'b' } }))],
]
const spanBodies: Case[] = [
  [
    'a span with many exceptions',
    (bytes) =>
      JSON.stringify({
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    attributes: resourceOf(bytes / 2).attributes,
                    events: list(bytes / 2, { name: 'exception', attributes: [attribute] }),
                  },
                ],
              },
            ],
          },
        ],
      }),
  ],
]

const reportBodies: Case[] = [
  ...ofTexts((text) => ({ 'csp-report': { 'blocked-uri': text, 'effective-directive': 'x', 'source-file': text } })),
  [
    'reports',
    (bytes) => JSON.stringify(list(bytes, { type: 'csp-violation', url: 'u', body: { blockedURL: 'inline' } })),
  ],
]

const boundary = 'x'
const formOf = (partsOf: [name: string, value: string | Buffer, filename?: string][]) =>
  Buffer.concat([
    ...partsOf.flatMap(([name, value, filename]) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
const dump = [
  'upload_file_minidump',
  craftMinidump({ code: 11, address: 0x1000n, platform: 0x8201, file: '/usr/bin/shop' }),
  'a.dmp',
] as [string, Buffer, string]
const formBodies: Case[] = [
  [
    'fields',
    (bytes) =>
      formOf([
        dump,
        ...list(Math.min(bytes, 150 * kB), 'x'.repeat(75)).map((value, n): [string, string] => [
          `sentry[extra][k${n}]`,
          value,
        ]),
      ]),
  ],
  [
    'pieces',
    (bytes) =>
      formOf([
        dump,
        ...Array.from({ length: 100 }, (_, n): [string, string] => [`sentry__${n}`, fill('a', bytes / 110)]),
      ]),
  ],
  [
    'an event',
    (bytes) =>
      formOf([dump, ['sentry', JSON.stringify({ extra: { a: fill('password=x ', Math.min(bytes, 900 * kB)) } })]]),
  ],
  ['delimiters that are none', (bytes) => formOf([dump, ['f', fill('\r\n--', bytes), 'f']])],
]

interface Way {
  limit: number
  cases: Case[]
  path: string
  type?: string
  token?: string
  url?: string
}

const json = 'application/json'
const form = `multipart/form-data; boundary=${boundary}`
const envelope = (items: number, cases: Case[]): Case[] =>
  cases.map(([name, body]) => [
    name,
    (bytes) =>
      `{}\n${`{"type":"event"}\n${body(bytes / items)
        .toString()
        .replaceAll('\n', ' ')}\n`.repeat(items)}`,
  ])
const few = (cases: Case[]) => cases.filter((_, index) => index % 3 === 0)

const ways: Record<string, Way> = {
  '/ingest': { limit: MB, cases: ownBodies, path: '/ingest' },
  'an envelope with one item': {
    limit: 4 * MB,
    cases: envelope(1, sentryBodies),
    path: `/api/${number}/envelope/?${auth}` as const,
  },
  'an envelope with a hundred items': {
    limit: isLong ? 20 * MB : 8 * MB,
    cases: envelope(100, few(sentryBodies)),
    path: `/api/${number}/envelope/?${auth}` as const,
  },
  '/store': { limit: 4 * MB, cases: few(sentryBodies), path: `/api/${number}/store/?${auth}` as const },
  'logs of OTLP': {
    limit: 4 * MB,
    cases: otlpBodies,
    path: `/api/${number}/integration/otlp/v1/logs?${auth}` as const,
    url: limited.url,
  },
  'traces of OTLP': {
    limit: 4 * MB,
    cases: spanBodies,
    path: `/api/${number}/integration/otlp/v1/traces?${auth}` as const,
    url: limited.url,
  },
  'security reports': { limit: 256 * kB, cases: reportBodies, path: `/api/${number}/security/?${auth}` as const },
  'forms with minidumps': {
    limit: 10 * MB,
    cases: formBodies,
    path: `/api/${number}/minidump/?${auth}` as const,
    type: form,
  },
  'uploads of maps': {
    limit: isLong ? 32 * MB : 16 * MB,
    cases: [
      [
        'mappings',
        (bytes) =>
          formOf([['file', `{"version":3,"sources":[],"names":[],"mappings":"${fill(';', bytes)}"}`, 'a.map']]),
      ],
    ],
    path: `/api/projects/${app.project.id}/artifacts` as const,
    type: form,
    token: app.session.token,
  },
  'the preview of grouping': {
    limit: MB,
    cases: few(ownBodies),
    path: `/api/projects/${app.project.id}/grouping/preview` as const,
    token: app.session.token,
  },
}

/** Takes a body, hashes it and answers: the least that any way in does with one. */
const plain = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  response.end(createHash('sha256').update(body).digest('hex'))
})
await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
afterAll(() => plain.close())
const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`

async function cpuOf(way: Way, body: string | Buffer, triesLeft = 5): Promise<number> {
  const { path, type = json, token, url = server.url } = way
  const { response, text, ms } = await timed(`${url}${path}`, body, {
    'content-type': type,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(path === '/ingest' ? { 'x-service-token': app.token } : {}),
  })
  if (response.status === 500) throw new Error(`${path} → 500`)
  // A disk that stalls for seconds, as on a shared machine, is no fault.
  if (response.status === 503 && triesLeft > 0) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return cpuOf(way, body, triesLeft - 1)
  }
  expect(response.status, text).not.toBe(503)
  return ms
}

/** Sends a body; `ms` is the CPU time that this process took meanwhile, in which client and server both run. */
async function timed(url: string, body: string | Buffer, headers: Record<string, string>) {
  const bytes = new Uint8Array(Buffer.from(body))
  const before = process.cpuUsage()
  const response = await fetch(url, { method: 'POST', body: bytes, headers })
  const text = await response.text()
  const { user, system } = process.cpuUsage(before)
  return { response, text, ms: (user + system) / 1000 }
}

/** Returns how much more CPU time a byte of a larger body takes than one of a smaller body; at least 1. */
async function growthOf(way: Way, body: (bytes: number) => string | Buffer): Promise<number> {
  const growth = await growthIn(way.limit, (bytes) => cpuOf(way, body(bytes)), leastMsOf, maxGrowth)
  if (growth <= maxGrowth) return growth
  // Pages and collections of garbage that large buffers cost are the machine's: their growth is taken out.
  const moving = await growthIn(
    way.limit,
    async (bytes) => (await timed(plainUrl, Buffer.alloc(bytes, 'a'), {})).ms,
    () => 0,
    0,
  )
  return growth / moving
}

/** Measures in turns until the growth is at most `enough`: a machine that is busy, or was idle for a moment, distorts a round. */
async function growthIn(
  limit: number,
  msOf: (bytes: number) => Promise<number>,
  leastMs: (bytes: number) => number,
  enough: number,
): Promise<number> {
  const sizes = parts.map((part) => Math.floor(limit * part * 0.95))
  const times = sizes.map((): number[] => [])
  let growth = 1
  for (let round = 0; round < tries; round++) {
    for (const [index, bytes] of sizes.entries()) times[index]!.push(await msOf(bytes))
    const costs = [least, middle].map((typical) => sizes.map((bytes, index) => ({ bytes, ms: typical(times[index]!) })))
    growth = Math.min(...costs.map((of) => growthBetween(of, leastMs)))
    if (growth <= enough) break
  }
  return growth
}

function growthBetween(costs: { bytes: number; ms: number }[], leastMs: (bytes: number) => number): number {
  return Math.max(
    1,
    ...costs.flatMap((large) =>
      costs
        .filter((small) => small.bytes < large.bytes && large.ms > leastMs(large.bytes))
        .map((small) => large.ms / large.bytes / (small.ms / small.bytes)),
    ),
  )
}

const least = (numbers: number[]) => Math.min(...numbers)
const middle = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

it.each(Object.entries(ways))(
  '%s takes no more CPU time for a byte of a larger body',
  { timeout: 300_000 },
  async (name, way) => {
    const grown: string[] = []
    for (const [kind, body] of way.cases) {
      const growth = await growthOf(way, body)
      if (growth > maxGrowth) grown.push(`${name}, ${kind}: ${growth.toFixed(1)} times`)
    }
    expect(grown).toEqual([])
  },
)

it('a search takes no more CPU time for a character of a longer one', async () => {
  const searches: [string, string][] = [
    ...Object.entries(texts).map(([name, text]): [string, string] => [name, text(990)]),
    ['terms', fill('a:b ', 118)],
    ['quotes', fill('"', 990)],
    ['nots', fill('!', 990)],
  ]
  const cost = async (query: string) => {
    const before = process.cpuUsage()
    for (let n = 0; n < 5; n++)
      await app.session.request('GET', `/api/projects/${app.project.id}/issues?query=${encodeURIComponent(query)}`)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  for (const [name, text] of searches) {
    const [whole, eighth] = [await cost(text), await cost(text.slice(0, text.length / 8))]
    expect(whole / eighth / 8, name).toBeLessThan(maxGrowth)
  }
})

it('bodies at their limits need bounded memory', () => {
  // The largest resident size of this process, of which the tests themselves are a part.
  expect(process.resourceUsage().maxRSS * 1024 - restBytes).toBeLessThan(maxMemoryBytes)
})
const restBytes = process.memoryUsage().rss
