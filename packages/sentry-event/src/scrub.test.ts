import { describe, expect, it } from 'vitest'
import { inKnownForm } from './known-form.ts'
import { type ScrubOptions, scrubEvent, scrubValue } from './scrub.ts'

const anonymousId = (text: string) => `anon-${text.length}`
const scrubbed = (event: Record<string, unknown>, options: Partial<ScrubOptions> = {}) => {
  const copy = inKnownForm(structuredClone(event))
  return { event: copy, removed: scrubEvent(copy, { anonymousId, ...options }).removed }
}

describe('a person', () => {
  const cases: [sent: unknown, kept: unknown][] = [
    [{ id: 'u-1' }, { id: 'u-1' }],
    [{ id: 7 }, { id: '7' }],
    [{ id: 'u-1', email: 'ann@example.com', ip_address: '203.0.113.7', name: 'Ann' }, { id: 'u-1' }],
    [{ id: 'ann@example.com' }, { id: 'anon-15' }],
    [{ email: 'ann@example.com' }, { id: 'anon-15' }],
    [{ username: 'ann', email: 'ann@example.com' }, { id: 'anon-3' }],
    [{ id: '203.0.113.7' }, undefined],
    [{ ip_address: '{{auto}}' }, undefined],
    [{}, undefined],
    ['ann@example.com', undefined],
    [null, null],
  ]
  it.each(cases)('%j is kept as %j', (sent, kept) => expect(scrubbed({ user: sent }).event.user).toEqual(kept))
})

describe('a request', () => {
  it('loses cookies, body, credentials and addresses, whatever form they have', () => {
    const headers = {
      Host: 'x',
      Cookie: 'a=b',
      'X-Forwarded-For': '1.2.3.4',
      Authorization: 'Bearer x',
      'X-CSRFToken': 'y',
    }
    const { event, removed } = scrubbed({
      request: {
        url: 'https://x/?a=1&token=abc',
        headers,
        cookies: { a: 'b' },
        data: 'x',
        env: { REMOTE_ADDR: '1.2.3.4' },
      },
    })
    expect(event.request).toEqual({ url: 'https://x/?a=1&token=[removed]', headers: { Host: 'x' }, env: {} })
    expect(removed).toEqual(
      expect.arrayContaining(['request.cookies', 'request.data', 'request.env.REMOTE_ADDR', 'request.headers.Cookie']),
    )
    const pairs = Object.entries(headers)
    expect(scrubbed({ request: { headers: pairs } }).event.request).toEqual({ headers: [['Host', 'x']] })
  })
})

describe('values', () => {
  const cases: [sent: unknown, kept: unknown][] = [
    [
      { password: 'x', Passwd: 'x', api_key: 'x', secretKey: { deep: 1 } },
      { password: '[removed]', Passwd: '[removed]', api_key: '[removed]', secretKey: '[removed]' },
    ],
    [
      { author: 'Ann', password: '', is_token: true, tokens: null },
      { author: 'Ann', password: '', is_token: true, tokens: null },
    ],
    ["{'password': 'hunter2', 'a': 1}", "{'password': [removed], 'a': 1}"],
    ['GET /?access_token=abc123&x=1', 'GET /?access_token=[removed]&x=1'],
    ['POST /api/pay?secret=[Filtered]&x=1', 'POST /api/pay?secret=[removed]&x=1'],
    ['Authorization is Bearer abcdefgh12345678', 'Authorization is Bearer [removed]'],
    ['Unexpected token } in JSON', 'Unexpected token } in JSON'],
    ['card 4111 1111 1111 1111.', 'card [removed].'],
    [4111111111111111, '[removed]'],
    ['at 1732435200000 ms', 'at 1732435200000 ms'],
    ['order 4111111111111112', 'order 4111111111111112'],
    ['cart 7da41111-1111-1111-1118-bd71d9d32bf5', 'cart 7da41111-1111-1111-1118-bd71d9d32bf5'],
    ['cart 41111111-1111-1111-a24e-bd71d9d32bf5', 'cart 41111111-1111-1111-a24e-bd71d9d32bf5'],
    ['card_4111-1111-1111-1111, or (4111111111111111)', 'card_[removed], or ([removed])'],
    [
      [
        ['X-Api-Token', 'abc'],
        ['Accept', '*'],
      ],
      [
        ['X-Api-Token', '[removed]'],
        ['Accept', '*'],
      ],
    ],
  ]
  it.each(cases)('%j are kept as %j', (sent, kept) =>
    expect(scrubbed({ extra: { value: sent } }).event.extra).toEqual({ value: kept }),
  )

  it('of modules, code and names stay', () => {
    const event = {
      modules: { 'django-auth-token': '1.2' },
      exception: {
        values: [{ type: 'TokenError', stacktrace: { frames: [{ function: 'token', context_line: 'token = "x"' }] } }],
      },
    }
    expect(scrubbed(event)).toEqual({ event, removed: [] })
  })

  it('nested beyond any use are removed, and cost no stack', () => {
    let deep: unknown = 'x'
    for (let depth = 0; depth < 5000; depth++) deep = { a: deep }
    expect(scrubbed({ extra: { b: 1 } }).removed).toEqual([])
    const event = { extra: deep as Record<string, unknown> }
    scrubEvent(event, { anonymousId })
    expect(JSON.stringify(event).length).toBeLessThan(1000)
  })
})

describe('settings of a project', () => {
  it('may keep what describes a person, beside an id that stays anonymous', () => {
    const keep = (user: unknown) => scrubbed({ user }, { keepUserFields: true })
    const ann = { email: 'ann@example.com', geo: { city: 'Ulm' }, ip_address: '203.0.113.7' }
    expect(keep({ id: 'u-1', ...ann })).toEqual({ event: { user: { id: 'u-1', ...ann } }, removed: [] })
    expect(keep(ann).event.user).toEqual({ id: 'anon-15', ...ann })
    expect(keep({ id: 'ann@example.com' }).event.user).toEqual({ id: 'anon-15' })
    expect(keep({ ip_address: '{{auto}}' }).event.user).toBe(undefined)
    expect(keep({ id: 'u-1', auth_token: 'x' }).event.user).toEqual({ id: 'u-1', auth_token: '[removed]' })
  })

  it('may keep the body of a request, without its secrets and cookies', () => {
    const request = { data: { name: 'Ann', password: 'x', card: '4111 1111 1111 1111' }, cookies: 'a=b' }
    expect(scrubbed({ request }, { keepRequestBody: true })).toEqual({
      event: { request: { data: { name: 'Ann', password: '[removed]', card: '[removed]' } } },
      removed: ['request.cookies', 'request.data.password', 'request.data'],
    })
    const form = { data: 'name=Ann&password=x' }
    expect(scrubbed({ request: form }, { keepRequestBody: true }).event.request).toEqual({
      data: 'name=Ann&password=[removed]',
    })
  })

  it('may drop variables and arguments', () => {
    const stacktrace = () => ({ frames: [{ function: 'f', vars: { a: 1 } }] })
    const event = {
      exception: { values: [{ type: 'E', stacktrace: stacktrace() }] },
      threads: { values: [{ id: 1, stacktrace: stacktrace() }] },
      stacktrace: stacktrace(),
      extra: { 'sys.argv': ['x'], a: 1 },
    }
    const { event: kept, removed } = scrubbed(event, { dropVars: true })
    const bare = { frames: [{ function: 'f' }] }
    expect(kept).toEqual({
      exception: { values: [{ type: 'E', stacktrace: bare }] },
      threads: { values: [{ id: 1, stacktrace: bare }] },
      stacktrace: bare,
      extra: { a: 1 },
    })
    expect(removed).toEqual(['extra.sys.argv', 'exception.0.vars', 'threads.vars', 'stacktrace.vars'])
  })

  it('may name further secrets, in keys and in texts', () => {
    const sensitiveKeys = ['iban', 'x.pin']
    const extra = { IBAN_2: 'DE00', 'x.pin': 1, xapin: 1, note: 'iban=DE00 & xapin=1' }
    expect(scrubbed({ extra }, { sensitiveKeys }).event.extra).toEqual({
      IBAN_2: '[removed]',
      'x.pin': '[removed]',
      xapin: 1,
      note: 'iban=[removed] & xapin=1',
    })
    expect(scrubbed({ extra }).event.extra).toEqual(extra)
    expect(scrubValue({ iban: 'DE00', token: 'x' }, sensitiveKeys)).toEqual({ iban: '[removed]', token: '[removed]' })
  })
})

describe('an event in a form of former years, or in none', () => {
  const secret = 'hunter2-of-ann'
  const person = { id: 'u-1', email: 'ann@example.com' }
  const http = { url: 'https://x/', cookies: secret, headers: { Authorization: `Bearer ${secret}` }, data: secret }
  it.each<[name: string, event: Record<string, unknown>]>([
    ['a person and a request under former names', { 'sentry.interfaces.User': person, 'sentry.interfaces.Http': http }],
    [
      'the same beside the present ones',
      { user: { id: 'u-1' }, 'sentry.interfaces.User': person, request: { url: 'x' }, 'sentry.interfaces.Http': http },
    ],
    ['variables below a single exception', { exception: { type: 'E', stacktrace: [{ vars: { password: secret } }] } }],
    [
      'variables below a former name',
      { exception: [{ type: 'E', 'sentry.interfaces.Stacktrace': { frames: [{ vars: { password: secret } }] } }] },
    ],
    [
      'variables below a former name beside the present one',
      {
        exception: [
          {
            type: 'E',
            stacktrace: { frames: [{}] },
            'sentry.interfaces.Stacktrace': { frames: [{ vars: { password: secret } }] },
          },
        ],
      },
    ],
    ['an exception of unknown fields', { exception: [{ type: 'E', note: { password: secret } }] }],
    ['a text in place of an exception', { exception: [`password=${secret}`] }],
    ['a text in place of a stack', { exception: [{ type: 'E', stacktrace: `password=${secret}` }] }],
    ['fields in place of frames', { stacktrace: { values: [{ password: secret }] } }],
    ['a text among frames', { stacktrace: { frames: [{ function: 'f' }, `password=${secret}`] } }],
    ['fields beside a list', { exception: { values: { type: 'E' }, password: secret } }],
    ['the text of a stack', { exception: [{ type: 'E', stacktrace: `E: password=${secret}\n    at f (a.js:1:2)` }] }],
    ['the same as lines', { stacktrace: { frames: [`E: password=${secret}`, '    at f (a.js:1:2)'] } }],
    ['a thread of unknown fields', { threads: [{ id: 1, stacktrace: { password: secret } }] }],
  ])('%s: secrets are removed and named', (_name, event) => {
    const { event: clean, removed } = scrubbed(event)
    expect(JSON.stringify(clean)).not.toMatch(/hunter2|ann@example/)
    expect(removed).not.toEqual([])
  })
})
