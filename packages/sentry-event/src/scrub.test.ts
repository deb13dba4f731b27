import { describe, expect, it } from 'vitest'
import { scrubEvent } from './scrub.ts'

const anonymousId = (text: string) => `anon-${text.length}`
const scrubbed = (event: Record<string, unknown>) => {
  const copy = structuredClone(event)
  return { event: copy, removed: scrubEvent(copy, { anonymousId }).removed }
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
    ['Authorization is Bearer abcdefgh12345678', 'Authorization is Bearer [removed]'],
    ['Unexpected token } in JSON', 'Unexpected token } in JSON'],
    ['card 4111 1111 1111 1111.', 'card [removed].'],
    [4111111111111111, '[removed]'],
    ['at 1732435200000 ms', 'at 1732435200000 ms'],
    ['order 4111111111111112', 'order 4111111111111112'],
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
