import { runInNewContext } from 'node:vm'
import { IngestEvent } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { describe, expect, it, vi } from 'vitest'
import { reportMessage } from './api.ts'
import { Scope } from './scope.ts'
import { TestClient } from './testing/client.ts'

const isEvent = new Ajv({ strict: false }).compile(IngestEvent)

async function sent(test: TestClient) {
  await test.client.flush()
  return test.events
}

const proxyThrows = () => {
  throw new Error('no')
}

async function eventOf(error: unknown) {
  const test = new TestClient()
  test.client.captureException(error)
  const [event] = await sent(test)
  return event!
}

describe('a thrown value', () => {
  it('becomes an event, and the id that is returned is the event’s', async () => {
    const test = new TestClient({ release: 'r1', environment: 'staging', dist: 'd', tags: { a: 1 } })
    const id = test.client.captureException(new TypeError('x is undefined'))
    expect(await sent(test)).toEqual([
      expect.objectContaining({
        event_id: id,
        exception_type: 'TypeError',
        message: 'x is undefined',
        stack: expect.stringContaining('client.test.ts'),
        level: 'error',
        release: 'r1',
        environment: 'staging',
        dist: 'd',
        tags: { a: 1 },
        mechanism: { type: 'generic', handled: true },
      }),
    ])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(test.requests[0]).toMatchObject({ url: 'http://bugle.test/ingest', token: 'bgl_live_x', keepalive: true })
  })

  it('is reported again when a program catches the same object much later: it was thrown again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const test = new TestClient()
    const timeout = new Error('timeout')
    for (let i = 0; i < 3; i += 1) {
      test.client.captureException(timeout)
      test.client.captureException(timeout)
      vi.advanceTimersByTime(1500)
    }
    // Rethrown and finally uncaught: still one error.
    test.client.captureException(timeout, { mechanism: { type: 'onuncaughtexception', handled: false } })
    vi.useRealTimers()
    await test.client.flush()
    expect(test.events.map(({ message }) => message)).toEqual(['timeout', 'timeout', 'timeout'])
  })

  it('is reported once for each object, whoever sees it', async () => {
    const test = new TestClient()
    const error = new Error('once')
    expect(test.client.captureException(error)).toBe(test.client.captureException(error))
    expect(await sent(test)).toHaveLength(1)
  })

  it.each<[string, object, string]>([
    ['of a database', { message: 'the row is gone', code: 'PGRST116', details: null }, 'the row is gone'],
    ['that looks like a response', { message: 'x', headers: { cookie: 'hidden' } }, 'x'],
    ['with an empty text', { message: '', code: 7 }, '{"message":"","code":7}'],
    ['that is a response', { status: 500, body: '{"card":"hidden"}' }, '{"status":500}'],
  ])('that is a plain object %s is titled by its message', async (_, thrown, message) => {
    const event = await eventOf(thrown)
    expect(event).toMatchObject({ exception_type: 'NonError', message })
    expect(JSON.stringify(event)).not.toContain('hidden')
  })

  it('is the error in an event of a worker or a page, which is reported once', async () => {
    const test = new TestClient()
    const error = new RangeError('in a worker')
    const preventDefault = () => {}
    test.client.captureException({ type: 'error', message: 'Uncaught RangeError: in a worker', error, preventDefault })
    test.client.captureException({ type: 'unhandledrejection', reason: error, preventDefault })
    test.client.captureException(error)
    const [event, ...others] = await sent(test)
    expect([event!.exception_type, event!.message, others]).toEqual(['RangeError', 'in a worker', []])
  })

  it('includes causes and aggregated errors, outermost first, circles included', async () => {
    const root = new RangeError('root')
    const middle = new TypeError('middle', { cause: root })
    root.cause = middle
    const event = await eventOf(new AggregateError([middle, 'text'], 'many', { cause: new SyntaxError('first') }))
    expect(event.exceptions).toMatchObject([
      { exception_type: 'SyntaxError', message: 'first' },
      { exception_type: 'TypeError', message: 'middle', parent: 0 },
      { exception_type: 'RangeError', message: 'root' },
      { exception_type: 'NonError', message: 'text', parent: 0 },
    ])
    // A cause belongs to the one before it.
    expect(event.exceptions?.map(({ parent }) => parent)).toEqual([undefined, 0, undefined, 0])
  })

  it.each([
    ['a text', 'oops', 'NonError', 'oops'],
    ['nothing', undefined, 'NonError', 'undefined'],
    ['null', null, 'NonError', 'null'],
    ['a number', 42, 'NonError', '42'],
    ['a symbol', Symbol('s'), 'NonError', 'Symbol(s)'],
    ['an object', { status: 500, token: 'abc' }, 'NonError', '{"status":500,"token":"[scrubbed]"}'],
    ['a DOMException', new DOMException('gone', 'AbortError'), 'AbortError', 'gone'],
    ['an error of another realm', runInNewContext('new TypeError("elsewhere")'), 'TypeError', 'elsewhere'],
    ['an error-like object', { name: 'Mine', message: 'm' }, 'Mine', 'm'],
    ['a class without a name of its own', new (class PaymentError extends Error {})('p'), 'PaymentError', 'p'],
    ['a minified class', new (class q extends Error {})('p'), 'Error', 'p'],
    ['an error whose name is no text', Object.assign(new Error('p'), { name: [] }), 'Error', 'p'],
    ['a function', () => 1, 'NonError', '() => 1'],
    ['an event', new Event('abort'), 'NonError', 'Event abort'],
    [
      'an event of an element',
      { type: 'error', preventDefault() {}, target: { tagName: 'IMG', src: 'hidden' } },
      'NonError',
      'Event error on img',
    ],
  ])('may be %s', async (_, thrown, type, message) => {
    expect(await eventOf(thrown)).toMatchObject({ exception_type: type, message })
  })

  it('may be hostile', async () => {
    const getters = Object.create(Error.prototype, {
      name: {
        get: () => {
          throw new Error('no name')
        },
      },
      message: {
        get: () => {
          throw new Error('no message')
        },
      },
      stack: {
        get: () => {
          throw new Error('no stack')
        },
      },
    })
    const proxy = new Proxy(
      {},
      {
        get() {
          throw new Error('no')
        },
        ownKeys() {
          throw new Error('no')
        },
      },
    )
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const gathers = Object.assign(new Error('gathers'), { errors: new Proxy([], { get: proxyThrows }) })
    const revoked = Proxy.revocable([], {})
    revoked.revoke()
    const gone = Object.assign(new Error('gone'), { errors: revoked.proxy, cause: revoked.proxy })
    const cold = Object.freeze(new Error('cold'))
    for (const thrown of [getters, proxy, circular, gathers, gone, cold, Object.create(null)]) {
      const event = await eventOf(thrown)
      expect(event.exception_type).toMatch(/Error/)
      expect(typeof event.message).toBe('string')
    }
  })

  it('gets its caller’s stack, without SDK frames, when it has none', async () => {
    const event = await eventOf('text')
    expect(event.stack).toMatch(/^NonError\n {4}at eventOf .*client\.test\.ts/)
  })

  it.each([
    ['gives no text', (_: unknown, sites: unknown) => sites],
    ['throws', proxyThrows],
  ])('is reported also where the host has a way of making stacks that %s', async (_, prepare) => {
    const test = new TestClient()
    const former = Error.prepareStackTrace
    Error.prepareStackTrace = prepare
    try {
      test.client.captureException('text')
      test.client.captureException(new Error('error'))
    } finally {
      Error.prepareStackTrace = former
    }
    expect(await sent(test)).toMatchObject([
      { exception_type: 'NonError', message: 'text', stack: null },
      { exception_type: 'Error', message: 'error', stack: null },
    ])
  })

  it.each(['@'.repeat(65_536), '\n'.repeat(65_536), '@:'.repeat(30_000), `${'@1:'.repeat(150)}\n`])(
    'is read in bounded time, whatever its text is',
    async (text) => {
      const error = new Error(text.repeat(text.length < 1000 ? 100 : 1))
      // A quadratic parser would take minutes.
      expect((await eventOf(error)).exception_type).toBe('Error')
    },
  )

  it('keeps its frames unchanged, and cleans the text above them', async () => {
    const error = new Error('Failed https://x.io/a?k=hidden\nand bgl_live_hidden')
    error.stack = `${error.name}: ${error.message}\n    at f (https://x.io/app.js?v=2:10:5)`
    expect((await eventOf(error)).stack).toBe(
      'Error: Failed https://x.io/a\nand [scrubbed]\n    at f (https://x.io/app.js?v=2:10:5)',
    )
    error.stack = 'f@https://x.io/app.js?v=2:10:5\n@https://x.io/b.js:1:1'
    expect((await eventOf(Object.assign(new Error('x'), { stack: error.stack }))).stack).toBe(error.stack)
  })

  it('has a stack of at most 64 KiB', async () => {
    const error = Object.assign(new Error('deep'), {
      stack: `Error: deep\n${'    at f (/srv/a.js:1:1)\n'.repeat(10_000)}`,
    })
    expect((await eventOf(error)).stack).toHaveLength(65_536)
  })

  it.each([
    'TypeError: Failed to fetch\n    at window.bugleFetch (https://x.io/a.js:1:9)\n    at pay (https://x.io/a.js:1:99)',
    'bugleFetch@https://x.io/a.js:1:9\npay@https://x.io/a.js:1:99',
  ])('has no frame of ours', async (stack) => {
    const event = await eventOf(Object.assign(new TypeError('Failed to fetch'), { stack }))
    expect(event.stack).not.toContain('bugleFetch')
    expect(event.stack).toContain('pay')
  })

  it.each([6_000, 200])('keeps its frames behind a message of %i lines', async (lines) => {
    const error = new Error(`SQL failed: ${'INSERT (1,2,3),\n'.repeat(lines)}`)
    const { stack, message } = await eventOf(error)
    expect(stack).toContain(`${message.trimEnd().slice(-100)}`)
    expect(stack).toMatch(/\n {4}at .*client\.test\.ts/)
    expect(stack!.length).toBeLessThan(16_000)
  })

  it('sends the fields that name the failure, and others on request', async () => {
    const fields = {
      code: 'E_X',
      path: '/srv/a?b',
      errno: -2,
      password: 'p',
      big: 10n,
      data: { card: 4111 },
      config: '{"a":1}',
    }
    const error = () => Object.assign(new Error('x'), fields)
    const plain = { code: 'E_X', path: '/srv/a', errno: -2 }
    const extraOf = async (errorFields: boolean | string[] | undefined) => {
      const test = new TestClient({ errorFields })
      test.client.captureException(error())
      return (await sent(test))[0]!.extra
    }
    expect(await extraOf(undefined)).toEqual({ error: plain })
    expect(await extraOf(['data'])).toEqual({ error: { ...plain, data: { card: 4111 } } })
    expect(await extraOf(true)).toEqual({
      error: { ...fields, password: '[scrubbed]', big: '10n' },
    })
  })

  it('takes only errors from `errors`, unless it is an AggregateError; of others it sends the names', async () => {
    const invalid = Object.assign(new Error('invalid'), {
      errors: [{ path: ['person', 'email'], instance: { hash: 'hidden' } }, new TypeError('own'), { path: 'age' }],
    })
    const event = await eventOf(invalid)
    expect(event.exceptions).toMatchObject([{ exception_type: 'TypeError', message: 'own' }])
    expect(event.extra).toEqual({ error: { fields: ['person.email', 'age'] } })
    expect(JSON.stringify(event)).not.toContain('hidden')
    const byName = Object.assign(new Error('invalid'), { errors: { email: new Error('no') } })
    expect((await eventOf(byName)).extra).toEqual({ error: { fields: ['email'] } })
  })
})

describe('privacy', () => {
  it('sends no secret, no query and no person', async () => {
    const test = new TestClient({ scrubKeys: /^shoe$/ })
    const scope = test.client.scopes.current()
    scope.setUser({ id: 7, email: 'a@b.c' } as never)
    scope.setContext('session', { id: 'hidden-1' })
    scope.setContext('request', { headers: { Authorization: 'Bearer hidden-2', Cookie: 'hidden-3', accept: 'x' } })
    scope.setExtra('deep', {
      list: [{ apiKey: 'hidden-4', shoe: 'hidden-5' }],
      url: 'https://u:hidden-6@x.io/a?b=hidden-7',
    })
    scope.setTag('csrf', 'hidden-8')
    test.client.addBreadcrumb({
      category: 'http',
      message: 'GET https://x.io/?q=hidden-9',
      data: { set_cookie: 'hidden-0' },
    })
    test.client.captureException(
      new Error('Failed https://x.io/a?k=hidden-a with Bearer hidden-bbbbbb and bgl_live_hidden'),
    )
    const [event] = await sent(test)
    expect(JSON.stringify(event)).not.toMatch(/hidden|a@b\.c/)
    expect(event).toMatchObject({
      user: { id: '7' },
      message: 'Failed https://x.io/a with Bearer [scrubbed] and [scrubbed]',
    })
    expect(event!.stack).toMatch(/^Error: Failed https:\/\/x\.io\/a with .*\n {4}at /)
  })

  it.each<[string, (test: TestClient) => unknown]>([
    ['a text that is thrown', ({ client }) => client.captureException('Failed https://x.io/a?k=hidden')],
    ['a message', ({ client }) => reportMessage(client, 'bgl_live_hidden was refused')],
    [
      'what is given with an error',
      ({ client }) => client.captureException(new Error('x'), { extra: { pin: 'hidden' } }),
    ],
    [
      'an error among facts',
      ({ client }) => client.captureException(new Error('x'), { extra: { cause: new Error('bgl_live_hidden') } }),
    ],
    ['fields of an error', ({ client }) => client.captureException(Object.assign(new Error('x'), { token: 'hidden' }))],
    ['an object that is thrown', ({ client }) => client.captureException({ url: 'https://x.io/a?k=hidden' })],
  ])('sends no secret in %s', async (_, report) => {
    const test = new TestClient()
    report(test)
    const events = await sent(test)
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain('hidden')
  })
})

describe('options', () => {
  it('ignores, samples, and reports the counts with the next event', async () => {
    const test = new TestClient({
      ignoreErrors: ['ResizeObserver', /^AbortError: /g],
      beforeSend: (event) => (event.message === 'no' ? null : event),
    })
    test.client.captureException(new Error('ResizeObserver loop'))
    test.client.captureException(new DOMException('x', 'AbortError'))
    test.client.captureException(new DOMException('y', 'AbortError'))
    test.client.captureException(new Error('no'))
    test.client.captureException(new Error('yes'))
    test.client.captureException(new Error('again'))
    const [first, second] = await sent(test)
    expect(first!.client_drops).toEqual([
      { reason: 'ignored', count: 3 },
      { reason: 'before_send', count: 1 },
    ])
    expect(second!.client_drops).toBeUndefined()
  })

  it('sends a share of errors, and reports how many it left out', async () => {
    const test = new TestClient({ sampleRate: 0.4 })
    const chance = vi.spyOn(Math, 'random')
    for (const value of [0.4, 0.39, 0.9]) {
      chance.mockReturnValue(value)
      test.client.captureException(new Error(`chance ${value}`))
    }
    chance.mockRestore()
    expect((await sent(test))[0]).toMatchObject({
      message: 'chance 0.39',
      client_drops: [{ reason: 'sampled', count: 1 }],
    })
    const none = new TestClient({ sampleRate: 0 })
    none.client.captureException(new Error('x'))
    expect(await sent(none)).toEqual([])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['returns nothing', () => undefined as never],
    ['returns no event', () => ({ a: 1 }) as never],
    ['returns a type that is no text', (event: object) => ({ ...event, exception_type: 7 }) as never],
    [
      'spoils the event and throws',
      (event: { message: unknown }) => {
        event.message = 1
        throw new Error('broken')
      },
    ],
  ])('loses nothing when beforeSend %s', async (_, beforeSend) => {
    const test = new TestClient({ beforeSend: beforeSend as never })
    test.client.captureException(new Error('kept'))
    expect(await sent(test)).toMatchObject([{ exception_type: 'Error', message: 'kept' }])
  })

  it.each([
    ['throws', proxyThrows],
    ['returns nothing', () => undefined as never],
    ['returns no breadcrumb', () => ({ a: 1 }) as never],
    ['returns one without a category', (crumb: object) => ({ ...crumb, category: '' })],
    ['spoils the time', (crumb: object) => ({ ...crumb, ts: Number.NaN })],
  ])('loses nothing when beforeBreadcrumb %s', async (_, beforeBreadcrumb) => {
    const test = new TestClient({ beforeBreadcrumb: beforeBreadcrumb as never })
    test.client.addBreadcrumb({ category: 'c', message: 'kept', ts: 7 })
    test.client.captureException(new Error('x'))
    expect((await sent(test))[0]!.breadcrumbs).toEqual([{ category: 'c', message: 'kept', ts: 7 }])
  })

  it('ends when beforeBreadcrumb notes breadcrumbs and reports errors itself', async () => {
    let asked = 0
    const test: TestClient = new TestClient({
      beforeBreadcrumb: (crumb) => {
        asked += 1
        if (asked > 100) throw new Error('asked again and again')
        for (const message of ['one', 'two']) test.client.addBreadcrumb({ category: 'hook', message })
        test.client.captureException(new Error('from inside'))
        return crumb
      },
    })
    test.client.addBreadcrumb({ category: 'c', message: 'given' })
    expect(asked).toBe(1)
    test.client.captureException(new Error('x'))
    expect(await sent(test)).toMatchObject([{ message: 'x', breadcrumbs: [{ message: 'given' }] }])
  })

  // An unhandled rejection would end this process; in a page it would be reported, and the hook called for it again.
  it.each([
    ['keeps its promise', async () => null],
    [
      'breaks its promise',
      async () => {
        throw new Error('broken')
      },
    ],
  ])('that are async lose nothing, and warn once, when each %s', async (_, hook) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const [beforeSend, beforeBreadcrumb, fingerprint] = [hook, hook, hook] as never[]
    const test = new TestClient({ beforeSend, beforeBreadcrumb, fingerprint })
    test.client.scopes.current().setContext('lazy', hook as never)
    test.client.addBreadcrumb({ category: 'c', message: 'kept' })
    for (const message of ['first', 'second']) test.client.captureException(new Error(message))
    const events = await sent(test)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    const breadcrumbs = [{ category: 'c', message: 'kept' }]
    expect(events).toMatchObject([
      { message: 'first', breadcrumbs },
      { message: 'second', breadcrumbs },
    ])
    for (const event of events) {
      expect(event.contexts).not.toHaveProperty('lazy')
      expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true)
    }
    expect(unhandled).not.toHaveBeenCalled()
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^\[bugle\] .*async/)]])
    warn.mockRestore()
  })

  it('lets beforeSend change the event, and never report itself in a loop', async () => {
    const test: TestClient = new TestClient({
      beforeSend: (event) => {
        test.client.captureException(new Error('from inside'))
        return { ...event, message: 'changed', tags: { of: 'mine' } }
      },
    })
    test.client.captureException(new Error('given'))
    expect(await sent(test)).toMatchObject([{ message: 'changed', tags: { of: 'mine' } }])
  })

  it('keeps the newest 50 breadcrumbs that beforeBreadcrumb lets through', async () => {
    const test = new TestClient({
      beforeBreadcrumb: (crumb) => {
        if (crumb.message === '58') throw new Error('broken')
        return crumb.message === '57' ? null : crumb
      },
    })
    for (let i = 0; i < 60; i += 1) test.client.addBreadcrumb({ category: 'c', message: `${i}`, ts: i })
    test.client.captureException(new Error('x'))
    const [event] = await sent(test)
    expect(event!.breadcrumbs).toHaveLength(50)
    expect(event!.breadcrumbs!.slice(-2).map(({ message }) => message)).toEqual(['58', '59'])
    expect(event!.breadcrumbs![0]!.message).toBe('9')
  })

  it('removes secrets from breadcrumbs only when an event needs them, from a copy of their data', async () => {
    const test = new TestClient()
    const data = { token: 'hidden', url: 'https://x.io/a?k=hidden', nested: { pin: 'hidden' }, count: 1 }
    const flat = { note: 'password=hidden', count: 1 }
    test.client.addBreadcrumb({ category: 'cart', message: 'api_key: hidden', data })
    test.client.addBreadcrumb({ category: 'cart', message: 'flat', data: flat })
    data.count = flat.count = 2
    data.nested.pin = 'changed'
    for (const message of ['first', 'second']) test.client.captureException(new Error(message))
    const crumbs = [
      {
        message: 'api_key: [scrubbed]',
        data: { token: '[scrubbed]', url: 'https://x.io/a', nested: { pin: '[scrubbed]' }, count: 1 },
      },
      { message: 'flat', data: { note: 'password=[scrubbed]', count: 1 } },
    ]
    expect(await sent(test)).toMatchObject([{ breadcrumbs: crumbs }, { breadcrumbs: crumbs }])
  })

  it('keeps no breadcrumbs when the limit is zero', async () => {
    const test = new TestClient({ maxBreadcrumbs: Number.NaN })
    test.client.addBreadcrumb({ category: 'c', message: 'm' })
    test.client.captureException(new Error('x'))
    expect((await sent(test))[0]).not.toHaveProperty('breadcrumbs')
  })

  it('groups by fingerprint: of the call, the scope, the options, in this order', async () => {
    const test = new TestClient({ fingerprint: (event) => [event.exception_type, '{{ default }}'] })
    test.client.captureException(new Error('a'))
    test.client.captureException(new Error('b'), { fingerprint: ['own'] })
    expect((await sent(test)).map(({ fingerprint }) => fingerprint)).toEqual([['Error', '{{ default }}'], ['own']])
  })

  it.each([
    ['fingerprint', { fingerprint: 'text' as never }],
    ['fingerprint of a function', { fingerprint: () => 7 as never }],
    ['a rule of ignoreErrors', { ignoreErrors: [null as never, 7 as never] }],
    ['tags', { tags: { a: { deep: 1 } as never, b: 1n as never, c: undefined as never } }],
    ['release', { release: 42 as never, dist: {} as never, environment: null as never }],
    ['sampleRate', { sampleRate: 'all' as never }],
    ['sampleRate of null', { sampleRate: null as never }],
    ['hooks of null', { beforeSend: null as never, beforeBreadcrumb: null as never, fingerprint: null as never }],
    ['ignoreErrors', { ignoreErrors: null as never }],
    ['ignoreErrors as a text', { ignoreErrors: 'nothing' as never }],
    ['maxQueue', { maxQueue: Number.NaN }],
    ['endpoint as an object', { endpoint: new URL('http://bugle.test') as never }],
  ])('that are wrong lose nothing: %s', async (_, options) => {
    const test = new TestClient(options)
    test.client.captureException(new Error('kept'))
    const [event] = await sent(test)
    expect(event).toMatchObject({ message: 'kept' })
    expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true)
  })

  it.each([null, 'shoe', /shoe/g, runInNewContext('/shoe/')])(
    'that are wrong, or of another realm, let go of no secret and lose no fact: scrubKeys of %s',
    async (scrubKeys) => {
      const test = new TestClient({ scrubKeys: scrubKeys as never })
      const scope = test.client.scopes.current()
      scope.setTag('plan', 'team')
      for (const message of ['first', 'second'])
        test.client.captureException(new Error(message), { extra: { size: 42, shoe: 'left', pin: 'hidden' } })
      for (const event of await sent(test)) {
        const shoe = scrubKeys === null ? 'left' : '[scrubbed]'
        expect(event).toMatchObject({ tags: { plan: 'team' }, extra: { size: 42, shoe, pin: '[scrubbed]' } })
      }
      expect(test.events).toHaveLength(2)
    },
  )

  it('ignores everything after close', async () => {
    const test = new TestClient()
    test.client.captureException(new Error('before'))
    expect(await test.client.close()).toBe(true)
    test.client.captureException(new Error('after'))
    expect(await sent(test)).toHaveLength(1)
  })
})

describe('scopes', () => {
  it('add inner data to outer data, and drop it afterwards', async () => {
    const test = new TestClient()
    const { scopes } = test.client
    scopes.current().setTags({ where: 'outside', plan: 'team', bad: Number.NaN, long: 'x'.repeat(300) })
    const inner = Object.assign(new Scope(), scopes.current())
    scopes.run(inner, () => {
      inner.setTag('where', 'inside')
      test.client.addBreadcrumb({ category: 'c', message: 'inside' })
      test.client.captureException(new Error('1'))
    })
    reportMessage(test.client, '2', 'warning')
    const [first, second] = await sent(test)
    expect(first!.tags).toEqual({ where: 'inside', plan: 'team', bad: 'NaN', long: 'x'.repeat(200) })
    expect(first!.breadcrumbs).toHaveLength(1)
    expect(second).toMatchObject({
      exception_type: 'Message',
      message: '2',
      level: 'warning',
      tags: { where: 'outside' },
    })
    expect(second!.breadcrumbs).toBeUndefined()
  })

  it('are extended by a capture’s hint, for that event only', async () => {
    const test = new TestClient({ tags: { plan: 'team' } })
    const scope = test.client.scopes.current()
    scope.setUser({ id: 'outer' })
    scope.setContext('shop', { open: true })
    test.client.captureException(new Error('one'), {
      tags: { step: 'payment', token: 'hidden' },
      user: { id: 7, email: 'hidden' } as never,
      contexts: { order: { id: 7, password: 'hidden' }, shop: null },
      level: 'warning',
      fingerprint: ['payment'],
    })
    reportMessage(test.client, 'two', { level: 'fatal', tags: { step: 'end' }, user: null })
    test.client.captureException(new Error('three'))
    const [one, two, three] = await sent(test)
    expect(one).toMatchObject({
      tags: { plan: 'team', step: 'payment', token: '[scrubbed]' },
      user: { id: '7' },
      contexts: { order: { id: 7, password: '[scrubbed]' } },
      level: 'warning',
      fingerprint: ['payment'],
    })
    expect(one!.contexts).not.toHaveProperty('shop')
    expect(two).toMatchObject({ level: 'fatal', tags: { plan: 'team', step: 'end' } })
    expect(two).not.toHaveProperty('user')
    expect(three).toMatchObject({ tags: { plan: 'team' }, user: { id: 'outer' }, contexts: { shop: { open: true } } })
    expect(JSON.stringify(test.events)).not.toContain('hidden')
  })

  it('ignore an invalid level or fingerprint', async () => {
    const test = new TestClient()
    const scope = test.client.scopes.current()
    scope.setLevel('warning')
    scope.setFingerprint(['a', 7 as never, Symbol('s') as never])
    test.client.captureException(new Error('one'))
    scope.setLevel('loud' as never)
    scope.setFingerprint(undefined)
    test.client.captureException(new Error('two'))
    expect(await sent(test)).toMatchObject([
      { level: 'warning', fingerprint: ['a', '7', 'Symbol(s)'] },
      { level: 'error' },
    ])
    expect(test.events[1]).not.toHaveProperty('fingerprint')
  })

  it('treat an unknown level as error', async () => {
    const test = new TestClient()
    for (const level of ['warn', 'x'.repeat(1e6), 7, {}] as never[])
      test.client.captureException(new Error('x'), { level, fingerprint: [level] })
    reportMessage(test.client, 'debugging', 'debug' as never)
    for (const event of await sent(test)) expect(event).toMatchObject({ level: 'error', contexts: { os: {} } })
    expect(test.events).toHaveLength(5)
  })

  it('accept anything without throwing, and facts evaluated when an event is built', async () => {
    const test = new TestClient()
    const scope = test.client.scopes.current()
    for (const wrong of [undefined, null, 7, 'x', ['x'], new Uint8Array(3), Object.create(null)] as never[]) {
      scope.setUser(wrong)
      scope.setTags(wrong)
      scope.setTag(wrong, wrong)
      scope.setContext(wrong, wrong)
      scope.setExtra(wrong, wrong)
    }
    // Millions of bytes or letters are not listed one by one.
    expect(Object.keys(scope.tags)).not.toContain('0')
    scope.setTag('body', new Uint8Array(3) as never)
    expect(scope.tags.body).toBe('[3 bytes]')
    let count = 0
    scope.setContext('cart', () => {
      count += 1
      return { count, token: 'hidden' }
    })
    scope.setContext('broken', () => {
      throw new Error('no')
    })
    expect(count).toBe(0)
    test.client.captureException(new Error('x'))
    const [event] = await sent(test)
    expect(event!.contexts).toMatchObject({ cart: { count: 1, token: '[scrubbed]' } })
    expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true)
  })

  it('hold the newest hundred names of each kind, however many are set', async () => {
    const test = new TestClient()
    const scope = test.client.scopes.current()
    let asked = 0
    const endless = new Set()
    endless[Symbol.iterator] = function* () {
      for (; asked < 1000; asked += 1) yield asked
      throw new Error('everything was asked for')
    }
    for (let i = 0; i < 150; i += 1) {
      scope.setTag(`tag-${i}`, i)
      scope.setContext(`context-${i}`, { i })
      scope.setExtra(`extra-${i}`, i)
    }
    for (const kept of [scope.tags, scope.contexts, scope.extra]) expect(Object.keys(kept)).toHaveLength(100)
    expect([scope.tags['tag-49'], scope.tags['tag-50'], scope.tags['tag-149']]).toEqual([undefined, 50, 149])
    test.client.captureException(new Error('x'), { extra: { endless } })
    expect((await sent(test))[0]!.extra!.endless).toHaveLength(100)
  })

  it('hold until the promise of their work ends, where work cannot be followed', async () => {
    const { client } = new TestClient()
    const inner = Object.assign(new Scope(), client.scopes.current())
    let end = () => {}
    const work = client.scopes.run(inner, () => new Promise<void>((resolve) => (end = resolve)))
    expect(client.scopes.current()).toBe(inner)
    end()
    await work
    expect(client.scopes.current()).not.toBe(inner)
  })

  it('are let go when too much work never ends', async () => {
    const { client } = new TestClient()
    const root = client.scopes.current()
    const scopes = Array.from({ length: 60 }, () => Object.assign(new Scope(), root))
    const ends: (() => void)[] = []
    const works = scopes.map((scope) => client.scopes.run(scope, () => new Promise<void>((end) => ends.push(end))))
    expect(client.scopes.current()).toBe(scopes[59])
    for (const end of ends.splice(9)) end()
    await Promise.all(works.slice(9))
    // The first nine are still open, and forgotten.
    expect(client.scopes.current()).toBe(root)
  })
})
