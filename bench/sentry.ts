import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { request } from '../e2e/harness/account.ts'
import { seededRandom } from '../e2e/harness/random.ts'
import { drained } from './drain.ts'
import { appId } from './events.ts'
import { spentSince, totalOf } from './measure.ts'
import { startSubject } from './subject.ts'

// Usage: npx tsx bench/sentry.ts [SECONDS] [ROUNDS]
// Measures the CPU time of an event of a Sentry SDK beside that of a native one, in alternating rounds on one
// server.

const seconds = Number(process.argv[2] ?? 3)
const rounds = Number(process.argv[3] ?? 3)
const connections = 64
const random = seededRandom(1)
const words = ['cart', 'order', 'price', 'user', 'token', 'stock', 'route', 'image', 'coupon', 'address']
const name = () => `${random.pick(words)}${random.below(40)}`

/**
 * The same error as a native event, as an event of Sentry's Python SDK, and without variables and source lines: in all
 * frames (`lean`), or in ten of thirty, which makes the 10 kB of the target (`usual`).
 */
function makePair(): { native: string; sentry: string; lean: string; usual: string } {
  const frames = Array.from({ length: 30 }, () => ({
    name: `handle_${name()}`,
    file: `/srv/shop/${name()}/${name()}.py`,
    line: 1 + random.below(900),
  }))
  const message = `no ${name()} in ${random.below(100_000)}`
  const tags = { plan: 'pro', locale: 'de', route: `/${name()}`, shard: String(random.below(16)), flag: name() }
  const crumbs = Array.from({ length: 20 }, (_, index) => ({
    category: 'http',
    message: `GET /api/${name()}/${index}`,
  }))
  const stack = [
    'Traceback (most recent call last):',
    ...frames.map(({ name, file, line }) => `  File "${file}", line ${line}, in ${name}\n    return ${name}(request)`),
    `KeyError: ${message}`,
  ].join('\n')
  const mechanism = { type: 'django', handled: false }
  const common = {
    level: 'error',
    release: 'shop@4.2.0',
    environment: 'production',
    tags,
    user: { id: 'user-@user@' },
    contexts: {
      runtime: { name: 'CPython', version: '3.11.7' },
      trace: { trace_id: '@id@', span_id: '0123456789abcdef' },
    },
    extra: { 'sys.argv': ['manage.py', 'runserver'] },
  }
  const native = {
    exception_type: 'KeyError',
    message,
    platform: 'python',
    app_id: appId,
    stack,
    mechanism,
    ...common,
    breadcrumbs: crumbs.map((crumb) => ({ ...crumb, ts: 1_700_000_000_000 })),
    sdk: { name: 'python', version: '2.75.0' },
  }
  const sentry = {
    event_id: '@id@',
    timestamp: '@time@',
    platform: 'python',
    ...common,
    exception: {
      values: [
        {
          type: 'KeyError',
          value: message,
          mechanism,
          stacktrace: {
            frames: frames.map(({ name, file, line }) => ({
              filename: file.slice(5),
              abs_path: file,
              function: name,
              module: name,
              lineno: line,
              in_app: true,
              context_line: `    return ${name}(request)`,
              vars: { request: '<WSGIRequest: GET>', cart: `<Cart ${line}>` },
            })),
          },
        },
      ],
    },
    breadcrumbs: {
      values: crumbs.map((crumb) => ({ ...crumb, type: 'http', level: 'info', timestamp: 1_700_000_000 })),
    },
    sdk: { name: 'sentry.python', version: '2.75.0', packages: [{ name: 'pypi:sentry-sdk', version: '2.75.0' }] },
  }
  const [exception] = sentry.exception.values
  const { frames: all } = exception!.stacktrace
  const bare = all.map(({ context_line: _line, vars: _vars, ...frame }) => frame)
  const withFrames = (frames: object[]) =>
    JSON.stringify({ ...sentry, exception: { values: [{ ...exception, stacktrace: { frames } }] } })
  return {
    native: JSON.stringify(native),
    sentry: withFrames(all),
    lean: withFrames(bare),
    usual: withFrames([...bare.slice(0, 10), ...all.slice(10)]),
  }
}

const pairs = Array.from({ length: 300 }, makePair)
const subject = await startSubject(1, { BUGLE_INGEST_RATE: '1000000' }, undefined)
const [project] = subject.projects
const { dsn } = await request(subject.account, 'POST', `/api/projects/${project!.id}/dsn-keys`, {
  label: 'bench',
})
const { username: key, pathname } = new URL(dsn)
const agent = new Agent({ keepAlive: true, maxSockets: connections })

interface Variant {
  name: string
  path: string
  headers: Record<string, string>
  bodyOf: (pair: (typeof pairs)[number]) => Buffer
}

const filled = (text: string) =>
  text
    .replaceAll('@id@', randomUUID().replaceAll('-', ''))
    .replace('"@time@"', String(Date.now() / 1000))
    .replace('@user@', String(random.below(5000)))
const envelope = (event: string) => {
  const text = filled(event)
  return Buffer.from(
    `{"sdk":{"name":"sentry.python"}}\n{"type":"event","length":${Buffer.byteLength(text)}}\n${text}\n`,
  )
}
const auth = { 'x-sentry-auth': `Sentry sentry_key=${key}, sentry_version=7, sentry_client=sentry.python/2.75.0` }
const envelopes = `/api${pathname}/envelope/` as const
const variants: Variant[] = [
  {
    name: 'native',
    path: '/ingest',
    headers: { 'x-service-token': project!.ingestToken, 'content-type': 'application/json' },
    bodyOf: ({ native }) => Buffer.from(filled(native)),
  },
  {
    name: 'native, gzip',
    path: '/ingest',
    headers: { 'x-service-token': project!.ingestToken, 'content-encoding': 'gzip' },
    bodyOf: ({ native }) => gzipSync(filled(native)),
  },
  {
    // The cost of the form: the JSON of Sentry's event of 10 kB, without the work on it.
    name: 'native, same JSON',
    path: '/ingest',
    headers: { 'x-service-token': project!.ingestToken, 'content-type': 'application/json' },
    bodyOf: ({ native, usual }) => {
      const { stack: _stack, breadcrumbs: _crumbs, contexts: _contexts, ...rest } = JSON.parse(native)
      return Buffer.from(filled(JSON.stringify({ ...rest, extra: JSON.parse(usual) })))
    },
  },
  { name: 'sentry, lean', path: envelopes, headers: auth, bodyOf: ({ lean }) => envelope(lean) },
  { name: 'sentry, 10 kB', path: envelopes, headers: auth, bodyOf: ({ usual }) => envelope(usual) },
  { name: 'sentry', path: envelopes, headers: auth, bodyOf: ({ sentry }) => envelope(sentry) },
  {
    name: 'sentry, gzip',
    path: envelopes,
    headers: { ...auth, 'content-encoding': 'gzip' },
    bodyOf: ({ sentry }) => gzipSync(envelope(sentry)),
  },
]

function send({ path, headers, bodyOf }: Variant): Promise<{ isAcknowledged: boolean; bytes: number }> {
  const body = bodyOf(random.pick(pairs))
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ agent, port: subject.server.port, host: '127.0.0.1', method: 'POST', path, headers })
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.resume()
      const isAcknowledged = response.statusCode === 200 || response.statusCode === 202
      response.on('end', () => resolve({ isAcknowledged, bytes: body.length }))
    })
    sent.setHeader('content-length', body.length)
    sent.end(body)
  })
}

/** Sends for some seconds; returns CPU microseconds per event, digest included. */
async function measure(variant: Variant, forSeconds: number): Promise<{ http: number; all: number; bytes: number }> {
  await drained(subject)
  const before = subject.cpu()
  const until = performance.now() + forSeconds * 1000
  let [acknowledged, bytes] = [0, 0]
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const sent = await send(variant)
        if (sent.isAcknowledged) acknowledged += 1
        bytes += sent.bytes
      }
    }),
  )
  await drained(subject)
  const spent = spentSince(before, subject.cpu())
  return { http: spent.server / acknowledged, all: totalOf(spent) / acknowledged, bytes: bytes / acknowledged }
}

const results = new Map<string, Awaited<ReturnType<typeof measure>>[]>(variants.map(({ name }) => [name, []]))
for (const variant of variants) await measure(variant, 1)
for (let round = 0; round < rounds; round++)
  for (const variant of variants) results.get(variant.name)!.push(await measure(variant, seconds))
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const native = results.get('native')!
console.log('variant            bytes   http µs   / native   all µs   events per CPU-second   / native')
/** Ratio to the native one of the same round, so that load of the machine weighs on both: the median of the rounds. */
const toNative = (all: typeof native, part: 'http' | 'all') =>
  median(all.map((one, round) => one[part] / native[round]![part]))
for (const [name, all] of results) {
  const total = median(all.map((one) => one.all))
  const cells = [
    median(all.map(({ bytes }) => bytes))
      .toFixed(0)
      .padStart(6),
    median(all.map(({ http }) => http))
      .toFixed(0)
      .padStart(9),
    toNative(all, 'http').toFixed(2).padStart(10),
    total.toFixed(0).padStart(8),
    (1e6 / total).toFixed(0).padStart(24),
    (1 / toNative(all, 'all')).toFixed(2).padStart(11),
  ]
  console.log(`${name.padEnd(17)}${cells.join('')}`)
}
agent.destroy()
await subject.close()
process.exit()
