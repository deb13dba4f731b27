import { IngestCheckIn, IngestFeedback, IngestSessions } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  captureCheckIn,
  captureException,
  captureFeedback,
  close,
  type EventStore,
  openSession,
  type StoredEvent,
  setUser,
  start,
  withMonitor,
  withScope,
} from './index.ts'
import type { Options } from './options.ts'
import { TestClient } from './testing/client.ts'

const ajv = new Ajv({ strict: false })
const accepts = {
  sessions: ajv.compile(IngestSessions),
  'check-ins': ajv.compile(IngestCheckIn),
  feedback: ajv.compile(IngestFeedback),
}
const app = { token: 'bgl_live_x', endpoint: 'http://bugle.test', appId: 'com.example' }
let test: TestClient

function begin(options: Partial<Options> = {}, store?: EventStore): TestClient {
  test = new TestClient({ environment: 'staging', release: 'shop@4.2.0', ...options }, store)
  start(app, () => test.client)
  return test
}

/** Everything sent to an address, each as the server accepts it. */
async function sentTo(path: keyof typeof accepts) {
  await test.client.flush()
  const bodies = test.bodiesTo(path)
  for (const body of bodies) expect(accepts[path](body), JSON.stringify(accepts[path].errors)).toBe(true)
  return bodies as Record<string, unknown>[]
}

beforeEach(() => void begin())
afterEach(() => void close())

describe('a monitored job', () => {
  it('during which the clock was set back took no time', async () => {
    const set = vi.spyOn(Date, 'now')
    withMonitor('nightly', () => set.mockReturnValue(0))
    set.mockRestore()
    expect((await sentTo('check-ins'))[1]).toMatchObject({ status: 'ok', duration_ms: 0 })
  })

  it('reports start and end under one id, and returns what the job returns', async () => {
    const given = {
      schedule: '0 3 * * *',
      timezone: 'Europe/Berlin',
      marginMinutes: 5,
      maxRuntimeMinutes: 60,
      failureThreshold: 2,
    }
    expect(withMonitor('nightly', () => 7, given)).toBe(7)
    const [first, second, ...others] = await sentTo('check-ins')
    expect(first).toMatchObject({
      app_id: 'com.example',
      monitor: 'nightly',
      status: 'in_progress',
      environment: 'staging',
      schedule: '0 3 * * *',
      timezone: 'Europe/Berlin',
      margin_minutes: 5,
      max_runtime_minutes: 60,
      failure_threshold: 2,
    })
    expect(second).toMatchObject({ monitor: 'nightly', status: 'ok', check_in_id: first!.check_in_id })
    expect(second).toMatchObject({ duration_ms: expect.any(Number), schedule: '0 3 * * *' })
    expect(others).toEqual([])
  })

  it('reports its end after its start, however short it is', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    test.response = async () => {
      await answered
      return { status: 202 }
    }
    withMonitor('nightly', () => 7)
    await test.settle()
    expect(test.bodiesTo('check-ins')).toMatchObject([{ status: 'in_progress' }])
    answer()
    expect((await sentTo('check-ins')).map(({ status }) => status)).toEqual(['in_progress', 'ok'])
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new RangeError('the disk is full')
      },
    ],
    ['rejects', async () => Promise.reject(new RangeError('the disk is full'))],
  ])('that %s has failed; the error is reported and passed on', async (_, job) => {
    const attempt = async () => withMonitor('nightly', job, 'every 5 minutes')
    await expect(attempt()).rejects.toThrow('the disk is full')
    const statuses = (await sentTo('check-ins')).map(({ status, schedule }) => [status, schedule])
    expect(statuses).toEqual([
      ['in_progress', 'every 5 minutes'],
      ['error', 'every 5 minutes'],
    ])
    expect(test.events).toMatchObject([
      { exception_type: 'RangeError', mechanism: { type: 'monitor', handled: false }, tags: { monitor: 'nightly' } },
    ])
  })

  it('runs as it would without Bugle while Bugle is off', async () => {
    await close()
    expect(withMonitor('nightly', () => 7)).toBe(7)
    expect(captureCheckIn({ monitor: 'nightly', status: 'ok' })).toBeUndefined()
  })

  it('that was not started reports its end with its duration', async () => {
    captureCheckIn({ monitor: 'nightly', status: 'ok', duration: 1500 })
    expect(await sentTo('check-ins')).toMatchObject([{ status: 'ok', duration_ms: 1500 }])
  })

  it('disturbs no program, whatever it is called', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    expect(() => captureCheckIn(hostile as never)).not.toThrow()
    expect(() => captureCheckIn({ monitor: hostile as never, status: 'ok' })).not.toThrow()
    expect(() => captureCheckIn({ monitor: 'x', status: 'ok' }, hostile as never)).not.toThrow()
    expect(withMonitor('x', 'no job' as never)).toBeUndefined()
    expect(withMonitor(hostile as never, () => 7)).toBe(7)
  })
})

describe('feedback', () => {
  it('is about the last event, unless another is named', async () => {
    captureFeedback({ message: 'Nothing happened yet' })
    const id = captureException(new Error('x'))
    captureFeedback({ message: 'It broke', name: 'Ann', email: 'ann@example.com', screenshot: '/9j/' })
    captureFeedback({ message: 'In general', eventId: null, screenshot: '/9j/' })
    const other = '019ab3c0-1f2e-7c21-a4e8-0f6c1d2b3a49'
    captureFeedback({
      message: 'That one',
      eventId: other,
      url: 'https://me:pw@shop.example.com/cart?token=hidden#top',
    })
    const sent = (await sentTo('feedback')).sort((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1))
    expect(sent.map(({ event_id }) => event_id)).toEqual([undefined, id, undefined, other])
    expect(sent.map(({ screenshot }) => screenshot)).toEqual([undefined, '/9j/', undefined, undefined])
    expect(sent[1]).toMatchObject({ message: 'It broke', name: 'Ann', email: 'ann@example.com' })
    expect(sent[3]!.url).toBe('https://shop.example.com/cart')
    expect(new Set(sent.map((one) => one.id)).size).toBe(4)
  })

  it('with a screenshot follows its event, which the server must have', async () => {
    test.response = ({ url }) => ({ status: url.endsWith('/ingest') ? 503 : 202 })
    captureException(new Error('x'))
    captureFeedback({ message: 'It broke', screenshot: '/9j/' })
    await test.settle()
    expect(test.bodiesTo('feedback')).toEqual([])
    test.response = () => ({ status: 202 })
    test.client.queue.retry()
    expect(await sentTo('feedback')).toHaveLength(1)
  })

  it('needs a message, and is cut to what the server takes', async () => {
    expect(captureFeedback({ message: '' })).toBeUndefined()
    expect(captureFeedback(undefined as never)).toBeUndefined()
    captureFeedback({ message: 'x'.repeat(5000), name: 'n'.repeat(500) })
    const [one] = await sentTo('feedback')
    expect([(one!.message as string).length, (one!.name as string).length]).toEqual([4096, 200])
  })
})

describe('a file', () => {
  const files = () => test.requests.filter(({ url }) => url.includes('/attachments?'))

  it('follows its event, as the bytes that it is', async () => {
    const bytes = new Uint8Array([0, 255, 10, 128])
    const id = captureException(new Error('x'), {
      attachments: [
        { name: 'cart & more.json', data: '{"items":"…"}', contentType: 'application/json' },
        { name: 'dump', data: bytes },
        { name: 'view', data: new DataView(bytes.buffer, 1, 2) as never },
      ],
    })
    await test.client.flush()
    expect(test.requests.map(({ url }) => url)).toEqual([
      'http://bugle.test/ingest',
      `http://bugle.test/ingest/attachments?app_id=com.example&event_id=${id}&name=cart%20%26%20more.json`,
      `http://bugle.test/ingest/attachments?app_id=com.example&event_id=${id}&name=dump`,
      `http://bugle.test/ingest/attachments?app_id=com.example&event_id=${id}&name=view`,
    ])
    expect(files().map(({ type }) => type)).toEqual([
      'application/json',
      'application/octet-stream',
      'application/octet-stream',
    ])
    expect(new TextDecoder().decode(files()[0]!.body as Uint8Array)).toBe('{"items":"…"}')
    expect(
      files()
        .slice(1)
        .map(({ body }) => [...(body as Uint8Array)]),
    ).toEqual([
      [0, 255, 10, 128],
      [255, 10],
    ])
  })

  it('waits until the server has its event', async () => {
    let isUp = false
    test.response = () => ({ status: isUp ? 202 : 503 })
    captureException(new Error('x'), { attachments: [{ name: 'a', data: 'a' }] })
    await test.settle()
    expect(files()).toEqual([])
    isUp = true
    test.client.queue.retry()
    await test.client.flush()
    expect(files()).toHaveLength(1)
  })

  it('of a scope belongs to the errors of this scope', async () => {
    withScope((scope) => {
      scope.addAttachment({ name: 'a', data: 'a' })
      captureException(new Error('inside'))
    })
    captureException(new Error('outside'))
    await test.client.flush()
    expect(files()).toHaveLength(1)
  })

  it('is sent for an error that is sent', async () => {
    begin({ ignoreErrors: ['ignored'] })
    captureException(new Error('ignored'), { attachments: [{ name: 'a', data: 'a' }] })
    await test.client.flush()
    expect(test.requests).toEqual([])
  })

  it('is one of at most five, of at most a megabyte; others are left out', async () => {
    const large = { name: 'large', data: new Uint8Array(1_100_000) }
    const small = Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, data: 'x' }))
    captureException(new Error('x'), { attachments: [...small, large] })
    await test.client.flush()
    expect(files().map(({ url }) => url.at(-1))).toEqual(['0', '1', '2', '3', '4'])
  })

  it.each([undefined, null, 7, { name: 'x' }, { name: 'x', data: 7 }])('that is %j disturbs nothing', async (file) => {
    expect(captureException(new Error('x'), { attachments: [file as never] })).toBeDefined()
    expect(await test.client.flush()).toBe(true)
    expect(test.events).toHaveLength(1)
  })
})

describe('a session', () => {
  it('is reported as far as it is known, and again when it gets worse or its user is known', async () => {
    const session = openSession(test.client)
    test.client.observers.push(session.note)
    session.send()
    session.send()
    captureException(new Error('handled'))
    session.send()
    setUser({ id: 'anon-1' })
    captureException(new Error('uncaught'), { mechanism: { type: 'onerror', handled: false } })
    captureException(new Error('handled again'))
    session.send()
    const sent = await sentTo('sessions')
    expect(sent).toMatchObject([
      { release: 'shop@4.2.0', environment: 'staging', sessions: [{ id: session.id, status: 'ok' }] },
      { sessions: [{ id: session.id, status: 'errored' }] },
      { sessions: [{ id: session.id, status: 'unhandled', user_id: 'anon-1' }] },
    ])
    expect(sent).toHaveLength(3)
  })

  it('is errored by an error that is not sent because of a sample, and not by one that is ignored or a message', async () => {
    begin({ sampleRate: 0, ignoreErrors: ['ignored'] })
    const session = openSession(test.client)
    test.client.observers.push(session.note)
    captureException(new Error('ignored'))
    captureException(new Error('warned of'), { level: 'warning' })
    expect(session.status).toBe('ok')
    captureException(new Error('not in the sample'))
    expect(session.status).toBe('errored')
  })
})

describe('what is no event', () => {
  class MapStore implements EventStore {
    readonly entries = new Map<string, StoredEvent>()
    async load(onLost: (count: number) => void) {
      onLost(0)
      return [...this.entries.values()]
    }
    put = async (entry: StoredEvent) => this.entries.set(entry.id, entry)
    remove = async (id: string) => this.entries.delete(id)
    paused = 0
    pause(until: number) {
      this.paused = until
    }
  }

  it('waits in the store while the server is away, and the next run sends it', async () => {
    const store = new MapStore()
    begin({}, store)
    test.response = () => ({ status: 503 })
    const id = captureCheckIn({ monitor: 'nightly', status: 'ok' })
    captureFeedback({ message: 'hello' })
    await test.settle()
    expect([...store.entries.values()].map(({ to }) => to)).toEqual(['check-ins', 'feedback'])
    void close(0)
    begin({}, store)
    await test.settle()
    expect((await sentTo('check-ins'))[0]).toMatchObject({ check_in_id: id, sent_at: expect.any(Number) })
    expect(await sentTo('feedback')).toHaveLength(1)
    await test.settle()
    expect(store.entries.size).toBe(0)
  })

  it('is not sent before Retry-After', async () => {
    test.response = () => ({ status: 429, retryAfter: '60' })
    captureFeedback({ message: 'hello' })
    await test.settle()
    captureFeedback({ message: 'again' })
    await test.settle()
    expect(test.requests).toHaveLength(1)
  })

  it.each([402, 429, 503])(
    'that the server refuses for a while (%d) holds back no error, here nor in the next run',
    async (status) => {
      const store = new MapStore()
      begin({}, store)
      test.response = ({ url }) => (url.endsWith('/ingest') ? { status: 202 } : { status, retryAfter: '60' })
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      captureFeedback({ message: 'hello' })
      await test.settle()
      captureException(new Error('x'))
      test.client.leave()
      await test.settle()
      warn.mockRestore()
      expect(test.events.map(({ message }) => message)).toEqual(['x'])
      expect(test.requests).toHaveLength(2)
      expect(store.paused).toBe(0)
    },
  )

  it('goes on while the server refuses errors', async () => {
    test.response = ({ url }) => (url.endsWith('/ingest') ? { status: 429, retryAfter: '60' } : { status: 202 })
    captureException(new Error('x'))
    await test.settle()
    captureCheckIn({ monitor: 'nightly', status: 'ok' })
    await test.settle()
    expect(test.bodiesTo('check-ins')).toHaveLength(1)
    expect(test.events).toHaveLength(1)
  })

  it('takes no room of errors, however many wait', async () => {
    test.response = () => ({ status: 0 })
    for (let minute = 0; minute < 120; minute += 1) test.client.submit('sessions', { minute })
    await test.settle()
    for (let i = 0; i < 100; i += 1) captureException(new Error(`error ${i}`))
    await test.settle()
    test.response = () => ({ status: 202 })
    test.client.queue.retry()
    await test.client.flush()
    expect(new Set(test.events.map(({ message }) => message)).size).toBe(100)
    expect(test.events.at(-1)).not.toHaveProperty('client_drops')
  })

  it('that an earlier run has left is sent after the errors of that run', async () => {
    const store = new MapStore()
    begin({ maxQueue: 20 }, store)
    test.response = () => ({ status: 503 })
    for (let i = 0; i < 15; i += 1) test.client.submit('sessions', { i })
    captureException(new Error('the oldest that matters'))
    await test.settle()
    void close(0)
    begin({ maxQueue: 20 }, store)
    await test.settle()
    expect(test.events.map(({ message }) => message)).toEqual(['the oldest that matters'])
    captureException(new Error('new'))
    await test.client.flush()
    expect(test.events.at(-1)).not.toHaveProperty('client_drops')
    expect(test.bodiesTo('sessions').length).toBeGreaterThan(0)
  })

  it.each([400, 404, 413])('is lost alone when the server answers %d: events go on', async (status) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    test.response = ({ url }) => ({ status: url.endsWith('/ingest') ? 202 : status })
    captureFeedback({ message: 'hello' })
    captureException(new Error('x'))
    expect(await test.client.flush()).toBe(false)
    captureException(new Error('y'))
    expect(await test.client.flush()).toBe(true)
    expect(test.events.map(({ message }) => message)).toEqual(['x', 'y'])
    // The counts of lost events are those of events.
    expect(test.events.at(-1)).not.toHaveProperty('client_drops')
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('says what is set up wrong, as an event does', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    test.response = () => ({ status: 401 })
    captureCheckIn({ monitor: 'nightly', status: 'ok' })
    expect(await test.client.flush()).toBe(false)
    expect(warn.mock.calls).toEqual([['[bugle] http://bugle.test/ingest answered 401: check the token']])
    warn.mockRestore()
  })
})
