import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { craftMinidump } from './crafted-minidump.ts'
import { digested, newReporter, numberOf, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { storedText } from './stored-text.ts'

// The ways of Sentry's SDKs. e2e/sentry drives the real ones; this is what they cannot be made to send at will.

const server = await startServer({ digest: true })
const app = await newReporter(server)
const number = numberOf(app)

interface DsnKey {
  id: number
  dsn: string
  key: string
}

async function newKey(body: Record<string, unknown> = {}): Promise<DsnKey> {
  const response = await app.session.request('POST', `/api/projects/${app.project.id}/dsn-keys`, {
    body: { label: 'tests', ...body },
  })
  expect(response.status).toBe(201)
  return response.body
}

const { key, dsn } = await newKey()

const newId = () => crypto.randomUUID().replaceAll('-', '')
const now = () => Date.now() / 1000

function anError(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    event_id: newId(),
    platform: 'python',
    timestamp: now(),
    exception: {
      values: [
        {
          type: 'KeyError',
          value: "'total'",
          mechanism: { type: 'generic', handled: true },
          stacktrace: {
            frames: [
              { function: '<module>', filename: 'main.py', abs_path: '/srv/main.py', lineno: 3, in_app: true },
              {
                function: 'pay',
                filename: 'shop/cart.py',
                abs_path: '/srv/shop/cart.py',
                lineno: 12,
                in_app: true,
                pre_context: ['def pay(cart):'],
                context_line: "    return cart['total']",
                post_context: [''],
                vars: { cart: '{}', passwd: 'hunter2' },
              },
            ],
          },
        },
      ],
    },
    ...change,
  }
}

type Item = [header: Record<string, unknown>, payload: unknown]

function envelope(header: Record<string, unknown>, ...items: Item[]): Buffer {
  const lines = [JSON.stringify(header)]
  for (const [item, payload] of items) {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    lines.push(JSON.stringify(item), text)
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

interface SendOptions {
  path?: string
  headers?: Record<string, string>
}

function post(
  body: Uint8Array | string,
  { path = `/api/${number}/envelope/?sentry_key=${key}&sentry_version=7`, headers = {} }: SendOptions = {},
) {
  return server.raw('POST', path, { rawBody: Buffer.from(body) as Uint8Array<ArrayBuffer>, headers })
}

async function latest(message: string) {
  await digested(server)
  const query = encodeURIComponent(message)
  const { body } = await app.session.request('GET', `/api/projects/${app.project.id}/issues?query=${query}`)
  expect(body.issues.length, message).toBeGreaterThan(0)
  const response = await app.session.request('GET', `/api/issues/${body.issues[0]!.id}/events/latest`)
  return response.body.event
}

describe('an envelope', () => {
  it('becomes an event with all that was sent', async () => {
    const sent = anError({
      release: 'shop@1.2.3',
      environment: 'staging',
      server_name: 'web-1',
      tags: { plan: 'pro' },
      user: { id: 'u-1', email: 'ann@example.com' },
      breadcrumbs: { values: [{ category: 'auth', message: 'in', level: 'info', type: 'default', timestamp: now() }] },
      extra: { cart: 7 },
      modules: { django: '4.2' },
    })
    const { status, body } = await post(envelope({ event_id: sent.event_id }, [{ type: 'event' }, sent]))
    expect([status, body]).toEqual([200, { id: sent.event_id }])
    const event = await latest('KeyError')
    expect(event).toMatchObject({
      exception_type: 'KeyError',
      message: "'total'",
      level: 'error',
      platform: 'python',
      release: 'shop@1.2.3',
      environment: 'staging',
      user_id: 'u-1',
      mechanism: { type: 'generic', handled: true },
      tags: { plan: 'pro', server_name: 'web-1', handled: 'yes' },
      extra: { cart: 7 },
      other: { sentry: { modules: { django: '4.2' } } },
      scrubbed: ['user.email', 'exception.0.vars.passwd'],
    })
    expect(event.breadcrumbs[0]).toMatchObject({ category: 'auth', message: 'in', level: 'info', type: 'default' })
    expect(event.exceptions[0]!.frames).toMatchObject([
      {
        function: 'pay',
        file: '/srv/shop/cart.py',
        line: 12,
        in_app: true,
        context_line: "    return cart['total']",
        vars: { cart: '{}', passwd: '[removed]' },
      },
      { function: '<module>', file: '/srv/main.py', line: 3 },
    ])
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['', (body: Buffer) => body],
    ['identity', (body: Buffer) => body],
    // Compressed without saying so.
    ['', gzipSync],
  ] as const)('is read with Content-Encoding «%s»', async (encoding, encode) => {
    const sent = anError()
    const body = encode(envelope({}, [{ type: 'event' }, sent]))
    const answer = await post(body, { headers: { 'content-encoding': encoding } })
    expect([answer.status, answer.body]).toEqual([200, { id: sent.event_id }])
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const)('is read where a few bytes of %s become more than a megabyte', async (encoding, encode) => {
    const sent = anError({ exception: { values: [{ type: `Long${encoding}Error`, value: '' }] } })
    const log = 'x'.repeat(800_000)
    const file = (filename: string) => [{ type: 'attachment', length: log.length, filename }, log] as Item
    const header = { event_id: sent.event_id }
    const body = encode(envelope(header, [{ type: 'event' }, sent], file('app.log'), file('web.log')))
    expect(body.length).toBeLessThan(32 * 1024)
    const answer = await post(body, { headers: { 'content-encoding': encoding } })
    expect([answer.status, answer.body]).toEqual([200, { id: sent.event_id }])
    expect((await latest(`Long${encoding}Error`)).attachments).toMatchObject([
      { name: 'app.log', bytes: log.length },
      { name: 'web.log', bytes: log.length },
    ])
  })

  it.each([
    ['X-Sentry-Auth', { 'x-sentry-auth': `Sentry sentry_version=7,sentry_key=${key}, sentry_client=x/1` }],
    ['Authorization', { authorization: `Sentry sentry_key=${key}` }],
    ['Basic', { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }],
    ['the service token', { 'x-sentry-auth': `Sentry sentry_key=${app.token}` }],
  ] as [string, Record<string, string>][])('is authenticated by %s', async (_name, headers) => {
    const answer = await post(envelope({}, [{ type: 'event' }, anError()]), {
      path: `/api/${number}/envelope/` as const,
      headers,
    })
    expect(answer.status).toBe(200)
  })

  it('is authenticated by its own header, behind a tunnel', async () => {
    const tunnelled = dsn.replace(/@[^/]+/, '@tunnel.example.com')
    const answer = await post(envelope({ dsn: tunnelled }, [{ type: 'event' }, anError()]), {
      path: `/api/${number}/envelope/` as const,
      headers: { authorization: 'Basic YXBwOnNlY3JldA==' },
    })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['no key', `/api/${number}/envelope/`, {}],
    ['an unknown key', `/api/${number}/envelope/?sentry_key=${'0'.repeat(32)}`, {}],
    ['a key of another project', `/api/${number + 999}/envelope/?sentry_key=${key}`, {}],
    [
      'two keys',
      `/api/${number}/envelope/?sentry_key=${key}`,
      { 'x-sentry-auth': `Sentry sentry_key=${'0'.repeat(32)}` },
    ],
  ] as [string, string, Record<string, string>][])('is refused with %s', async (_name, path, headers) => {
    const answer = await post(envelope({}, [{ type: 'event' }, anError()]), { path, headers })
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 'invalid_ingest_token', detail: expect.any(String) })
    expect(answer.headers.get('x-sentry-error')).toContain('ingest token')
  })

  it('counts once, however often it is sent', async () => {
    const sent = anError({ exception: { values: [{ type: 'RetryError', value: 'again' }] } })
    for (const _ of [1, 2, 3]) expect((await post(envelope({}, [{ type: 'event' }, sent]))).status).toBe(200)
    const late = anError({
      timestamp: now() - 5 * 86_400,
      exception: { values: [{ type: 'RetryError', value: 'again' }] },
    })
    for (const _ of [1, 2]) await post(envelope({}, [{ type: 'event' }, late]))
    const event = await latest('RetryError')
    expect(await app.readIssue(event.issue_id)).toMatchObject({ count: 2 })
  })

  it('says what is not kept, and to whom', async () => {
    const items: Item[] = [
      [{ type: 'transaction' }, { type: 'transaction', spans: [] }],
      [{ type: 'log', item_count: 12 }, { items: [] }],
      [{ type: 'of_tomorrow' }, {}],
    ]
    const node = { headers: { 'user-agent': 'sentry.javascript.node/10.0.0' } }
    const hinted = await post(envelope({ sdk: { name: 'sentry.javascript.node' } }, ...items), node)
    expect([hinted.status, hinted.body]).toEqual([200, {}])
    expect(hinted.headers.get('x-sentry-rate-limits')).toBe('3600:log_item;transaction:key:unsupported')
    const silent = await post(envelope({ sdk: { name: 'sentry.dotnet' } }, ...items))
    expect(silent.headers.get('x-sentry-rate-limits')).toBe(null)
    await expect
      .poll(async () => (await app.readOutcomes()).unsupported.map(({ reason, total }) => [reason, total]).sort())
      .toEqual([
        ['log_item', 24],
        ['transaction', 2],
        ['unknown', 2],
      ])
  })

  it('counts what SDKs have dropped themselves', async () => {
    const report = {
      timestamp: now(),
      discarded_events: [{ reason: 'queue_overflow', category: 'error', quantity: 3 }],
    }
    expect((await post(envelope({}, [{ type: 'client_report' }, report]))).status).toBe(200)
    await expect.poll(async () => (await app.outcomes('reported'))['error:queue_overflow']).toBe(3)
  })

  it.each([
    ['a text', 'hello'],
    ['a cut payload', '{}\n{"type":"event","length":100}\n{}'],
    ['a payload longer than said', '{}\n{"type":"event","length":1}\n{}\n'],
    ['an item without a type', '{}\n{}\n{}\n'],
    ['an event that is no JSON', '{}\n{"type":"event"}\n{\n'],
  ])('is refused with %s', async (_name, text) => {
    const answer = await post(text)
    expect([answer.status, answer.code]).toEqual([400, 'malformed_body'])
  })

  it('of nothing is answered', async () => {
    expect((await post('{}\n')).body).toEqual({})
  })

  it('with a replay of many megabytes is not held', async () => {
    const replay = 'x'.repeat(15 * 1024 * 1024)
    const sent = anError()
    const body = envelope({}, [{ type: 'replay_recording', length: replay.length }, replay], [{ type: 'event' }, sent])
    expect((await post(body)).body).toEqual({ id: sent.event_id })
  })

  it('with an event of megabytes is shrunk, and beyond that refused', async () => {
    const wide = { vars: { rows: 'x'.repeat(2 * 1024 * 1024) } }
    const sent = anError({
      exception: { values: [{ type: 'WideError', value: '', stacktrace: { frames: [{ function: 'f', ...wide }] } }] },
    })
    expect((await post(envelope({}, [{ type: 'event' }, sent]))).status).toBe(200)
    expect((await latest('WideError')).trimmed).toContain('vars')
    const huge = anError({ tags: { x: 'x'.repeat(5 * 1024 * 1024) } })
    expect((await post(envelope({}, [{ type: 'event' }, huge]))).status).toBe(413)
    await expect.poll(async () => (await app.outcomes()).too_large).toBe(1)
  })

  it('may carry NaN, lone surrogates and U+0000', async () => {
    const odd = JSON.stringify(
      anError({ exception: { values: [{ type: 'OddError', value: 'a\u0000b' }] }, extra: { x: 1 } }),
    )
    const text = odd.replace('"x":1', '"x":NaN,"y":-Infinity,"z":"\\udcff NaN"')
    expect((await post(envelope({}, [{ type: 'event' }, text]))).status).toBe(200)
    expect(await latest('OddError')).toMatchObject({
      message: 'a\ufffdb',
      extra: { x: null, y: null, z: '\ufffd NaN' },
    })
  })
})

describe('while the database is away', () => {
  it('SDKs get 503, and those that keep events on disk a cut connection, and both may send again', async () => {
    const held = await server.database.pool.connect()
    await held.query('begin; lock table segments in access exclusive mode')
    const sent = anError({ exception: { values: [{ type: 'AwayError', value: 'x' }] } })
    const body = envelope({}, [{ type: 'event' }, sent])
    const path = `${server.url}/api/${number}/envelope/` as const
    const send = (client: string) =>
      fetch(path, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'x-sentry-auth': `Sentry sentry_key=${key}, sentry_client=${client}` },
      })
    const [node, java] = await Promise.allSettled([
      send('sentry.javascript.node/10.0.0'),
      send('sentry.java.android/8.0.0'),
    ])
    await held.query('rollback')
    held.release()
    expect(node.status === 'fulfilled' && node.value.status).toBe(503)
    expect(node.status === 'fulfilled' && node.value.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(java.status).toBe('rejected')
    expect((await send('sentry.java.android/8.0.0')).status).toBe(200)
    const event = await latest('AwayError')
    expect(await app.readIssue(event.issue_id)).toMatchObject({ count: 1 })
    await expect.poll(async () => (await app.outcomes()).overloaded).toBe(2)
  })
})

describe('the old endpoint of single events', () => {
  it.each([`/api/${number}/store/`, '/api/store/'])('takes JSON at %s', async (path) => {
    const sent = anError()
    const answer = await post(JSON.stringify(sent), {
      path,
      headers: { 'content-type': 'application/json', 'x-sentry-auth': `Sentry sentry_key=${key}, sentry_secret=x` },
    })
    expect([answer.status, answer.body]).toEqual([200, { id: sent.event_id }])
  })

  it('takes base64 of zlib, as Raven sent it', async () => {
    const body = deflateSync(JSON.stringify(anError())).toString('base64')
    const path = `/api/${number}/store/` as const
    const answer = await post(body, { path, headers: { 'x-sentry-auth': `Sentry sentry_version=5,sentry_key=${key}` } })
    expect(answer.status).toBe(200)
  })
})

describe('reports of browsers', () => {
  const path = `/api/${number}/security/?sentry_key=${key}&sentry_release=shop@2&sentry_environment=staging` as const
  // Without the contract, which knows no empty text.
  const send = (report: unknown) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/reports+json' },
      body: JSON.stringify(report),
    })

  it('become events, folded where they are equal', async () => {
    const body = {
      documentURL: 'https://shop.example/cart?token=x',
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://evil.example/x.js',
      disposition: 'enforce',
    }
    const report = { type: 'csp-violation', url: 'https://shop.example/cart', age: 1, body }
    expect((await send([report, report, { type: 'deprecation', body: {} }])).status).toBe(200)
    const event = await latest('CSP script-src-elem')
    expect(event).toMatchObject({
      message: 'Blocked https://evil.example',
      level: 'warning',
      release: 'shop@2',
      environment: 'staging',
      tags: { disposition: 'enforce', document: 'https://shop.example/cart' },
    })
    expect(await app.readIssue(event.issue_id)).toMatchObject({ count: 2 })
  })

  it('that equal one of the last minute are counted until its end', async () => {
    const report = (blocked: string) => ({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': blocked } })
    const statuses = async (...all: unknown[]) => {
      const responses = await Promise.all(all.map(send))
      return responses.map(({ status }) => status)
    }
    expect(await statuses(report('https://a.example/1.png'))).toEqual([200])
    expect(await statuses(report('https://a.example/2.png'), report('https://b.example/'))).toEqual([202, 200])
  })

  it('are dropped where they come of an extension', async () => {
    const csp = {
      'document-uri': 'https://shop.example/',
      'violated-directive': 'script-src',
      'blocked-uri': 'chrome-extension',
    }
    expect((await send({ 'csp-report': csp })).status).toBe(200)
    await expect.poll(async () => (await app.readOutcomes()).filtered[0]?.reason).toBe('browser_extension')
  })
})

describe('attachments', () => {
  it('can be read: images as images, the rest as downloads', async () => {
    const png = '\u0089PNG\r\n\u001a\n0000'
    const sent = anError({ exception: { values: [{ type: 'FileError', value: '' }] } })
    const file = (name: string, content: string): Item => [
      { type: 'attachment', length: Buffer.byteLength(content, 'latin1'), filename: name, content_type: 'text/html' },
      content,
    ]
    const lines = [file('page.html', '<script>alert(1)</script>'), file('shot.png', png)]
    const body = Buffer.concat([
      envelope({ event_id: sent.event_id }, [{ type: 'event' }, sent]),
      ...lines.map(([header, content]) => Buffer.from(`${JSON.stringify(header)}\n${content}\n`, 'latin1')),
    ])
    expect((await post(body)).status).toBe(200)
    const event = await latest('FileError')
    expect(event.attachments).toMatchObject([
      { name: 'page.html', bytes: 25, is_image: false },
      { name: 'shot.png', is_image: true },
    ])
    const read = async (index: number) =>
      fetch(`${server.url}${event.attachments[index]!.url}`, {
        headers: { authorization: `Bearer ${app.session.token}` },
      })
    const [page, shot] = [await read(0), await read(1)]
    expect(page.headers.get('content-type')).toBe('application/octet-stream')
    expect(page.headers.get('content-disposition')).toContain('attachment')
    expect(await page.text()).toBe('<script>alert(1)</script>')
    expect([shot.headers.get('content-type'), shot.headers.get('content-security-policy')]).toEqual([
      'image/png',
      "default-src 'none'; sandbox",
    ])
  })

  it('may come after their event', async () => {
    const sent = anError({ exception: { values: [{ type: 'LateFileError', value: '' }] } })
    await post(envelope({}, [{ type: 'event' }, sent]))
    await digested(server)
    await post(envelope({ event_id: sent.event_id }, [{ type: 'attachment', length: 2, filename: 'a.txt' }, 'hi']))
    expect((await latest('LateFileError')).attachments).toMatchObject([{ name: 'a.txt', bytes: 2 }])
    const form = new FormData()
    form.set('b', new Blob(['later']), 'b.txt')
    const path = `${server.url}/api/${number}/events/${sent.event_id}/attachments/?sentry_key=${key}` as const
    expect((await fetch(path, { method: 'POST', body: form })).status).toBe(201)
    expect((await latest('LateFileError')).attachments).toHaveLength(2)
  })
})

describe('a minidump', () => {
  const dump = craftMinidump({ code: 11, platform: 0x8201, address: 0x1234n, file: '/usr/bin/till' })

  it('in a form becomes an event, with the fields beside it and the dump as a file', async () => {
    const form = new FormData()
    form.set('upload_file_minidump', new Blob([new Uint8Array(dump)]), 'crash.dmp')
    form.set('sentry', JSON.stringify({ release: 'till@1', tags: { shop: 'north' } }))
    form.set('sentry[environment]', 'staging')
    form.set('log', new Blob(['last words']), 'till.log')
    const path = `${server.url}/api/${number}/minidump/?sentry_key=${key}` as const
    const response = await fetch(path, { method: 'POST', body: form })
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    ])
    const event = await latest('SIGSEGV')
    expect(event).toMatchObject({
      exception_type: 'SIGSEGV',
      message: 'Fatal error at 0x1234',
      level: 'fatal',
      release: 'till@1',
      environment: 'staging',
      mechanism: { type: 'minidump', handled: false },
      tags: { shop: 'north' },
      attachments: [{ name: 'minidump.dmp', bytes: dump.length }, { name: 'till.log' }],
    })
  })

  it('in an envelope completes its event, or is one', async () => {
    const id = newId()
    const file = { type: 'attachment', attachment_type: 'event.minidump', filename: 'a.dmp', length: dump.length }
    const lines = Buffer.concat([Buffer.from(`${JSON.stringify({ event_id: id })}\n${JSON.stringify(file)}\n`), dump])
    expect((await post(lines)).body).toEqual({ id })
    expect((await latest('SIGSEGV')).client_id).toBe(id)
  })

  it('that is damaged is refused', async () => {
    for (const bytes of [Buffer.from('hello'), dump.subarray(0, 40)]) {
      const form = new FormData()
      form.set('upload_file_minidump', new Blob([new Uint8Array(bytes)]), 'crash.dmp')
      const path = `${server.url}/api/${number}/minidump/?sentry_key=${key}` as const
      expect((await fetch(path, { method: 'POST', body: form })).status).toBe(400)
    }
  })
})

describe('personal data and secrets', () => {
  it('are in no table, whatever way they come', async () => {
    const planted = [
      'planted.person@example.com',
      '203.0.113.77',
      'planted-secret',
      '4242424242424242',
      'Planted Person',
    ]
    const [mail, address, secret, card, name] = planted
    const vars = { passwd: secret, text: `{'api_key': '${secret}'}`, list: [{ access_token: secret }], card }
    const sent = anError({
      user: { email: mail, ip_address: address, username: mail, name, geo: { city: secret } },
      request: {
        url: `https://x/?token=${secret}`,
        headers: [
          ['Cookie', secret],
          ['X-Forwarded-For', address],
          ['Authorization', `Bearer ${secret}`],
        ],
        cookies: secret,
        data: { card },
        env: { REMOTE_ADDR: address },
      },
      extra: { credentials: { a: secret }, deep: { authorization: secret }, note: `Authorization: Bearer ${secret}` },
      contexts: { session: { csrf_token: secret } },
      breadcrumbs: [
        { message: `GET /?access_token=${secret}`, data: { url: `/?api_key=${secret}`, 'x-auth-token': secret } },
      ],
      exception: {
        values: [{ type: 'PlantedError', value: `card ${card}`, stacktrace: { frames: [{ function: 'f', vars }] } }],
      },
    })
    const session = {
      sid: newId(),
      did: mail,
      init: true,
      started: new Date().toISOString(),
      attrs: { release: 'x@1', ip_address: address, user_agent: secret },
    }
    const log = { items: [{ body: secret }] }
    const body = envelope({}, [{ type: 'event' }, sent], [{ type: 'session' }, session], [{ type: 'log' }, log])
    expect((await post(body, { headers: { 'user-agent': 'planted-secret/1' } })).status).toBe(200)
    const event = await latest('PlantedError')
    expect(event.user_id).toMatch(/^anon-[0-9a-f]{16}$/)
    const all = await storedText(server.database.pool)
    expect(all).toContain('PlantedError')
    const found = planted.filter((one) => all.includes(one) || all.includes(Buffer.from(one).toString('hex')))
    expect(found).toEqual([])
  })
})

describe('a person whose address is stored as a hash', () => {
  it('is exported and erased by the address', async () => {
    const mail = 'bea@example.com'
    const sent = (type: string, user: object) => anError({ user, exception: { values: [{ type, value: 'x' }] } })
    for (const event of [sent('BeaError', { email: mail }), sent('CalError', { email: 'cal@example.com' })])
      await post(envelope({}, [{ type: 'event' }, JSON.stringify(event).replace('{', '{"odd":NaN,')]))
    const { issue_id, user_id } = await latest('BeaError')
    const other = await latest('CalError')
    const path = `/api/projects/${app.project.id}/people/${encodeURIComponent(mail)}` as const
    const exported = await until(
      async () => (await app.session.request('GET', path)).body.export,
      ({ status }) => status === 'done',
    )
    expect(exported.events).toBe(1)
    const lines = await fetch(`${server.url}${exported.download_url}`, {
      headers: { authorization: `Bearer ${app.session.token}` },
    })
    expect(JSON.parse(await lines.text())).toMatchObject({ issue_id, sent: { user: { id: user_id }, odd: null } })
    await app.session.request('DELETE', path)
    const requests = async () =>
      (await app.session.request('GET', `/api/projects/${app.project.id}/people`)).body.requests
    await until(requests, (all) => all[0]!.kind === 'erasure' && all[0]!.status === 'done')
    expect((await app.session.request('GET', `/api/issues/${issue_id}/events`)).body.events).toEqual([])
    expect((await app.session.request('GET', `/api/issues/${other.issue_id}/events`)).body.events).toHaveLength(1)
    const all = await storedText(server.database.pool)
    expect(all).not.toContain(mail)
  })
})

describe('a DSN', () => {
  it('can be brought along, and revoked', async () => {
    const own = newId()
    const mine = await newKey({ key: own, former_number: 4_504_000_000_001 })
    expect(mine.dsn).toMatch(new RegExp(`^http://${own}@[^/]+/${number}$`))
    const path = `/api/${number}/envelope/?sentry_key=${own}` as const
    expect((await post(envelope({}, [{ type: 'event' }, anError()]), { path })).status).toBe(200)
    // Programs that have the old DSN need only a new DNS entry.
    const former = { path: `/api/4504000000001/envelope/?sentry_key=${own}` as const }
    expect((await post(envelope({}, [{ type: 'event' }, anError()]), former)).status).toBe(200)
    const again = await app.session.request('POST', `/api/projects/${app.project.id}/dsn-keys`, {
      body: { label: 'twice', key: own },
    })
    expect(again.status).toBe(422)
    const list = await app.session.request('GET', `/api/projects/${app.project.id}/dsn-keys`)
    expect(list.body.dsn_keys.map((one: DsnKey) => one.key)).toEqual([key, own])
    const gone = await app.session.request('DELETE', `/api/projects/${app.project.id}/dsn-keys/${mine.id}`)
    expect(gone.status).toBe(204)
    await expect.poll(async () => (await post(envelope({}, [{ type: 'event' }, anError()]), { path })).status).toBe(401)
  })

  it('does not open /ingest', async () => {
    // Not by `request`, which takes every ingest token for a secret.
    const { status } = await fetch(`${server.url}/ingest`, {
      method: 'POST',
      headers: { 'x-service-token': key },
      body: '{}',
    })
    expect(status).toBe(401)
  })
})
