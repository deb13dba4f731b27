import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConnection } from '../connection.ts'
import type { LiveUpdate } from './live-update.ts'
import { type StreamBrowser, shareStream } from './share-stream.ts'

/** An EventSource whose messages the test sends. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }

  open() {
    this.readyState = 1
    this.onopen?.()
  }

  send(type: string, id: string, data: object) {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data), lastEventId: id }))
  }

  fail(isFinal = false) {
    this.readyState = isFinal ? FakeSource.CLOSED : 0
    this.onerror?.()
  }

  close() {
    this.readyState = FakeSource.CLOSED
  }
}

/** One lock of a browser: who asks later gets it when the holder lets go. */
function createLocks() {
  let line: Promise<unknown> = Promise.resolve()
  const request = (_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
    const turn = line.then(() => (signal.aborted ? Promise.reject(new Error('aborted')) : hold()))
    line = turn.catch(() => {})
    return turn
  }
  return { request } as unknown as LockManager
}

let browser: StreamBrowser
let tellOnline: (isOnline: boolean) => void = () => {}
const stops: (() => void)[] = []

beforeEach(() => {
  FakeSource.opened = []
  browser = {
    EventSource: FakeSource as unknown as typeof EventSource,
    BroadcastChannel,
    locks: createLocks(),
    onOnline: (listener) => {
      tellOnline = listener
      return () => {}
    },
  }
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A window that follows. */
function openWindow() {
  const connection = createConnection()
  const updates: LiveUpdate[] = []
  const stop = shareStream({ browser, url: '/api/stream', connection, add: (update) => updates.push(update) })
  stops.push(stop)
  return { connection, updates, stop, stream: () => connection.get().stream }
}

const sourceOf = (index: number) => vi.waitFor(() => FakeSource.opened[index] ?? Promise.reject(new Error('not open')))

it('listens in one window, and hands updates and the state on to the others', async () => {
  const [one, other] = [openWindow(), openWindow()]
  const source = await sourceOf(0)
  source.open()
  source.send('issue.updated', '7', { issue_ids: ['iss_1'] })
  const update = { type: 'issue.updated', issueIds: ['iss_1'], hasMore: false }
  expect(one.updates).toEqual([update])
  await vi.waitFor(() => expect(other.updates).toEqual([update]))
  expect([one.stream(), other.stream()]).toEqual(['live', 'live'])
  source.fail()
  await vi.waitFor(() => expect(other.stream()).toBe('reconnecting'))
  expect(FakeSource.opened).toHaveLength(1)
})

it('goes on in the next window where the first one stopped', async () => {
  const one = openWindow()
  const other = openWindow()
  const source = await sourceOf(0)
  source.open()
  source.send('event.received', '7', { issues: [{ id: 'iss_1' }] })
  await vi.waitFor(() => expect(other.updates).toHaveLength(1))
  one.stop()
  expect(source.readyState).toBe(FakeSource.CLOSED)
  expect((await sourceOf(1)).url).toBe('/api/stream?last_event_id=7')
})

it('tells a window that opens later how the connection is', async () => {
  openWindow()
  ;(await sourceOf(0)).open()
  const later = openWindow()
  await vi.waitFor(() => expect(later.stream()).toBe('live'))
})

it('polls where the server has no stream', async () => {
  const { stream } = openWindow()
  const source = await sourceOf(0)
  source.open()
  source.fail(true)
  expect(stream()).toBe('none')
})

it('says again how the stream is when the browser is online again', async () => {
  const { connection, stream } = openWindow()
  ;(await sourceOf(0)).open()
  connection.noteStream('none')
  tellOnline(true)
  expect(stream()).toBe('live')
})

it('listens in every window where the browser has no locks', async () => {
  browser = { ...browser, locks: undefined }
  openWindow()
  openWindow()
  await sourceOf(1)
})
