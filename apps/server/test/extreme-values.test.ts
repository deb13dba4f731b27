import { expect, it } from 'vitest'
import { seededRandom } from '../../../e2e/harness/random.ts'
import { countsMerged, newReporter, numberOf, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadMap } from './upload-map.ts'

// Every number and text of whatever clients send, at its extremes, by every way in. None may be a bug, reach the database in
// a form that it refuses, or make an event unreadable.

const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '1000000' } })
const app = await newReporter(server)
const number = numberOf(app)
const { body: created } = await app.session.request('POST', `/api/projects/${app.project.id}/dsn-keys`, {
  body: { label: 'x' },
})
const { key } = created as { key: string }
const random = seededRandom(11)
// With a map and a debug file in the project, frames are looked up in the database.
const map = { version: 3, sources: ['src/cart.ts'], names: [], mappings: 'AAAA', sourcesContent: ['throw new Error()'] }
await uploadMap(app, JSON.stringify(map), { release: '1.2.3', url: '~/src/cart-B3f9aK2q.js' })

/** Values that every field gets. */
const always = [null, { toString: null, valueOf: null }, 1_795_253_390_000_000_000]
const others = [
  ...[2 ** 63, -(2 ** 63), 1e300, -1, 0.5, 0, 253_402_300_800_000],
  ...['', 'NaN', '-1', '1e300', '\ud800', 'x'.repeat(5000), '+275760-09-13T00:00:00.001Z'],
  ...[true, [], [null], ['\0'], {}, JSON.parse('{"__proto__":1,"values":[null]}')],
]
/** A body with many fields gets some of the others for each, the next with each field: all of them would take minutes. */
const maxVariants = process.env.BUGLE_LONG === '1' ? Number.POSITIVE_INFINITY : 100

type Json = unknown
type Path = (string | number)[]

function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([name, entry]) => pathsOf(entry, [...path, name]))
  return path.length === 0 ? below : [path, ...below]
}

function withValue(base: Json, path: Path, value: Json): Json {
  if (path.length === 0) return value
  const [name, ...rest] = path as [string, ...Path]
  const copy = (Array.isArray(base) ? [...base] : { ...(base as object) }) as Record<string, Json>
  copy[name] = withValue(copy[name], rest, value)
  return copy
}

/** Returns copies of a body, each with another value in one of its fields. */
function* variantsOf(base: Json): Generator<Json> {
  const paths = pathsOf(base)
  const perField = Math.min(others.length, Math.ceil(maxVariants / paths.length))
  for (const path of paths) {
    const first = random.below(others.length)
    const some = Array.from({ length: perField }, (_, n) => others[(first + n) % others.length])
    for (const value of [damaged(base, path), ...always, ...some]) yield withValue(base, path, value)
  }
}

/** Returns a text with characters that PostgreSQL refuses in its middle, so that it stays what it was otherwise. */
function damaged(base: Json, path: Path): Json {
  let value = base
  for (const name of path) value = (value as Record<string, Json>)[name]
  if (typeof value !== 'string') return '\0'
  const middle = value.length >> 1
  return `${value.slice(0, middle)}\0\ud800${value.slice(middle)}`
}

const frame = {
  function: 'pay',
  module: 'shop.Cart',
  filename: 'src/cart.js',
  abs_path: 'https://shop.test/src/cart.js',
  lineno: 3,
  colno: 7,
  in_app: true,
  platform: 'javascript',
  instruction_addr: '0x1000',
  package: '/usr/lib/libshop.so',
  pre_context: ['a'],
  context_line: 'b',
  post_context: ['c'],
  vars: { total: 1 },
}
const now = Date.now()
const image = { type: 'elf', debug_id: '1'.repeat(32), code_file: 'libshop.so', image_addr: '0x0', image_size: 4096 }

const native = {
  exception_type: 'TypeError',
  message: 'total is 17',
  platform: 'node',
  app_id: 'com.example.shop',
  level: 'error',
  release: '1.2.3',
  dist: '4',
  environment: 'staging',
  timestamp: now,
  stack: [{ function: 'pay', module: 'Cart', file: 'https://shop.test/src/cart-B3f9aK2q.js', line: 3, column: 7 }],
  exceptions: [{ exception_type: 'E', message: 'm', parent: 0, relation: 'cause', stack: 'E\n    at f (a.js:1:2)' }],
  tags: { plan: 'pro', size: 1 },
  user: { id: 'u-1' },
  users: [{ id: 'u-2', count: 2 }],
  repeat: 2,
  contexts: { device: { model: 'x', memory: 1 }, app: { version: '1' }, os: { name: 'iOS', version: '1' } },
  mechanism: { type: 'generic', handled: true },
  breadcrumbs: [
    { category: 'http', message: 'GET /', ts: now, level: 'info', type: 'http', data: { status_code: 200 } },
  ],
  extra: { cart: [1, { a: 'b' }] },
  fingerprint: ['{{ default }}', 'x'],
  debug_meta: { images: [image] },
  client_drops: [{ reason: 'queue', count: 1 }],
  sdk: { name: 'bugle', version: '1' },
  source_context: [{ file: 'src/cart.js', line: 3, pre_context: ['a'], context_line: 'b', post_context: ['c'] }],
}

/** An event whose frames are looked up among the maps of the project. */
const generated = {
  exception_type: 'TypeError',
  message: 'total is 17',
  platform: 'web',
  app_id: 'com.example.shop',
  release: '1.2.3',
  dist: '4',
  environment: 'staging',
  stack: [{ function: 'pay', file: 'https://shop.test/src/cart-B3f9aK2q.js', line: 1, column: 1 }],
  debug_meta: { images: [{ type: 'proguard', uuid: '1'.repeat(32) }] },
  contexts: { expo: { update_id: 'u', runtime_version: '1' } },
}

const sentry = {
  platform: 'python',
  level: 'error',
  timestamp: now / 1000,
  release: 'shop@1.2.3',
  dist: '4',
  environment: 'staging',
  server_name: 'web-1',
  logger: 'root',
  transaction: '/pay',
  exception: {
    values: [
      {
        type: 'KeyError',
        value: 'total',
        module: 'shop',
        thread_id: 1,
        mechanism: {
          type: 'generic',
          handled: false,
          exception_id: 1,
          parent_id: 0,
          source: '__cause__',
          is_exception_group: true,
        },
        stacktrace: { frames: [frame] },
      },
      { type: 'Outer', value: 'x', mechanism: { exception_id: 0 }, stacktrace: { frames: [frame] } },
    ],
  },
  threads: { values: [{ id: 1, name: 'main', crashed: true, current: true, stacktrace: { frames: [frame] } }] },
  breadcrumbs: {
    values: [
      {
        category: 'http',
        message: 'm',
        level: 'info',
        type: 'http',
        timestamp: now / 1000,
        data: { status_code: 500 },
      },
    ],
  },
  logentry: { message: '%s of {a}', params: ['a'], formatted: 'f' },
  request: {
    url: 'https://shop.test/?a=b',
    method: 'GET',
    headers: [['User-Agent', 'Mozilla/5.0 Firefox/120.0']],
    query_string: 'a=b',
    env: { REMOTE_ADDR: '1.2.3.4' },
  },
  user: { id: 'u-1', email: 'ann@example.com', username: 'ann', ip_address: '{{auto}}' },
  tags: [
    ['plan', 'pro'],
    ['n', 1],
  ],
  contexts: {
    os: { name: 'Linux', version: '6' },
    runtime: { name: 'CPython', version: '3' },
    app: { app_version: '1', app_identifier: 'com.example.shop' },
    device: { model: 'x' },
  },
  extra: { n: 1 },
  fingerprint: ['{{ default }}', 'x'],
  debug_meta: { images: [image] },
  modules: { django: '4' },
  sdk: { name: 'sentry.python', version: '2' },
}

const attributes = [
  { key: 'exception.type', value: { stringValue: 'E' } },
  { key: 'exception.message', value: { stringValue: 'm' } },
  { key: 'exception.stacktrace', value: { stringValue: 'E: m\n    at f (a.js:1:2)' } },
  { key: 'exception.escaped', value: { boolValue: true } },
  { key: 'user.id', value: { stringValue: 'u' } },
  { key: 'n', value: { intValue: '7', doubleValue: null } },
  { key: 'list', value: { arrayValue: { values: [{ intValue: 1 }] } } },
  { key: 'map', value: { kvlistValue: { values: [{ key: 'a', value: { doubleValue: 1.5 } }] } } },
]
const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] }
const logs = {
  resourceLogs: [
    {
      resource,
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: `${now}000000`,
              severityNumber: 17,
              body: { stringValue: 'b' },
              attributes,
              traceId: 'a',
              spanId: 'b',
            },
          ],
        },
      ],
    },
  ],
}
const traces = {
  resourceSpans: [
    {
      resource,
      scopeSpans: [
        {
          spans: [{ name: 's', attributes, events: [{ name: 'exception', timeUnixNano: `${now}000000`, attributes }] }],
        },
      ],
    },
  ],
}

const csp = {
  'document-uri': 'https://shop.test/',
  'blocked-uri': 'https://evil.test/a.js',
  'effective-directive': 'script-src',
  'source-file': 'https://shop.test/a.js',
  'line-number': 3,
  'column-number': 7,
  disposition: 'enforce',
}
const reports = [
  { type: 'csp-violation', url: 'https://shop.test/', age: 1, body: { blockedURL: 'inline', effectiveDirective: 'x' } },
  { type: 'crash', url: 'https://shop.test/', body: { reason: 'oom' } },
  { 'expect-ct-report': { hostname: 'shop.test', port: 443 } },
  { 'known-pins': ['a'], hostname: 'shop.test' },
]
const feedback = {
  contexts: { feedback: { message: 'm', name: 'n', contact_email: 'a@b.io', url: 'u', associated_event_id: '0' } },
}
const session = {
  sid: crypto.randomUUID(),
  did: 'u',
  init: true,
  started: new Date(now).toISOString(),
  status: 'ok',
  errors: 1,
  attrs: { release: 'r', environment: 'e' },
}
const sums = {
  aggregates: [{ started: now / 1000, did: 'u', exited: 1, errored: 1, crashed: 1, abnormal: 1, unhandled: 1 }],
  attrs: { release: 'r', environment: 'e' },
}
const checkIn = {
  check_in_id: '1'.repeat(32),
  monitor_slug: 'nightly',
  status: 'ok',
  duration: 1.5,
  environment: 'e',
  monitor_config: {
    schedule: { type: 'interval', value: 5, unit: 'minute' },
    timezone: 'UTC',
    checkin_margin: 1,
    max_runtime: 1,
    failure_issue_threshold: 1,
    recovery_threshold: 1,
  },
}
const clientReport = { discarded_events: [{ reason: 'queue', category: 'error', quantity: 1 }], timestamp: now / 1000 }
const header = {
  event_id: '0'.repeat(32),
  sent_at: new Date(now).toISOString(),
  dsn: `https://${key}@localhost/${number}`,
  sdk: { name: 'sentry.python', version: '1' },
}
const itemHeader = { type: 'attachment', length: 2, filename: 'a', content_type: 'text/plain', attachment_type: 'x' }

type Send = (variant: Json) => Promise<{ status: number }>
const auth = `sentry_key=${key}`
const envelope = (type: string, payload: Json) => `{}\n${JSON.stringify({ type })}\n${JSON.stringify(payload)}\n`
const post =
  (path: string, bodyOf: (variant: Json) => string = JSON.stringify, type = 'application/json'): Send =>
  async (variant) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body: bodyOf(variant),
      headers: { 'content-type': type, ...(path === '/ingest' ? { 'x-service-token': app.token } : {}) },
    })
    await response.arrayBuffer()
    return response
  }
const item = (type: string): Send => post(`/api/${number}/envelope/?${auth}`, (variant) => envelope(type, variant))

const ways: [name: string, base: Json, send: Send][] = [
  ['/ingest', native, post('/ingest')],
  ['/ingest of generated code', generated, post('/ingest')],
  ['an event of Sentry', sentry, item('event')],
  ['a stored event of Sentry', { message: 'm', event_id: 'a' }, post(`/api/${number}/store/?${auth}`)],
  ['the header of an envelope', header, post(`/api/${number}/envelope/?${auth}`, (one) => `${JSON.stringify(one)}\n`)],
  [
    'the header of an item',
    itemHeader,
    post(`/api/${number}/envelope/?${auth}`, (one) => `{}\n${JSON.stringify(one)}\n{}\n`),
  ],
  ['logs of OTLP', logs, post(`/api/${number}/integration/otlp/v1/logs?${auth}`)],
  ['traces of OTLP', traces, post(`/api/${number}/integration/otlp/v1/traces?${auth}`)],
  ['a report of a policy', { 'csp-report': csp }, post(`/api/${number}/security/?${auth}`)],
  [
    'reports of a browser',
    reports,
    post(`/api/${number}/security/?${auth}`, JSON.stringify, 'application/reports+json'),
  ],
  ['an item with a report', { 'csp-report': csp }, item('raw_security')],
  ['feedback', feedback, item('feedback')],
  ['a report of a user', { event_id: '0'.repeat(32), name: 'n', email: 'a@b.io', comments: 'c' }, item('user_report')],
  ['a session', session, item('session')],
  ['sums of sessions', sums, item('sessions')],
  ['a check-in', checkIn, item('check_in')],
  ['a check-in by its address', checkIn, post(`/api/${number}/cron/nightly/${key}`)],
  ['a client report', clientReport, item('client_report')],
]

async function forEach<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const iterator = all[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let { value, done } = iterator.next(); !done; { value, done } = iterator.next()) await work(value as T)
    }),
  )
}

it.each(ways)('%s is accepted or refused', async (_name, base, send) => {
  const statuses = new Map<number, number>()
  const broken: string[] = []
  await forEach(variantsOf(base), async (variant) => {
    const { status } = await send(variant)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500) broken.push(`${status} ${JSON.stringify(variant)}`)
  })
  expect(broken).toEqual([])
  // Otherwise the base itself is wrong, and nothing was tested.
  expect((statuses.get(200) ?? 0) + (statuses.get(202) ?? 0)).toBeGreaterThan(0)
})

it.each(['%E0%A4%A', '%00', '%ff', 'a%2fb'])('a check-in named %s is accepted or refused', async (slug) => {
  const response = await fetch(`${server.url}/api/${number}/cron/${slug}/${key}?status=ok`)
  expect(response.status).toBeLessThan(500)
})

it('a text of a megabyte in any field is accepted or refused', { timeout: 300_000 }, async () => {
  const text = `${'long '.repeat(180_000)}`
  for (const [base, send] of [
    [native, post('/ingest')],
    [sentry, item('event')],
  ] as const)
    for (const path of pathsOf(base)) {
      const { status } = await send(withValue(base, path, text))
      expect(status, path.join('.')).toBeLessThan(500)
    }
})

it('every event of them can be read, with times that are times', { timeout: 300_000 }, async () => {
  await countsMerged(server)
  let events = 0
  for (let cursor = ''; ; ) {
    const page = await app.session.get(
      `/api/projects/${app.project.id}/issues?status=all&limit=100&sparkline=24h${cursor}`,
    )
    await forEach(page.issues, async ({ id }) => {
      await app.session.get(`/api/issues/${id}?include=latest_event,stats,tags`)
      await app.session.get(`/api/issues/${id}/changes`)
      for (let next = ''; ; ) {
        const list = await app.session.get(`/api/issues/${id}/events?limit=100${next}`)
        for (const one of list.events) {
          const { event } = await app.session.get(`/api/events/${one.id}`)
          events += 1
          const times = [event.occurred_at, event.received_at, ...event.breadcrumbs.map(({ ts }) => ts)]
          for (const time of times) if (time !== null) expect(Number.isNaN(new Date(time).getTime())).toBe(false)
        }
        if (list.next_cursor === null) break
        next = `&cursor=${encodeURIComponent(list.next_cursor)}`
      }
    })
    if (page.next_cursor === null) break
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
  expect(events).toBeGreaterThan(500)
})

it('none of them failed in the background, or in the database', async () => {
  const due = async () => (await server.database.pool.query(`select from exact_groups where state = 'due'`)).rowCount
  await until(due, (left) => left === 0)
  expect((await server.database.pool.query('select from exact_groups')).rowCount).toBeGreaterThan(10)
  expect(server.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
})
