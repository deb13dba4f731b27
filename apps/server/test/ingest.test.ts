import { levels, platforms } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { anEvent, digested, jpeg, newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const app = await newReporter(server)

const crumb = { category: 'ui', message: 'tap', ts: 1_763_700_000_000 }
const crumbs = (count: number) => Array.from({ length: count }, (_, n) => ({ ...crumb, message: `tap ${n}` }))
const stack = 'TypeError: boom\n    at pay (/srv/cart.js:10:5)\n    at main (/srv/main.js:3:1)'

describe('an event', () => {
  it.each(['/ingest', '/api/ingest'] as const)('is accepted at %s and can be read at once', async (path) => {
    const { status, body } = await app.send({ message: `from ${path}` }, { path })
    expect(status).toBe(202)
    expect(body).toEqual({
      event_id: expect.stringMatching(/^evt_[0-9a-z]{33,}$/),
      issue_id: expect.stringMatching(/^iss_[0-9a-z]{33,}$/),
    })
    const event = await app.readEvent(body.event_id)
    expect(event).toMatchObject({ message: `from ${path}`, issue_id: body.issue_id, project_id: app.project.id })
    expect(await app.readIssue(body.issue_id)).toMatchObject({ id: body.issue_id, count: 1 })
  })

  it('is returned with all its fields', async () => {
    const sent = {
      exception_type: 'CheckoutError',
      message: 'no cart',
      stack,
      level: 'fatal',
      release: 'shop@1.2.3+4',
      dist: '4',
      environment: 'staging',
      tags: { plan: 'pro', beta: true, seats: 12, none: null },
      user: { id: 'u-1' },
      contexts: { device: { manufacturer: 'Apple', model: 'iPhone 15', model_id: 'iPhone15,4' }, os: { name: 'iOS' } },
      mechanism: { type: 'onerror', handled: false },
      breadcrumbs: [{ ...crumb, data: { x: [1, { y: null }] } }],
      extra: { cart: { id: 7, items: ['a', 'b'] } },
      sdk: { name: 'bugle-js', version: '0.1.0' },
      exceptions: [{ exception_type: 'CauseError', message: 'why', stack }],
      debug_meta: { images: [] },
      of_tomorrow: { kept: true },
    }
    const { event_id } = await app.report(sent)
    const event = await app.readEvent(event_id)
    const { stack: _stack, user, exceptions: _exceptions, debug_meta: _meta, of_tomorrow, ...same } = sent
    expect(event).toMatchObject({ ...same, user_id: user.id, other: { of_tomorrow }, trimmed: [], repaired: false })
    expect(event.exceptions.map(({ exception_type, stack }) => [exception_type, stack])).toEqual([
      ['CheckoutError', stack],
      ['CauseError', stack],
    ])
    expect(event.exceptions[0]!.frames.map((frame) => [frame.function, frame.file, frame.line])).toEqual([
      ['pay', '/srv/cart.js', 10],
      ['main', '/srv/main.js', 3],
    ])
  })

  it('is shown without the secrets in its texts, and stays as it was sent', async () => {
    const token = 'ghp_hidden0123456789abcdefghijABCDEFGHIJ01'
    const sent = {
      exception_type: 'LoginError',
      message: `refused: password=hidden-1 and ${token}`,
      stack: 'LoginError: refused: api_key: hidden-2\n    at logIn (/srv/login.js:10:5)',
      breadcrumbs: [{ ...crumb, message: 'login password=hidden-3', data: { body: '{"secret":"hidden-4"}' } }],
      extra: { answer: '{"accessToken":"hidden-5","id":7}' },
      exceptions: [{ exception_type: 'CauseError', message: 'token: hidden-6', stack }],
      source_context: [
        { file: '/srv/login.js', line: 10, context_line: "  send({ password: input.value, token: 'x' })" },
      ],
    }
    const { event_id, issue_id } = await app.report(sent)
    await digested(server)
    const event = await app.readEvent(event_id)
    const issue = await app.readIssue(issue_id)
    expect(JSON.stringify([event, issue])).not.toContain('hidden')
    expect(event).toMatchObject({
      message: 'refused: password=[scrubbed] and [scrubbed]',
      breadcrumbs: [{ message: 'login password=[scrubbed]', data: { body: '{"secret":[scrubbed]}' } }],
      extra: { answer: '{"accessToken":[scrubbed],"id":7}' },
      repaired: false,
    })
    expect(event.exceptions[0]!.frames[0]).toMatchObject({
      function: 'logIn',
      context_line: "  send({ password: input.value, token: 'x' })",
    })
    expect(issue.message).toBe(event.message)
    const raw = await app.session.request('GET', `/api/events/${event_id}?raw=1`)
    expect(JSON.stringify(raw)).toContain('hidden-1')
  })

  it('shows how its exceptions belong together, in whatever way they came', async () => {
    const positions = async (sent: object) => {
      const { exceptions } = await app.readEvent((await app.report({ exception_type: 'Group', ...sent })).event_id)
      return exceptions.map((one) => [one.exception_type, one.parent, one.relation])
    }
    const one = (exception_type: string, position: object = {}) => ({ exception_type, message: '', ...position })
    expect(
      await positions({
        message: 'both',
        exceptions: [
          one('First', { parent: 0 }),
          one('Why'),
          one('Second', { parent: 0, relation: 'member' }),
          one('Odd', { parent: 7, relation: 'sibling' }),
        ],
      }),
    ).toEqual([
      ['Group', undefined, undefined],
      ['First', 0, 'member'],
      ['Why', 1, 'cause'],
      ['Second', 0, 'member'],
      ['Odd', 3, 'cause'],
    ])
    // The event may be the first of its own chain.
    expect(
      await positions({
        message: '',
        exceptions: [
          one('Group'),
          one('A', { parent: 1, relation: 'member' }),
          one('B', { parent: 1, relation: 'cause' }),
        ],
      }),
    ).toEqual([
      ['Group', undefined, undefined],
      ['A', 0, 'member'],
      ['B', 0, 'cause'],
    ])
    const text =
      'a.Group: x\n\tat a.A.f(A.java:3)\n\tSuppressed: a.Close: y\n\t\tat a.R.close(R.java:1)\nCaused by: a.Inner\n\tat a.B.get(B.java:3)'
    expect(await positions({ message: 'x', stack: text })).toEqual([
      ['Group', undefined, undefined],
      ['a.Close', 0, 'suppressed'],
      ['a.Inner', 0, 'cause'],
    ])
  })

  it('counts the members of a group of which it shows the first', async () => {
    const exceptions = Array.from({ length: 27 }, (_, index) => ({
      exception_type: `Member${index}`,
      message: '',
      parent: 0,
      relation: 'member',
    }))
    const read = async (event: object) =>
      (await app.readEvent((await app.report({ exception_type: 'Group', ...event })).event_id)).exceptions
    const shown = await read({ exceptions })
    expect([shown.length, shown[0]!.members]).toEqual([21, 27])
    expect((await read({ exceptions: exceptions.slice(0, 20) }))[0]).not.toHaveProperty('members')
    // The event may be the first of its own chain.
    const itself = { exception_type: 'Group', message: 'both' }
    const own = exceptions.map((one) => ({ ...one, parent: 1 }))
    expect((await read({ message: 'both', exceptions: [itself, ...own] }))[0]).toMatchObject({ members: 27 })
  })

  it('has the documented defaults', async () => {
    const { event_id, issue_id } = await app.report({ message: 'bare' })
    expect(await app.readEvent(event_id)).toMatchObject({
      level: 'error',
      environment: 'production',
      release: null,
      repeat: 1,
      user_id: null,
      mechanism: null,
      tags: {},
      breadcrumbs: [],
      screenshot_url: null,
      processing_error: null,
    })
    expect(await app.readIssue(issue_id)).toMatchObject({
      level: 'error',
      platform: 'ios',
      status: 'unresolved',
      substatus: 'new',
      users: 0,
      users_approx: false,
      first_release: null,
      last_release: null,
    })
  })

  it.each(levels)('can have the level %s', async (level) => {
    expect((await app.readEvent((await app.report({ level })).event_id)).level).toBe(level)
  })

  it.each(platforms)('can come from %s', async (platform) => {
    expect((await app.readEvent((await app.report({ platform })).event_id)).platform).toBe(platform)
  })

  const stacks: [what: string, stack: unknown, functions: (string | undefined)[]][] = [
    ['a text', stack, ['pay', 'main']],
    ['lines', stack.split('\n'), ['pay', 'main']],
    [
      'frames',
      [
        { function: 'pay', file: '/srv/cart.js', line: 10 },
        { function: 'main', filename: '/srv/main.js', lineno: 3 },
      ],
      ['pay', 'main'],
    ],
    ['null', null, []],
    ['an empty list', [], []],
    ['an empty text', '', []],
  ]
  it.each(stacks)('can have as its stack %s', async (_, given, functions) => {
    const { event_id } = await app.report({ stack: given })
    const [own] = (await app.readEvent(event_id)).exceptions
    expect(own!.frames.map((frame) => frame.function)).toEqual(functions)
  })

  it('names its user in either form', async () => {
    const both = [{ user: { id: 'ann' } }, { user_id_anon: 'ann' }, { user: null, user_id_anon: 'ann' }]
    const acknowledged = await Promise.all(both.map((change) => app.report({ message: 'who', ...change })))
    for (const { event_id } of acknowledged) expect((await app.readEvent(event_id)).user_id).toBe('ann')
    const issue = () => app.readIssue(acknowledged[0]!.issue_id)
    expect((await until(issue, ({ count }) => count === 3)).users).toBe(1)
  })

  it('reads null as absent in every optional field', async () => {
    const optional = Object.keys(
      (server.openapi.components.schemas as never as { IngestEvent: { properties: object } }).IngestEvent.properties,
    ).filter((name) => !['exception_type', 'message', 'platform', 'app_id'].includes(name))
    expect(optional.length).toBeGreaterThan(18)
    const { event_id } = await app.report(Object.fromEntries(optional.map((name) => [name, null])))
    expect(await app.readEvent(event_id)).toMatchObject({ level: 'error', environment: 'production', tags: {} })
  })

  it('can have 50 breadcrumbs, not 51', async () => {
    const { event_id } = await app.report({ breadcrumbs: crumbs(50) })
    expect((await app.readEvent(event_id)).breadcrumbs).toEqual(crumbs(50))
    const { status, body } = (await app.send({ breadcrumbs: crumbs(51) })) as { status: number; body: unknown }
    expect([status, body]).toMatchObject([
      400,
      { code: 'invalid_payload', errors: { breadcrumbs: [expect.anything()] } },
    ])
  })
})

describe('an invalid event is refused with a 400 that names the field', () => {
  const wrong: [change: Record<string, unknown>, fields: string[]][] = [
    [{ exception_type: undefined }, ['exception_type']],
    [{ exception_type: '' }, ['exception_type']],
    [{ exception_type: null }, ['exception_type']],
    [{ exception_type: 7 }, ['exception_type']],
    [{ message: undefined }, ['message']],
    [{ message: null }, ['message']],
    [{ message: 123 }, ['message']],
    [{ platform: undefined }, ['platform']],
    [{ platform: 'toaster' }, ['platform']],
    [{ platform: 'iOS' }, ['platform']],
    [{ platform: null }, ['platform']],
    [{ app_id: undefined }, ['app_id']],
    [{ app_id: 5 }, ['app_id']],
    [{ stack: 7 }, ['stack']],
    [{ stack: {} }, ['stack']],
    [{ stack: [7] }, ['stack']],
    [{ level: 'critical' }, ['level']],
    [{ level: 1 }, ['level']],
    [{ release: 1 }, ['release']],
    [{ environment: ['production'] }, ['environment']],
    [{ dist: 4 }, ['dist']],
    [{ tags: [] }, ['tags']],
    [{ tags: 'a' }, ['tags']],
    [{ tags: { a: {} } }, ['tags']],
    [{ tags: { a: [1] } }, ['tags']],
    [{ user: 'ann' }, ['user']],
    [{ user: { id: 7 } }, ['user']],
    [{ user_id_anon: 7 }, ['user_id_anon']],
    [{ contexts: [] }, ['contexts']],
    [{ mechanism: { type: 1 } }, ['mechanism']],
    [{ mechanism: { handled: 'no' } }, ['mechanism']],
    [{ breadcrumbs: {} }, ['breadcrumbs']],
    [{ breadcrumbs: [{ category: 'ui', message: 'tap' }] }, ['breadcrumbs']],
    [{ breadcrumbs: [{ ...crumb, ts: 1.5 }] }, ['breadcrumbs']],
    [{ breadcrumbs: [{ ...crumb, ts: '2026-01-01' }] }, ['breadcrumbs']],
    [{ breadcrumbs: [{ ...crumb, data: [] }] }, ['breadcrumbs']],
    [{ breadcrumbs: [null] }, ['breadcrumbs']],
    [{ screenshot: 7 }, ['screenshot']],
    [{ screenshot: 'not base64!' }, ['screenshot']],
    [{ screenshot: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }, ['screenshot']],
    [{ screenshot: Buffer.from('\x89PNG\r\n\x1a\n0000000000000', 'latin1').toString('base64') }, ['screenshot']],
    [{ screenshot: Buffer.from('ffd8ffe00004000000000000000000000000', 'hex').toString('base64') }, ['screenshot']],
    // A frame of 65,535 by 65,535 pixels.
    [{ screenshot: Buffer.from('ffd8ffc0001108ffffffff03', 'hex').toString('base64') }, ['screenshot']],
    [{ extra: 'x' }, ['extra']],
    [{ event_id: 'not-a-uuid' }, ['event_id']],
    [{ event_id: '../../etc/passwd' }, ['event_id']],
    [{ timestamp: 'yesterday' }, ['timestamp']],
    [{ timestamp: {} }, ['timestamp']],
    [{ fingerprint: 'mine' }, ['fingerprint']],
    [{ fingerprint: [1] }, ['fingerprint']],
    [{ exceptions: [{ message: 'no type' }] }, ['exceptions']],
    [{ repeat: 0 }, ['repeat']],
    [{ repeat: 10_001 }, ['repeat']],
    [{ repeat: 1.5 }, ['repeat']],
    [{ client_drops: [{ reason: '', count: 1 }] }, ['client_drops']],
    [{ client_drops: [{ reason: 'queue_full', count: 0 }] }, ['client_drops']],
    [{ client_drops: Array(21).fill({ reason: 'a', count: 1 }) }, ['client_drops']],
    [{ sdk: 'bugle' }, ['sdk']],
    [{ debug_meta: [] }, ['debug_meta']],
    [{ message: undefined, level: 'bad', tags: 7 }, ['message', 'level', 'tags']],
  ]
  it.each(wrong)('%j', async (change, fields) => {
    const answer = await app.send(change)
    const body = answer.body as unknown as { code: string; errors: Record<string, string[]> }
    expect([answer.status, body.code]).toEqual([400, 'invalid_payload'])
    expect(Object.keys(body.errors).sort()).toEqual([...fields].sort())
    for (const texts of Object.values(body.errors)) expect(texts[0]).toMatch(/\w/)
  })

  it.each(['null', '[]', '"text"', '7', 'true'])('a body that is %s', async (rawBody) => {
    const { status, body } = await app.sendRaw(rawBody)
    expect([status, body]).toMatchObject([400, { code: 'invalid_payload', errors: { body: [expect.anything()] } }])
  })

  const malformed: [what: string, body: string | Uint8Array<ArrayBuffer>][] = [
    ['nothing', ''],
    ['half a document', '{"exception_type":"A"'],
    ['two documents', '{}{}'],
    ['UTF-16', new Uint8Array(Buffer.from(JSON.stringify({ exception_type: 'A' }), 'utf16le'))],
    ['NaN', '{"exception_type":"A","message":"m","platform":"ios","app_id":"com.example.shop","extra":{"n":NaN}}'],
    ['single quotes', "{'exception_type':'A'}"],
    ['form data', 'exception_type=A&message=b'],
  ]
  it.each(malformed)('%s', async (_, rawBody) => {
    const { status, body } = await app.sendRaw(rawBody)
    expect([status, body]).toMatchObject([400, { code: 'malformed_body' }])
  })
})

describe('time', () => {
  const day = 86_400_000
  const occurred = async (timestamp: unknown) => {
    const event = await app.readEvent((await app.report({ message: 'when', timestamp })).event_id)
    return { at: Date.parse(event.occurred_at), received: Date.parse(event.received_at) }
  }

  it('is the client’s, to the millisecond', async () => {
    const ago = Date.now() - 5 * 3_600_000
    expect((await occurred(ago)).at).toBe(ago)
    expect((await occurred(new Date(ago).toISOString())).at).toBe(ago)
    expect((await occurred('2026-11-20T10:00:00.5+02:00')).at).toBeLessThanOrEqual(Date.now())
  })

  it.each([-365, -1, 1, 365])('is corrected where the clock of the sender is wrong by %d days', async (days) => {
    const now = Date.now()
    const clock = (ms: number) => new Date(now + days * day + ms)
    const sent = {
      message: 'when',
      timestamp: clock(-3_600_000).toISOString(),
      sent_at: clock(0).getTime(),
      breadcrumbs: [{ ...crumb, ts: clock(-3_660_000).getTime() }],
    }
    const event = await app.readEvent((await app.report(sent)).event_id)
    const [at, received] = [event.occurred_at, event.received_at].map((time) => Date.parse(time)) as [number, number]
    expect(Math.abs(received - at - 3_600_000)).toBeLessThan(60_000)
    expect(Math.abs(at - event.breadcrumbs[0]!.ts! - 60_000)).toBeLessThan(1000)
  })

  it('is left alone where a request took its time, and by a sender that does not know when it sends', async () => {
    const timestamp = Date.now() - 7_200_000
    for (const sent_at of [Date.now() - 50 * 60_000, 'soon', null]) {
      const event = await app.readEvent((await app.report({ message: 'when', timestamp, sent_at })).event_id)
      expect(Date.parse(event.occurred_at)).toBe(timestamp)
    }
  })

  it.each([Date.now() + day, '2199-01-01T00:00:00Z', 1e300])('is never later than now: %s', async (timestamp) => {
    const { at, received } = await occurred(timestamp)
    expect(at).toBe(received)
  })

  it.each([0, -1, '1970-01-01T00:00:00Z', -1e300])('is never more than 30 days ago: %s', async (timestamp) => {
    const { at, received } = await occurred(timestamp)
    expect(received - at).toBe(30 * day)
  })
})

describe('grouping', () => {
  it('follows a custom fingerprint, which may contain the default one', async () => {
    const issueOf = async (fingerprint: string[] | null, message = 'db down') =>
      (await app.report({ message, fingerprint })).issue_id
    const own = await issueOf(['db'])
    expect(await issueOf(['db'], 'something else altogether')).toBe(own)
    const [plain, tenant, spaced] = [
      await issueOf(null),
      await issueOf(['{{ default }}', 't']),
      await issueOf(['{{default}}', 't']),
    ]
    expect(new Set([own, plain, tenant]).size).toBe(3)
    expect(spaced).toBe(tenant)
    expect(await issueOf(['{{ default }}', 't'], 'another message')).not.toBe(tenant)
    expect(await issueOf([])).toBe(plain)
    expect(await app.readIssue(own)).toMatchObject({ grouping: { version: 1, reason: 'custom' } })
  })

  it('splits issues by project, never by release, environment, level, user or tags', async () => {
    const other = await newReporter(server)
    const { issue_id } = await app.report({ message: 'same' })
    const varied = { release: '9', environment: 'dev', level: 'info', user: { id: 'x' }, tags: { a: 1 } }
    expect((await app.report({ message: 'same', ...varied })).issue_id).toBe(issue_id)
    expect((await other.report({ message: 'same' })).issue_id.slice(-32)).not.toBe(issue_id.slice(-32))
  })
})

describe('an event with `repeat`', () => {
  it('is counted by repeat everywhere', async () => {
    const one = await newReporter(server)
    await one.report({ repeat: 10_000, release: 'r1', tags: { plan: 'pro' }, user: { id: 'a' } })
    const { issue_id } = await one.report({ repeat: 5, release: 'r1', tags: { plan: 'free' }, user: { id: 'b' } })
    const issue = await until(
      () => one.readIssue(issue_id),
      ({ count }) => count === 10_005,
    )
    expect(issue.users).toBe(2)
    expect((await one.session.get(`/api/issues/${issue_id}/stats`)).total).toBe(10_005)
    expect((await one.session.get(`/api/projects/${one.project.id}/stats?by=release`)).series).toMatchObject([
      { key: 'r1', total: 10_005 },
    ])
    expect((await one.session.get(`/api/projects/${one.project.id}/releases`)).releases).toMatchObject([
      { version: 'r1', count: 10_005 },
    ])
    expect((await one.session.get(`/api/projects/${one.project.id}`)).project.events_24h).toBe(10_005)
    const tags = await until(
      () => one.session.get(`/api/issues/${issue_id}/tags`),
      (body) => body.tags[0]?.total === 10_005,
    )
    expect(tags.tags).toEqual([
      {
        key: 'plan',
        total: 10_005,
        other: 0,
        values: [
          { value: 'pro', count: 10_000 },
          { value: 'free', count: 5 },
        ],
      },
    ])
  })

  it('with errors of several users counts each user once, in its issue and its release', async () => {
    const app = await newReporter(server)
    const users = [
      { id: 'u-1', count: 3 },
      { id: 'u-2', count: 1 },
      { id: 'u-3', count: 1 },
    ]
    const { event_id, issue_id } = await app.report({ repeat: 5, user: { id: 'u-1' }, users, release: 'shop@1' })
    await app.report({ repeat: 2, users: [{ id: 'u-3', count: 2 }] })
    await digested(server)
    expect(await app.readIssue(issue_id)).toMatchObject({ count: 7, users: 3 })
    expect(await app.readEvent(event_id)).toMatchObject({ repeat: 5, user_id: 'u-1', users })
    const { body } = await app.session.request('GET', '/api/issues?query=user:u-2')
    expect(body.issues).toMatchObject([{ id: issue_id }])
    for (const wrong of [Array(1001).fill({ id: 'x', count: 1 }), [{ id: 'x', count: 0 }], [{ id: '', count: 1 }], {}])
      expect(await app.send({ users: wrong })).toMatchObject({
        status: 400,
        body: { errors: { users: [expect.any(String)] } },
      })
  })

  it('counts its SDK’s drops among the outcomes', async () => {
    const one = await newReporter(server)
    await one.report({
      client_drops: [
        { reason: 'queue_full', count: 7 },
        { reason: 'offline', count: 1 },
      ],
    })
    await one.report({ client_drops: [{ reason: 'queue_full', count: 3 }] })
    const reported = await until(
      () => one.outcomes('reported'),
      ({ queue_full }) => queue_full === 10,
    )
    expect(reported).toEqual({ queue_full: 10, offline: 1 })
    expect(await one.outcomes('refused')).toEqual({})
  })
})

describe('a screenshot', () => {
  const base64 = jpeg.toString('base64')
  const picture = async (id: string) => {
    const authorization = `Bearer ${app.session.token}`
    const response = await fetch(`${server.url}/api/events/${id}/screenshot`, { headers: { authorization } })
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    return Buffer.from(await response.arrayBuffer())
  }

  const spellings: [what: string, literal: string][] = [
    ['plain', JSON.stringify(base64)],
    ['with PHP’s escaped slashes', JSON.stringify(base64).replaceAll('/', '\\/')],
    ['as a data URL', JSON.stringify(`data:image/jpeg;base64,${base64}`)],
    ['in several lines', JSON.stringify(base64.replaceAll(/(.{76})/g, '$1\r\n'))],
    ['without padding', JSON.stringify(base64.replace(/=+$/, ''))],
    ['with unusual escapes', JSON.stringify(base64).replaceAll('A', '\\u0041')],
  ]
  it.each(spellings)('is returned byte for byte, and so is the event: %s', async (what, literal) => {
    const body = `{"exception_type":"Shot","message":${JSON.stringify(what)},"screenshot" : ${literal},"platform":"ios","app_id":"com.example.shop"}`
    const { status, body: answer } = await app.sendRaw(body)
    expect(status).toBe(202)
    const { event_id } = answer as { event_id: string }
    expect((await app.readEvent(event_id)).screenshot_url).toBe(`/api/events/${event_id}/screenshot`)
    expect((await picture(event_id)).equals(jpeg)).toBe(true)
    expect((await app.readRaw(event_id)).toString()).toBe(body)
  })

  it('is not confused with a text that looks like its placeholder', async () => {
    const sent = {
      exception_type: 'A',
      message: '~bugle-screenshot~ ~bugle-screenshot-escaped~',
      platform: 'ios',
      app_id: 'com.example.shop',
      screenshot: base64,
      extra: { copy: base64 },
    }
    const { body } = await app.sendRaw(JSON.stringify(sent))
    const { event_id } = body as { event_id: string }
    expect((await app.readRaw(event_id)).toString()).toBe(JSON.stringify(sent))
    expect((await picture(event_id)).equals(jpeg)).toBe(true)
  })

  it('is taken out of its own field, not of one with the same content', async () => {
    const sent = { ...anEvent({ extra: { copy: base64 } }), screenshot: base64 }
    const { body } = await app.sendRaw(JSON.stringify(sent))
    const { event_id } = body as { event_id: string }
    expect((await app.readEvent(event_id)).extra).toEqual({ copy: base64 })
    expect((await app.readRaw(event_id)).toString()).toBe(JSON.stringify(sent))
    expect((await picture(event_id)).equals(jpeg)).toBe(true)
  })

  it.each<[what: string, bytes: Buffer]>([
    ['is truncated', jpeg.subarray(0, -2)],
    ['is only a header', Buffer.from('/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==', 'base64')],
    ['has data after its end', Buffer.concat([jpeg, Buffer.from('\n\0')])],
    ['has padding bytes', Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(3, 0xff), jpeg.subarray(2)])],
  ])('that %s does not lose the event', async (_what, bytes) => {
    const { event_id } = await app.report({ screenshot: bytes.toString('base64') })
    await app.readEvent(event_id)
    expect((await picture(event_id)).equals(bytes)).toBe(true)
  })

  it('of another event, or of none, is not found', async () => {
    const { event_id } = await app.report({ message: 'no picture' })
    const { status } = await app.session.request('GET', `/api/events/${event_id}/screenshot`)
    expect(status).toBe(404)
  })

  it('of nearly a megabyte is kept in full', async () => {
    // The comment segments between header and frame may contain anything.
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533, 'x')])
    const big = Buffer.concat([jpeg.subarray(0, 2), ...Array(11).fill(comment), jpeg.subarray(2)])
    const { event_id } = await app.report({ message: 'big picture', screenshot: big.toString('base64') })
    await app.readEvent(event_id)
    expect((await picture(event_id)).equals(big)).toBe(true)
  })
})
