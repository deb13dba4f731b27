import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { digested, newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

// OTLP/HTTP by hand; e2e/sentry sends with the exporters of OpenTelemetry.

const server = await startServer({ digest: true })

type Attributes = Record<string, string | number | boolean>
const attributes = (values: Attributes) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'number'
          ? { intValue: String(value) }
          : { boolValue: value },
  }))
const resource = {
  attributes: attributes({
    'service.name': 'shop',
    'service.version': '1.2.3',
    'deployment.environment.name': 'staging',
    'telemetry.sdk.language': 'python',
    'host.name': 'web-1',
    'api.token': 'planted-secret',
  }),
}
const stack = `Traceback (most recent call last):
  File "/srv/shop/cart.py", line 12, in pay
    total = cart["total"]
KeyError: 'total'`
const exception = {
  'exception.type': 'KeyError',
  'exception.message': "'total'",
  'exception.stacktrace': stack,
  // As Python sends it.
  'exception.escaped': 'True',
  'enduser.id': 'ann@example.com',
  'http.route': '/cart',
}
const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const nanos = () => `${Date.now()}000000`

/** Encodes the little of Protocol Buffers that these tests send. */
const bytesOf = (...parts: (Buffer | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))
const varint = (value: number): Buffer =>
  value < 128 ? Buffer.from([value]) : bytesOf([(value & 127) | 128], varint(value >>> 7))
const field = (number: number, body: Buffer) => bytesOf(varint((number << 3) | 2), varint(body.length), body)
const text = (number: number, value: string) => field(number, Buffer.from(value))
const pairs = (number: number, values: Attributes) =>
  Buffer.concat(
    Object.entries(values).map(([key, value]) =>
      field(number, bytesOf(text(1, key), field(2, text(1, String(value))))),
    ),
  )

it('makes events of exceptions, once whatever way they come, and counts the rest', async () => {
  const app = await newReporter(server)
  const post = (path: string, body: Buffer | object, type = 'application/json') =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, 'content-encoding': 'gzip', authorization: `Bearer ${app.token}` },
      body: new Uint8Array(gzipSync(Buffer.isBuffer(body) ? body : JSON.stringify(body))),
    })
  const record = { timeUnixNano: nanos(), severityNumber: 17, attributes: attributes(exception), ...ids }
  const plain = { timeUnixNano: nanos(), severityNumber: 9, body: { stringValue: 'hello' } }
  const fatal = { timeUnixNano: nanos(), severityNumber: 21, body: { stringValue: 'out of disk' } }
  const logs = { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record, plain, fatal] }] }] }
  const event = { name: 'exception', timeUnixNano: nanos(), attributes: attributes(exception) }
  const span = { ...ids, name: 'GET /cart', events: [event] }
  const traces = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }
  const first = await post('/otlp/v1/logs', logs)
  expect([first.status, await first.text()]).toEqual([200, '{}'])
  expect((await post('/otlp/v1/traces', traces)).status).toBe(200)
  // The same exception as protobuf.
  const proto = field(
    1,
    bytesOf(
      field(1, pairs(1, { 'service.name': 'shop', 'telemetry.sdk.language': 'python' })),
      field(
        2,
        field(
          2,
          bytesOf(
            [0x09],
            Buffer.from(new BigUint64Array([BigInt(nanos())]).buffer),
            [0x10, 17],
            pairs(6, exception),
            field(9, Buffer.from(ids.traceId, 'hex')),
            field(10, Buffer.from(ids.spanId, 'hex')),
          ),
        ),
      ),
    ),
  )
  const binary = await post('/otlp/v1/logs', proto, 'application/x-protobuf')
  expect([binary.status, await binary.text()]).toEqual([200, ''])
  expect((await post('/otlp/v1/logs', Buffer.from('nonsense'), 'application/x-protobuf')).status).toBe(400)
  await digested(server)
  const { issues } = (await app.session.request('GET', `/api/projects/${app.project.id}/issues`)).body
  expect(issues.map(({ type, count }: { type: string; count: number }) => [type, count]).sort()).toEqual([
    ['KeyError', 1],
    ['Message', 1],
  ])
  const { id } = issues.find(({ type }) => type === 'KeyError')!
  const shown = (await app.session.request('GET', `/api/issues/${id}/events/latest`)).body.event
  expect(shown).toMatchObject({
    exception_type: 'KeyError',
    message: "'total'",
    platform: 'python',
    release: 'shop@1.2.3',
    environment: 'staging',
    mechanism: { type: 'opentelemetry', handled: false },
    tags: { service: 'shop', 'http.route': '/cart', server_name: 'web-1' },
    user_id: expect.stringMatching(/^anon-[0-9a-f]{16}$/),
  })
  expect(shown.exceptions[0]!.frames[0]).toMatchObject({ function: 'pay', file: '/srv/shop/cart.py', line: 12 })
  expect(JSON.stringify(shown)).not.toMatch(/planted-secret|ann@example/)
  await expect
    .poll(async () => (await app.readOutcomes()).unsupported.map(({ reason, total }) => [reason, total]).sort())
    .toEqual([
      ['otlp_log', 1],
      ['otlp_span', 1],
    ])
})

it('refuses JSON that takes much more memory than its bytes, and the next export is read', async () => {
  const app = await newReporter(server)
  const post = (body: string) =>
    fetch(`${server.url}/otlp/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', authorization: `Bearer ${app.token}` },
      body: new Uint8Array(gzipSync(body)),
    })
  const many = (count: number) => `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${'{},'.repeat(count)}{}]}]}]}`
  const statuses = await Promise.all(
    [many(1_300_000), `${'['.repeat(450_000)}`, many(300_000), '{"resourceLogs":'].map(
      async (body) => (await post(body)).status,
    ),
  )
  expect(statuses).toEqual([413, 413, 200, 400])
  await expect
    .poll(async () => (await app.readOutcomes()).unsupported.map(({ reason, total }) => [reason, total]))
    .toEqual([['otlp_log', 300_001]])
})
