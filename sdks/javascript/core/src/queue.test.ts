import { IngestEvent } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportMessage } from './api.ts'
import { drain } from './drain.ts'
import type { BugleEvent } from './event.ts'
import { createFold, type SeriesUsers } from './fold.ts'
import { countUsers } from './fold-users.ts'
import { retryAfterMs } from './queue.ts'
import type { EventStore, StoredEvent } from './store.ts'
import { TestClient } from './testing/client.ts'
import type { IngestResponse } from './transport.ts'

const isEvent = new Ajv({ strict: false }).compile(IngestEvent)

const report = (test: TestClient, count: number) => {
  for (let i = 0; i < count; i += 1) test.client.captureException(new Error(`error ${i}`))
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

class MemoryStore implements EventStore {
  events = new Map<string, string>()
  lost = 0
  paused = 0
  async load(onLost: (count: number) => void, onPaused: (until: number) => void): Promise<StoredEvent[]> {
    if (this.lost > 0) onLost(this.lost)
    onPaused(this.paused)
    return [...this.events].map(([id, body]) => ({ id, body }))
  }
  async put({ id, body }: StoredEvent): Promise<void> {
    this.events.set(id, body)
  }
  async remove(id: string): Promise<void> {
    this.events.delete(id)
  }
  pause(until: number): void {
    this.paused = until
  }
}

describe('an event that waits', () => {
  it('waits among at most 20 MB, and is counted when there is no room', async () => {
    const test = new TestClient()
    const open: ((response: IngestResponse) => void)[] = []
    test.response = () => new Promise((resolve) => open.push(resolve))
    const large = Array.from({ length: 90 }, () => 'x'.repeat(8000))
    for (let i = 0; i < 40; i += 1) test.client.captureException(new Error(`large ${i}`), { extra: { large } })
    await test.settle()
    const waiting = drain(test.client)
    const bytes = waiting.reduce((sum, { body }) => sum + body.length, 0)
    expect([bytes > 20_000_000, bytes < 21_000_000]).toEqual([true, true])
    test.response = () => ({ status: 202 })
    for (const response of open) response({ status: 202 })
    await test.client.flush()
    report(test, 1)
    await test.client.flush()
    expect(test.events.at(-1)!.client_drops).toEqual([{ reason: 'queue_full', count: 40 - waiting.length }])
  })

  it.each([0, 402, 408, 429, 500, 503])(
    'is sent again after %d, with the same id, when the pause is over',
    async (status) => {
      const test = new TestClient()
      test.response = () => {
        if (status === 0) throw new Error('no network')
        return { status }
      }
      report(test, 1)
      await test.settle()
      expect(test.requests).toHaveLength(1)
      test.response = () => ({ status: 202 })
      expect(test.pauses.some((ms) => ms >= 490 && ms <= 1000)).toBe(true)
      test.runTimers()
      await test.settle()
      expect(test.requests).toHaveLength(1)
      vi.advanceTimersByTime(1000)
      test.runTimers()
      expect(await test.client.flush()).toBe(true)
      expect(test.requests.map(({ body }) => JSON.parse(body as string).event_id)).toEqual([
        test.events[0]!.event_id,
        test.events[0]!.event_id,
      ])
    },
  )

  it('waits longer after each failure, and five minutes at most', async () => {
    const test = new TestClient()
    test.response = () => ({ status: 500 })
    report(test, 1)
    for (let failure = 0; failure < 12; failure += 1) {
      await test.settle()
      const pause = test.pauses.at(-1)!
      const longest = Math.min(300_000, 1000 * 2 ** failure)
      expect([pause >= longest / 2, pause <= longest]).toEqual([true, true])
      vi.advanceTimersByTime(Math.ceil(pause))
      test.runTimers()
    }
    await test.settle()
    expect(test.requests).toHaveLength(13)
  })

  it('waits for Retry-After at least', async () => {
    const test = new TestClient()
    test.response = () => ({ status: 429, retryAfter: '40' })
    report(test, 3)
    await test.settle()
    const sent = test.requests.length
    test.runTimers()
    await test.settle()
    expect(test.requests).toHaveLength(sent)
    expect(Math.max(...test.pauses)).toBeGreaterThan(39_000)
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:10 GMT', Date.parse('2026-01-01T00:00:00Z'))).toBe(10_000)
    expect([retryAfterMs('x'), retryAfterMs(''), retryAfterMs('-1'), retryAfterMs('9999999')]).toEqual([
      0, 0, 0, 3_600_000,
    ])
  })

  it.each([400, 401, 403, 405, 415])('is dropped after %d, and the next event reports it', async (status) => {
    const test = new TestClient()
    test.response = () => ({ status })
    report(test, 1)
    await test.settle()
    test.response = () => ({ status: 202 })
    test.client.captureException(new Error('next'))
    await test.client.flush()
    expect(test.events.at(-1)!.client_drops).toEqual([{ reason: `refused_${status}`, count: 1 }])
  })

  it.each([404, 302])('is sent again for a while after %d, as a proxy says whose server restarts', async (status) => {
    const test = new TestClient()
    test.response = () => ({ status })
    report(test, 1)
    const pass = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await test.settle()
        vi.advanceTimersByTime(300_000)
        test.runTimers()
      }
      await test.settle()
    }
    await pass(4)
    expect(test.requests).toHaveLength(5)
    // An answer of another kind begins a new while.
    test.response = () => ({ status: 503 })
    await pass(1)
    test.response = () => ({ status })
    await pass(20)
    expect(test.requests).toHaveLength(15)
    test.response = () => ({ status: 202 })
    test.client.captureException(new Error('next'))
    await test.client.flush()
    expect(test.events.at(-1)!.client_drops).toEqual([{ reason: `refused_${status}`, count: 1 }])
  })

  it.each([
    [401, undefined, 'answered 401: check the token'],
    [402, undefined, 'answered 402: the subscription has ended'],
    [403, undefined, 'answered 403: check appId'],
    [404, undefined, 'answered 404: no Bugle there; check endpoint'],
    [200, undefined, 'answered 200: no Bugle there; check endpoint'],
    [301, 'https://bugle.test/ingest', 'answered 301: set endpoint to https://bugle.test'],
    [308, '/bugle/ingest?token=hidden', 'answered 308: set endpoint to http://bugle.test/bugle'],
    [413, undefined, 'answered 413: a proxy allows less than Bugle'],
    [0, undefined, 'answered nothing: no Bugle there; check endpoint'],
  ])('says once what %d means, and flush that it has not arrived', async (status, location, text) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const test = new TestClient()
    test.response = () => {
      if (status === 0) throw new Error('no network')
      return { status, location }
    }
    const waits = ![401, 403].includes(status)
    for (let round = 0; round < 3; round += 1) {
      report(test, 3)
      const flushed = waits ? undefined : test.client.flush()
      await test.settle()
      vi.advanceTimersByTime(10_000)
      test.runTimers()
      if (!waits) expect(await flushed).toBe(false)
    }
    expect(warn.mock.calls).toEqual([[`[bugle] http://bugle.test/ingest ${text}`]])
    warn.mockRestore()
  })

  it.each([
    [401, 'The ingest token is invalid.', 'answered 401: The ingest token is invalid.'],
    [403, undefined, 'answered 403'],
  ])('passes on what the server says about %d, without advice', async (status, message, text) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const test = new TestClient({}, undefined, undefined, [])
    test.response = () => ({ status, message })
    report(test, 2)
    expect(await test.client.flush()).toBe(false)
    expect(warn.mock.calls).toEqual([[`[bugle] http://bugle.test/ingest ${text}`]])
    warn.mockRestore()
  })

  it('says nothing of a server that is away for a moment, or once it has accepted something', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const test = new TestClient()
    const statuses = [429, 0, 202, 0, 0, 0, 500, 429, 202]
    test.response = () => {
      const status = statuses.shift()
      if (status === 0) throw new Error('no network')
      return { status: status ?? 202 }
    }
    for (let round = 0; round < 12; round += 1) {
      if (round === 0 || round === 4) report(test, 1)
      await test.settle()
      vi.advanceTimersByTime(300_000)
      test.runTimers()
    }
    expect([await test.client.flush(), statuses, warn.mock.calls]).toEqual([true, [], []])
    warn.mockRestore()
  })

  it('waits for the Retry-After of an earlier run, of an hour at most', async () => {
    const store = new MemoryStore()
    const first = new TestClient({}, store)
    first.response = () => ({ status: 503, retryAfter: '300' })
    report(first, 8)
    await first.settle()
    expect(first.requests.length).toBeLessThanOrEqual(4)
    const next = new TestClient({}, store)
    report(next, 8)
    await next.settle()
    expect([next.requests.length, next.client.queue.allowed()]).toEqual([0, 0])
    vi.advanceTimersByTime(331_000)
    next.runTimers()
    await next.settle()
    expect(next.requests.length).toBeGreaterThan(8)
    // The clock was put back meanwhile.
    store.paused = Date.now() + 86_400_000
    const later = new TestClient({}, store)
    report(later, 1)
    await later.settle()
    expect(later.requests).toHaveLength(0)
    vi.advanceTimersByTime(4_000_001)
    later.runTimers()
    await later.settle()
    expect(later.requests.length).toBeGreaterThan(0)
  })

  it('names the time of each attempt, by which the server knows a wrong clock', async () => {
    const test = new TestClient()
    test.response = () => ({ status: 503 })
    report(test, 1)
    await test.settle()
    test.response = () => ({ status: 202 })
    vi.advanceTimersByTime(1000)
    test.runTimers()
    await test.client.flush()
    const times = test.requests.map(({ body }) => JSON.parse(body as string).sent_at as number)
    expect(times).toHaveLength(2)
    for (const time of times) expect(Math.abs(time - Date.now())).toBeLessThan(60_000)
  })

  it('loses only what a hook made invalid after 400', async () => {
    const test = new TestClient({
      beforeSend: (event) => ({ ...event, level: 'bad' as never, repeat: 7 }),
      release: 'r1',
    })
    test.response = ({ body }) => ({ status: JSON.parse(body as string).level === 'bad' ? 400 : 202 })
    const id = test.client.captureException(new TypeError('kept'))
    expect(await test.client.flush()).toBe(true)
    expect(test.events).toHaveLength(2)
    expect(test.events[1]).toMatchObject({
      event_id: id,
      exception_type: 'TypeError',
      message: 'kept',
      stack: expect.stringContaining('queue.test.ts'),
      release: 'r1',
      shrunk: ['refused'],
    })
    expect(test.events[1]).not.toHaveProperty('repeat')
  })

  it.each([
    [400, {}],
    [413, { extra: { text: 'x'.repeat(8000) } }],
  ])('is sent in its minimal form after %d where nothing shrinks it, then given up', async (status, hint) => {
    const test = new TestClient({ release: 'r1' }, undefined, undefined, [])
    test.response = ({ body }) => ({ status: JSON.parse(body as string).shrunk ? 202 : status })
    const event_id = test.client.captureException(new TypeError('kept'), hint)
    expect(await test.client.flush()).toBe(true)
    const [whole, minimal] = test.events
    const { exception_type, message, stack, app_id, platform, release, timestamp, sdk } = whole!
    const essential = { event_id, exception_type, message, stack, app_id, platform, release, timestamp, sdk }
    expect(minimal).toEqual({ ...essential, shrunk: ['refused'], sent_at: expect.any(Number) })
    expect(isEvent(minimal)).toBe(true)
    test.response = () => ({ status })
    test.client.captureException(new Error('never'))
    expect(await test.client.flush()).toBe(false)
    expect(test.requests).toHaveLength(4)
  })

  it('is left to whoever drains the queue, and sent by the next flush', async () => {
    const test = new TestClient()
    test.client.releasers.push(() => test.client.submit('sessions', { sessions: [] }, 'the-session'))
    expect(drain(test.client).map(({ to }) => to)).toEqual(['sessions'])
    await test.settle()
    expect(test.requests).toEqual([])
    expect(await test.client.flush()).toBe(true)
    expect(test.bodiesTo('sessions')).toHaveLength(1)
  })

  it('is sent smaller after 413, then given up', async () => {
    const test = new TestClient()
    test.client.scopes.current().setExtra('much', 'x'.repeat(8000))
    test.response = ({ body }) => ({ status: body.length > 4000 ? 413 : 202 })
    test.client.captureException(new Error('big'))
    await test.client.flush()
    expect(test.events.at(-1)).toMatchObject({ message: 'big', shrunk: ['extra'] })
    test.response = () => ({ status: 413 })
    test.client.captureException(new Error('never'))
    await test.client.flush()
    test.response = () => ({ status: 202 })
    vi.advanceTimersByTime(1000)
    test.client.captureException(new Error('next'))
    await test.client.flush()
    expect(test.events.at(-1)!.client_drops).toEqual([{ reason: 'too_large', count: 1 }])
  })

  it('is sent as small as 413 has taught at once, and one that is too large in any size makes the others wait', async () => {
    const test = new TestClient()
    const large = { extra: { text: Array.from({ length: 20 }, () => 'x'.repeat(8000)) } }
    test.response = ({ body }) => ({ status: body.length > 100_000 ? 413 : 202 })
    for (const name of ['a', 'b', 'c']) {
      test.client.captureException(new Error(name), large)
      await test.client.flush()
    }
    expect(test.events.map(({ message, shrunk }) => `${message} ${shrunk ?? 'whole'}`)).toEqual([
      'a whole',
      'a extra',
      'b extra',
      'c extra',
    ])
    test.response = () => ({ status: 413 })
    report(test, 20)
    await test.settle()
    // Each request in flight was tried twice.
    expect(test.requests.length - 4).toBeLessThanOrEqual(8)
    expect(Math.max(...test.pauses.filter((ms) => ms < 10_000))).toBeGreaterThanOrEqual(500)
  })

  it('is sent once when the store loads it only afterwards', async () => {
    const store = new MemoryStore()
    let loaded = (_: StoredEvent[]) => {}
    store.load = () => new Promise((resolve) => (loaded = resolve))
    const test = new TestClient({}, store)
    report(test, 1)
    const left = drain(test.client).map(({ id, body }) => ({ id, body }))
    await test.client.flush()
    loaded(left)
    await test.settle()
    expect(test.requests).toHaveLength(1)
  })

  it.each([
    [undefined, 2],
    ['60', 1],
  ])(
    'is sent at once when the network is back, unless the server has asked for a pause: %s',
    async (retryAfter, requests) => {
      const test = new TestClient()
      test.response = () => {
        if (retryAfter === undefined) throw new Error('no network')
        return { status: 429, retryAfter }
      }
      report(test, 1)
      await test.settle()
      test.response = () => ({ status: 202 })
      test.client.queue.retry()
      await test.settle()
      expect(test.requests).toHaveLength(requests)
      test.response = () => ({ status: 503 })
      test.client.captureException(new Error('later'))
      await test.settle()
      // The former timer is cancelled: it would be one too many, or too late.
      expect(test.pauses.filter((ms) => ms !== 10_000)).toHaveLength(1)
    },
  )

  it('is one of at most maxQueue; a further one is counted as dropped', async () => {
    const test = new TestClient({ maxQueue: 5 })
    const waiting: ((response: { status: number }) => void)[] = []
    test.response = () => new Promise((resolve) => waiting.push(resolve))
    report(test, 12)
    await test.settle()
    expect(test.requests).toHaveLength(4)
    // Another handler sees the same error.
    const late = new Error('late')
    for (let handler = 0; handler < 3; handler += 1) expect(test.client.captureException(late)).toBeFalsy()
    test.response = () => ({ status: 202 })
    for (const response of waiting) response({ status: 202 })
    await test.client.flush()
    test.client.captureException(new Error('next'))
    await test.client.flush()
    expect(test.events).toHaveLength(6)
    expect(test.events.at(-1)!.client_drops).toEqual([{ reason: 'queue_full', count: 8 }])
  })

  it('is in the store until its response, and is loaded from there', async () => {
    const store = new MemoryStore()
    const first = new TestClient({}, store)
    first.response = () => ({ status: 503 })
    report(first, 3)
    await first.settle()
    expect(store.events.size).toBe(3)
    const second = new TestClient({}, store)
    await second.settle()
    expect(await second.client.flush()).toBe(true)
    await second.settle()
    expect(second.events.map(({ event_id }) => event_id).sort()).toEqual(
      drain(first.client)
        .map(({ id }) => id)
        .sort(),
    )
    expect(store.events.size).toBe(0)
  })

  it('is sent from memory when the store fails in every way', async () => {
    const broken: EventStore = {
      load: () => Promise.reject(new Error('no')),
      put: () => Promise.reject(new Error('full')),
      remove: () => Promise.reject(new Error('no')),
    }
    const test = new TestClient({}, broken)
    report(test, 2)
    expect(await test.client.flush()).toBe(true)
  })

  it('outlives its page while there is room, and stays when it is too large for that', async () => {
    const test = new TestClient()
    test.response = () => new Promise(() => {})
    report(test, 4)
    const large = { extra: { text: Array.from({ length: 9 }, () => 'x'.repeat(8000)) } }
    test.client.captureException(new Error('large'), large)
    for (let i = 0; i < 5; i += 1) reportMessage(test.client, 'looped')
    test.client.leave()
    await test.settle()
    expect(test.requests.map(({ body, keepalive }) => `${JSON.parse(body as string).message} ${keepalive}`)).toEqual([
      'error 0 true',
      'error 1 true',
      'error 2 true',
      'error 3 true',
      'looped true',
      'looped true',
      'looped true',
      'looped true',
    ])
    expect(JSON.parse(test.requests.at(-1)!.body as string).repeat).toBe(2)
  })

  it('that is large does not take the way of those that outlive the page', async () => {
    const test = new TestClient()
    test.client.captureException(new Error('large'), {
      extra: { text: Array.from({ length: 9 }, () => 'x'.repeat(8000)) },
    })
    await test.client.flush()
    expect(test.requests.map(({ keepalive }) => keepalive)).toEqual([false])
  })

  it('of earlier runs takes at most half of the room, and the store reports its losses', async () => {
    const store = new MemoryStore()
    store.lost = 7
    for (let i = 0; i < 20; i += 1) store.events.set(`${i}`, JSON.stringify({ event_id: `${i}` }))
    const test = new TestClient({ maxQueue: 10 }, store)
    test.response = () => new Promise(() => {})
    await test.settle()
    expect(drain(test.client)).toHaveLength(5)
    test.response = () => ({ status: 202 })
    test.client.captureException(new Error('now'))
    expect(JSON.parse(drain(test.client).at(-1)!.body).client_drops).toEqual([{ reason: 'store_full', count: 7 }])
  })
})

describe('a loop', () => {
  const error = () => Object.assign(new Error('again'), { stack: 'Error: again\n    at f (/srv/a.js:1:1)' })

  it('becomes a few events and one that stands for the rest', async () => {
    const test = new TestClient()
    for (let i = 0; i < 1000; i += 1) test.client.captureException(error())
    await test.settle()
    expect(test.events).toHaveLength(3)
    test.runTimers()
    await test.settle()
    expect(test.events.map(({ repeat = 1 }) => repeat)).toEqual([1, 1, 1, 997])
  })

  it('is folded further, and a sent event never changes', async () => {
    const test = new TestClient()
    for (let i = 0; i < 10; i += 1) test.client.captureException(error())
    test.runTimers()
    for (let i = 0; i < 5; i += 1) test.client.captureException(error())
    await test.client.flush()
    expect(test.events.map(({ repeat = 1 }) => repeat)).toEqual([1, 1, 1, 7, 5])
    expect(new Set(test.events.map(({ event_id }) => event_id)).size).toBe(5)
  })

  it('12,500 equal events are folded into ones that each stand for 10,000 at most', () => {
    const passedOn: BugleEvent[] = []
    const fold = createFold({ passOn: (event) => passedOn.push(event), hasRoom: () => true, setTimer: () => () => {} })
    for (let i = 0; i < 12_500; i += 1) fold.add({ exception_type: 'Error', message: 'again' } as BugleEvent)
    fold.releaseAll()
    expect(passedOn.map(({ repeat = 1 }) => repeat)).toEqual([1, 1, 1, 10_000, 2497])
  })

  it('is one of at most a hundred: the oldest releases its held event', () => {
    const passedOn: BugleEvent[] = []
    const fold = createFold({ passOn: (event) => passedOn.push(event), hasRoom: () => true, setTimer: () => () => {} })
    const add = (message: string) => fold.add({ exception_type: 'Error', message } as BugleEvent)
    for (let i = 0; i < 5; i += 1) add('oldest')
    for (let i = 1; i < 100; i += 1) add(`other ${i}`)
    expect(passedOn).toHaveLength(3 + 99)
    add('one more')
    expect(passedOn.slice(-2)).toEqual([
      expect.objectContaining({ message: 'oldest', repeat: 2 }),
      expect.objectContaining({ message: 'one more' }),
    ])
  })

  it('counts the users of a server in one series; elsewhere two users are two series', () => {
    const seriesOf = (users?: SeriesUsers) => {
      const passedOn: BugleEvent[] = []
      const deps = {
        passOn: (event: BugleEvent) => passedOn.push(event),
        hasRoom: () => true,
        setTimer: () => () => {},
      }
      const fold = createFold(deps, users)
      for (let i = 0; i < 20; i += 1)
        fold.add({ exception_type: 'Error', message: 'again', user: { id: `u${i % 2}` } } as BugleEvent)
      fold.releaseAll()
      return passedOn.map(({ user, users, repeat = 1 }) => `${user!.id} ${users?.length ?? 0} ${repeat}`).slice(-2)
    }
    expect(seriesOf(countUsers())).toEqual(['u0 0 1', 'u1 2 17'])
    expect(seriesOf()).toEqual(['u0 0 7', 'u1 0 7'])
  })

  it('keeps levels apart', async () => {
    const test = new TestClient()
    for (let i = 0; i < 20; i += 1) test.client.captureException(error(), { level: i % 2 ? 'error' : 'warning' })
    await test.client.flush()
    const counts = test.events.map(({ level, repeat = 1 }) => `${level}×${repeat}`)
    expect(counts.slice(-2)).toEqual(['warning×7', 'error×7'])
  })

  it('of 2,500 users goes out in a handful of events, which count each error and each user', async () => {
    const test = new TestClient()
    for (let i = 0; i < 2500; i += 1) {
      test.client.scopes.current().setUser({ id: `u${i}` })
      test.client.scopes.current().setTags({ request: `r${i}`, plan: 'team' })
      test.client.captureException(error())
      // As many requests as get a response between two of them.
      if (i % 100 === 0) await test.settle()
    }
    await test.client.flush()
    expect(test.events.length).toBeLessThan(10)
    expect(test.events.reduce((sum, { repeat = 1 }) => sum + repeat, 0)).toBe(2500)
    const users = test.events.flatMap(({ user, users = [] }) => [user!, ...users])
    expect(new Set(users.map(({ id }) => id)).size).toBe(2500)
    for (const event of test.events.slice(3)) {
      expect(event.users!.reduce((sum, { count }) => sum + count, 0)).toBe(event.repeat)
      expect(event.users!.length).toBeLessThanOrEqual(1000)
      // Tags that all of them share.
      expect(event.tags).toEqual({ plan: 'team' })
      expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true)
    }
  })

  it('of few users names them where there are several', async () => {
    const test = new TestClient()
    const users = ['a', 'a', 'a', 'a', 'b', 'a', undefined]
    for (const id of users) {
      test.client.scopes.current().setUser(id === undefined ? null : { id })
      test.client.captureException(error())
    }
    await test.client.flush()
    test.client.scopes.current().setUser({ id: 'c' })
    for (let i = 0; i < 2; i += 1) test.client.captureException(error())
    await test.client.flush()
    expect(test.events.slice(3)).toMatchObject([
      {
        repeat: 4,
        user: { id: 'a' },
        users: [
          { id: 'a', count: 2 },
          { id: 'b', count: 1 },
        ],
      },
      { repeat: 2, user: { id: 'c' } },
    ])
    expect(test.events.at(-1)).not.toHaveProperty('users')
  })

  it('that meets a full queue is held until there is room, or kept at the end', async () => {
    const test = new TestClient({ maxQueue: 10 })
    let response = (_: { status: number }) => {}
    test.response = () => new Promise((resolve) => (response = resolve))
    for (let i = 0; i < 4; i += 1) test.client.captureException(error())
    for (let i = 0; i < 20; i += 1) test.client.captureException(new Error(`other ${i}`))
    for (let i = 0; i < 500; i += 1) test.client.captureException(error())
    test.runTimers()
    expect(test.requests).toHaveLength(4)
    const kept = drain(test.client).map(({ body }) => JSON.parse(body as string))
    expect(kept).toHaveLength(11)
    expect(kept.at(-1)).toMatchObject({ message: 'again', repeat: 501 })
    expect(kept.at(-1).client_drops).toEqual([{ reason: 'queue_full', count: 13 }])
    response({ status: 202 })
  })
})
