import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { costlyBrotli, emptyBrotli, emptyDeflate, emptyGzip } from './crafted-streams.ts'
import { anEvent, digested, newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const app = await newReporter(server)

const encode = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
const encodings = Object.keys(encode) as (keyof typeof encode)[]
const bytes = (buffer: Buffer) => new Uint8Array(buffer)
/** Creates an event of exactly this many bytes. */
const eventOf = (length: number) => {
  const body = JSON.stringify(anEvent({ extra: { pad: '' } }))
  return body.replace('"pad":""', `"pad":"${'x'.repeat(length - body.length)}"`)
}
const megabyte = 1_048_576

describe('Content-Encoding', () => {
  it.each([...encodings, 'x-gzip', 'GZIP', 'identity'])(
    '%s is decoded, and the event reads as before it',
    async (encoding) => {
      const plain = JSON.stringify(anEvent({ message: `sent as ${encoding}` }))
      const known = encoding.toLowerCase().replace('x-', '') as keyof typeof encode
      const rawBody = encoding === 'identity' ? plain : bytes(encode[known](plain))
      const { status, body } = await app.sendRaw(rawBody, { headers: { 'content-encoding': encoding } })
      expect(status).toBe(202)
      expect((await app.readRaw((body as { event_id: string }).event_id)).toString()).toBe(plain)
    },
  )

  it.each(encodings)('%s over what is not %s is 400', async (encoding) => {
    const { status, body } = await app.sendRaw(JSON.stringify(anEvent()), { headers: { 'content-encoding': encoding } })
    expect([status, body]).toMatchObject([400, { code: 'malformed_body' }])
  })

  it.each(encodings)('truncated %s is 400', async (encoding) => {
    const whole = encode[encoding](JSON.stringify(anEvent({ extra: { numbers: [...Array(3000).keys()] } })))
    const cut = bytes(whole.subarray(0, whole.length - 20))
    const { status } = await app.sendRaw(cut, { headers: { 'content-encoding': encoding } })
    expect(status).toBe(400)
  })

  it.each(encodings)('invalid %s leaves the connection usable for the next event', async (encoding) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // The first bytes show that it is invalid, while the rest is still arriving.
    const garbage = Buffer.alloc(800_000, 0xff)
    const event = Buffer.from(JSON.stringify(anEvent()))
    for (let n = 0; n < 5; n += 1) {
      expect(await post(agent, garbage, { 'content-encoding': encoding })).toBe(400)
      expect(await post(agent, event, {})).toBe(202)
    }
    agent.destroy()
  })

  const valid = JSON.stringify(anEvent({ message: 'before garbage' }))
  // Formats with a checksum or an end mark are complete, whatever follows; gzip may have another member there.
  it.each([
    ['gzip', 400],
    ['deflate', 202],
    ['br', 202],
  ] as const)('%s followed by garbage is %i, and the connection stays usable', async (encoding, expected) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const length of [1, 100_000, 800_000]) {
      const body = Buffer.concat([encode[encoding](valid), Buffer.alloc(length, 0x5a)])
      expect(await post(agent, body, { 'content-encoding': encoding })).toBe(expected)
      expect(await post(agent, Buffer.from(valid), {})).toBe(202)
    }
    agent.destroy()
  })

  const crafted: [name: string, encoding: string, body: Buffer][] = [
    ['brotli of codes and context maps that become a byte a block', 'br', costlyBrotli(200_000)],
    ['brotli of empty blocks', 'br', emptyBrotli(megabyte)],
    ['deflate of empty blocks', 'deflate', emptyDeflate(megabyte)],
    ['gzip of empty members', 'gzip', emptyGzip(megabyte)],
  ]
  it.each(crafted)('%s, crafted to take time, is 400, also truncated; others are served meanwhile', async (...one) => {
    const [, encoding, body] = one
    const headers = { 'content-encoding': encoding }
    const event = bytes(gzipSync(JSON.stringify(anEvent())))
    const [good, ...refused] = await Promise.all([
      app.sendRaw(event, { headers: { 'content-encoding': 'gzip' } }),
      ...[body, body.subarray(0, -7), body].map((part) => app.sendRaw(bytes(part), { headers })),
    ])
    expect(good!.status).toBe(202)
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
  })

  it('that is unknown is 415', async () => {
    const { status, body } = await app.sendRaw('x', { headers: { 'content-encoding': 'compress' } })
    expect([status, body]).toMatchObject([415, { code: 'unsupported_encoding' }])
  })
})

describe('size', () => {
  it('may be a megabyte to the byte, and not one more', async () => {
    expect((await app.sendRaw(eventOf(megabyte))).status).toBe(202)
    const { status, body } = await app.sendRaw(eventOf(megabyte + 1))
    expect([status, body]).toMatchObject([413, { code: 'payload_too_large' }])
  })

  it.each(encodings)('is measured after decoding %s', async (encoding) => {
    const headers = { 'content-encoding': encoding }
    expect((await app.sendRaw(bytes(encode[encoding](eventOf(megabyte))), { headers })).status).toBe(202)
    expect((await app.sendRaw(bytes(encode[encoding](eventOf(megabyte + 1))), { headers })).status).toBe(413)
  })

  it('of eight simultaneous bombs is refused early', async () => {
    const zeros = Buffer.alloc(60 * megabyte)
    const bombs = encodings.map((encoding) => [encoding, bytes(encode[encoding](zeros))] as const)
    const all = Array.from({ length: 8 }, (_, n) => bombs[n % bombs.length]!)
    const answers = await Promise.all([
      ...all.map(([encoding, bomb]) => app.sendRaw(bomb, { headers: { 'content-encoding': encoding } })),
      server.request('GET', '/healthz'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(413), 200])
  })

  it('without Content-Length is counted while reading', async () => {
    expect(await chunked([eventOf(megabyte)])).toBe(202)
    const part = 'x'.repeat(64 * 1024)
    expect(await chunked(Array(40).fill(part))).toBe(413)
  })

  it('is refused with a body also if the client sends everything before it reads', async () => {
    expect(await sendBlindly(8 * megabyte)).toMatch(/^HTTP\/1.1 413 /)
  })

  it('by Content-Length is refused before the body arrives', async () => {
    const head = `POST /ingest HTTP/1.1\r\nhost: x\r\nx-service-token: ${app.token}\r\ncontent-length: ${megabyte + 1}\r\n\r\n`
    const answer = await exchange(head)
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('"code":"payload_too_large"')
  })
})

describe('the order of refusal', () => {
  const one = async () => newReporter(server, { app_id: 'the.right.one' })
  const tooLong = eventOf(megabyte + 1)

  it('is token, length, shape, app_id', async () => {
    const own = await one()
    const statusOf = async (rawBody: string, ingestToken?: string) =>
      (await own.sendRaw(rawBody, ingestToken === undefined ? {} : { ingestToken })).status
    expect(await statusOf(tooLong, 'bgl_live_00000000000000000000000000000000')).toBe(401)
    expect(await statusOf('{', 'nonsense')).toBe(401)
    expect(await statusOf(tooLong)).toBe(413)
    expect(await statusOf(JSON.stringify(anEvent({ level: 'bad', app_id: 'wrong' })))).toBe(400)
    expect(await statusOf(JSON.stringify(anEvent({ app_id: 'wrong' })))).toBe(403)
    expect(await statusOf(JSON.stringify(anEvent({ app_id: 'the.right.one' })))).toBe(202)
    const seen = await until(own.outcomes, (counts) => counts.app_id_mismatch === 1)
    expect(seen).toEqual({ too_large: 1, invalid_payload: 1, app_id_mismatch: 1 })
  })

  it('is counted among the outcomes with a hint for its owner: the app_id that was sent, the invalid fields', async () => {
    const own = await one()
    const refuse = async (fields: Record<string, unknown>) =>
      (await own.sendRaw(JSON.stringify(anEvent(fields)))).status
    expect(await refuse({ app_id: 'the.older.one' })).toBe(403)
    await until(own.outcomes, (counts) => counts.app_id_mismatch === 1)
    expect(await refuse({ app_id: `wrong\0${'x'.repeat(300)}` })).toBe(403)
    expect(await refuse({ level: 'the secret', exception_type: 7 })).toBe(400)
    expect((await own.sendRaw('{')).status).toBe(400)
    await until(own.outcomes, (counts) => counts.app_id_mismatch === 2 && counts.invalid_payload === 2)
    const { refused } = await own.readOutcomes()
    expect(Object.fromEntries(refused.map((entry) => [entry.reason, entry.latest_detail]))).toEqual({
      app_id_mismatch: `wrong\uFFFD${'x'.repeat(194)}`,
      invalid_payload: 'exception_type, level',
    })
  })

  it.each(['', 'x', 'bgl_live_', `bgl_live_${'a'.repeat(5000)}`, "bgl_live_'; drop table projects"])(
    'begins with the token: %s',
    async (ingestToken) => {
      const { status, body } = await app.send({}, { ingestToken })
      expect([status, body]).toMatchObject([401, { code: 'invalid_ingest_token' }])
    },
  )

  it('an account’s token is not an ingest token', async () => {
    const { status } = await app.send({}, { ingestToken: app.session.token, token: app.session.token })
    expect(status).toBe(401)
  })

  it('every pinned identifier is accepted', async () => {
    const many = await newReporter(server, { app_id: 'ios', app_ids: ['ios', 'android'] })
    for (const [app_id, expected] of [
      ['ios', 202],
      ['android', 202],
      ['iOS', 403],
      ['ios ', 403],
    ] as const)
      expect((await many.send({ app_id })).status, app_id).toBe(expected)
  })
})

describe('input that breaks other services', () => {
  const body = (extra: string) =>
    `{"exception_type":"Odd","message":"odd","platform":"web","app_id":"com.example.shop",${extra}}`
  /** Accepts, digests and shows an event: whole, raw and in its issue. */
  const survive = async (extra: string) => {
    const raw = body(extra)
    const { status, body: answer } = await app.sendRaw(raw)
    expect(status).toBe(202)
    const { event_id, issue_id } = answer as { event_id: string; issue_id: string }
    const event = await app.readEvent(event_id)
    expect((await app.readRaw(event_id)).toString()).toBe(raw)
    await app.readIssue(issue_id)
    return event
  }

  it('nesting of 300,000 levels', async () => {
    const deep = '['.repeat(300_000) + ']'.repeat(300_000)
    const event = await survive(`"extra":{"a":${deep}}`)
    expect(event.trimmed).toContain('extra')
    const objects = await survive(`"contexts":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`)
    expect(objects.trimmed).toContain('contexts')
    expect((await app.sendRaw(body(`"stack":${deep}`))).status).toBe(400)
    expect((await app.sendRaw(body(`"tags":{"a":${deep}}`))).status).toBe(400)
    await survive(`"of_tomorrow":${deep}`)
  })

  it('keys that mean something to JavaScript', async () => {
    const odd = '{"__proto__":{"admin":true},"constructor":{"prototype":1},"toJSON":"x","hasOwnProperty":1}'
    const event = await survive(
      `"extra":${odd},"contexts":${odd},"tags":{"__proto__":"a","constructor":"b","toJSON":"c"},"__proto__":{"level":"fatal"},"toString":1`,
    )
    expect(Object.keys(event.extra)).toEqual(['__proto__', 'constructor', 'toJSON', 'hasOwnProperty'])
    expect(Object.keys(event.tags).sort()).toEqual(['__proto__', 'constructor', 'toJSON'])
    expect([event.level, ({} as { admin?: boolean }).admin]).toEqual(['error', undefined])
  })

  it('100,000 tags: a hundred are kept, and the event says so', async () => {
    const tags = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, n]))
    const event = await survive(`"tags":${JSON.stringify(tags)}`)
    expect(Object.keys(event.tags)).toHaveLength(100)
    expect(event.trimmed).toEqual(['tags'])
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [n.toString(36), 1]))
    await survive(`"tags":${JSON.stringify(many)}`)
  })

  it('five thousand tags in each of twenty events do not affect the next event', async () => {
    const tagsOf = (event: number) => Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${event}-${n}`, n]))
    await Promise.all(Array.from({ length: 20 }, (_, event) => app.report({ tags: tagsOf(event) })))
    const { event_id } = await app.report({ message: 'after them', tags: { plan: 'gold' } })
    await digested(server)
    expect((await app.readEvent(event_id)).tags).toEqual({ plan: 'gold' })
  })

  it('U+0000 and lone surrogates, in every text', async () => {
    const bad = 'a\\u0000b\\ud800c'
    const good = 'a\uFFFDb\uFFFDc'
    const raw = `{"exception_type":"T${bad}","message":"m${bad}","platform":"web","app_id":"com.example.shop","release":"${bad}",
      "environment":"${bad}","dist":"${bad}","tags":{"${bad}":"${bad}"},"user":{"id":"${bad}"},"fingerprint":["${bad}"],
      "stack":"Error\\n at ${bad} (/x.js:1:1)","extra":{"${bad}":["${bad}"]},"contexts":{"${bad}":"${bad}"},
      "breadcrumbs":[{"category":"${bad}","message":"${bad}","ts":1}],"sdk":{"name":"${bad}"},"mechanism":{"type":"${bad}"},
      "client_drops":[{"reason":"${bad}","count":2}],"exceptions":[{"exception_type":"${bad}","message":"${bad}"}]}`
    const { status, body: answer } = await app.sendRaw(raw)
    expect(status).toBe(202)
    const { event_id, issue_id } = answer as { event_id: string; issue_id: string }
    const event = await app.readEvent(event_id)
    expect(event).toMatchObject({
      repaired: true,
      processing_error: null,
      exception_type: `T${good}`,
      message: `m${good}`,
      release: good,
      environment: good,
      dist: good,
      tags: { [good]: good },
      user_id: good,
      fingerprint: [good],
      extra: { [good]: [good] },
      sdk: { name: good },
    })
    expect(await app.readIssue(issue_id)).toMatchObject({ type: `T${good}`, message: `m${good}`, first_release: good })
    expect(
      (
        await until(
          () => app.outcomes('reported'),
          (counts) => good in counts,
        )
      )[good],
    ).toBe(2)
    await until(
      async () => (await app.session.request('GET', `/api/issues/${issue_id}/tags`)).body.tags,
      (tags) => tags[0]?.key === good && tags[0].values[0]!.value === good,
    )
  })

  it.each(['../../etc/passwd', '/etc/passwd', 'a\u0000b', '%2e%2e%2f', '..\\..\\x', `evt_${'../'.repeat(30)}`])(
    'a client’s id or key that is a path: %j',
    async (path) => {
      const byId = await app.send({ event_id: path })
      expect([202, 400]).toContain(byId.status)
      const keys = { 'idempotency-key': path.replaceAll('\0', '') }
      const byKey = await app.send({}, { headers: keys })
      for (const { status, body } of [byId, byKey]) if (status === 202) expect(body.event_id).toMatch(/^evt_\w+$/)
      expect(byKey.status).toBe(202)
      expect((await app.send({}, { headers: keys })).body).toEqual(byKey.body)
    },
  )

  it('duplicate keys: the last one counts', async () => {
    const event = await survive('"level":"info","level":"fatal","tags":{"a":1,"a":2}')
    expect([event.level, event.tags]).toEqual(['fatal', { a: 2 }])
  })

  it('numbers beyond numbers', async () => {
    await survive('"extra":{"a":1e400,"b":-1e400,"c":123456789012345678901234567890,"d":5e-324},"tags":{"n":1e400}')
  })

  it('invalid UTF-8 is kept as received', async () => {
    const raw = Buffer.concat([
      Buffer.from(body('"extra":{"a":"')).subarray(0, -1),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}}'),
    ])
    const { status, body: answer } = await app.sendRaw(bytes(raw))
    expect(status).toBe(202)
    expect((await app.readRaw((answer as { event_id: string }).event_id)).equals(raw)).toBe(true)
  })

  it('markup and SQL are text', async () => {
    const text = `<img src=x onerror=alert(1)>'; drop table events; --%s{{constructor}}`
    const quoted = JSON.stringify(text)
    const event = await survive(`"release":${quoted},"tags":{${quoted}:${quoted}},"extra":{${quoted}:${quoted}}`)
    expect(event).toMatchObject({ release: text, extra: { [text]: text } })
  })
})

describe('long values are trimmed, and the event says so', () => {
  const cases: [
    field: string,
    change: Record<string, unknown>,
    shown: (event: Record<string, never>) => unknown,
    expected: unknown,
  ][] = [
    ['message', { message: 'é'.repeat(5000) }, (event) => event.message, 'é'.repeat(4096)],
    ['exception_type', { exception_type: 'T'.repeat(300) }, (event) => event.exception_type, 'T'.repeat(200)],
    ['release', { release: 'r'.repeat(300) }, (event) => event.release, 'r'.repeat(200)],
    ['environment', { environment: 'e'.repeat(300) }, (event) => event.environment, 'e'.repeat(200)],
    [
      'tags',
      { tags: { ['k'.repeat(70)]: 'v'.repeat(300) } },
      (event) => event.tags,
      { ['k'.repeat(64)]: 'v'.repeat(200) },
    ],
    ['user', { user: { id: 'u'.repeat(300) } }, (event) => event.user_id, 'u'.repeat(200)],
  ]
  it.each(cases)('%s', async (field, change, shown, expected) => {
    const event = await app.readEvent((await app.report(change)).event_id)
    expect(shown(event as never)).toEqual(expected)
    expect(event.trimmed).toEqual([field])
  })

  it('a stack: 64 KiB of text, 250 frames', async () => {
    const line = '    at f (/srv/app.js:1:1)\n'
    const long = await app.readEvent((await app.report({ stack: `E\n${line.repeat(5000)}` })).event_id)
    expect(long.trimmed).toEqual(['stack'])
    expect(long.exceptions[0]!.frames).toHaveLength(250)
    expect(Buffer.byteLength(long.exceptions[0]!.stack!)).toBe(65_536)
    const frames = Array.from({ length: 300 }, () => ({ function: 'f', file: '/a.js', line: 1 }))
    const listed = await app.readEvent((await app.report({ stack: frames })).event_id)
    expect([listed.trimmed, listed.exceptions[0]!.frames.length]).toEqual([['stack'], 250])
  })

  it('a chain of causes and a fingerprint: the first 20, and only they decide on the issue', async () => {
    const causes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ exception_type: `Cause${at}`, message: 'of it' }))
    const parts = (count: number) => Array.from({ length: count }, (_, at) => `part ${at}`)
    const sent = { exceptions: causes(30), fingerprint: parts(30) }
    const long = await app.report(sent)
    const event = await app.readEvent(long.event_id)
    expect(event.trimmed.toSorted()).toEqual(['exceptions', 'fingerprint'])
    // The event itself is the first of the displayed chain.
    expect(event.exceptions.slice(1).map((one) => one.exception_type)).toEqual(
      causes(20).map((one) => one.exception_type),
    )
    expect(event.fingerprint).toEqual(parts(20))
    expect((await app.report({ exceptions: causes(20), fingerprint: parts(20) })).issue_id).toBe(long.issue_id)
  })

  it('data deeper than 32 levels', async () => {
    const nest = (depth: number): unknown => (depth === 0 ? 'leaf' : { a: nest(depth - 1) })
    const fits = await app.readEvent((await app.report({ extra: nest(32) as object })).event_id)
    expect([fits.trimmed, fits.extra]).toEqual([[], nest(32)])
    expect((await app.readEvent((await app.report({ extra: nest(33) as object })).event_id)).trimmed).toEqual(['extra'])
  })
})

it('a client that disconnects in the middle of its body leaves nothing behind', async () => {
  const own = await newReporter(server)
  const head = `POST /ingest HTTP/1.1\r\nhost: x\r\nx-service-token: ${own.token}\r\ncontent-length: 5000\r\n\r\n{"exception`
  await new Promise<void>((resolve, reject) => {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head, () => socket.destroy()))
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
  const { issue_id } = await own.report()
  expect((await own.readIssue(issue_id)).count).toBe(1)
  expect(await own.outcomes()).toEqual({})
})

/** Sends a body over a connection of the agent, and resolves to the status of the response. */
function post(agent: Agent, body: Buffer, headers: Record<string, string>): Promise<number> {
  const all = { 'x-service-token': app.token, 'content-length': body.length, ...headers }
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.url}/ingest`, { method: 'POST', agent, headers: all }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
    })
    request.on('error', reject)
    request.end(body)
  })
}

function chunked(parts: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-service-token': app.token, 'transfer-encoding': 'chunked' }
    const request = httpRequest(`${server.url}/ingest`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    request.on('error', reject)
    for (const part of parts) request.write(part)
    request.end()
  })
}

/** Sends a body of zeros completely before it reads the response. */
function sendBlindly(length: number): Promise<string> {
  const head = `POST /ingest HTTP/1.1\r\nhost: x\r\nx-service-token: ${app.token}\r\ncontent-length: ${length}\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', reject)
    socket.write(head)
    socket.write(Buffer.alloc(length), () => {
      socket.once('data', (answer) => {
        resolve(String(answer))
        socket.destroy()
      })
    })
  })
}

/** Sends bytes, and resolves to head and body of the response. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk
      if (answer.includes('\r\n\r\n{') && answer.endsWith('}')) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
