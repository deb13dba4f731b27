import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ConnectionStore, createConnection } from '../connection.ts'
import { followStream } from './follow-stream.ts'
import type { LiveUpdate } from './live-update.ts'

/** A stream that the test writes. */
function stream() {
  let control!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      control = given
    },
  })
  return {
    response: new Response(body),
    send: (text: string) => control.enqueue(new TextEncoder().encode(text)),
    end: () => control.close(),
  }
}

let connection: ConnectionStore
let updates: LiveUpdate[]
let wake: () => void
const onOpen = vi.fn()
const open = vi.fn<(headers: Record<string, string>) => Promise<Response>>()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  connection = createConnection()
  updates = []
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function follow() {
  stop = followStream({
    connection,
    open,
    add: (update) => updates.push(update),
    onOpen,
    onWake: (listener) => {
      wake = listener
      return () => {}
    },
  })
}

it('takes updates, and resumes behind the last one', async () => {
  const [first, second] = [stream(), stream()]
  open.mockResolvedValueOnce(first.response).mockResolvedValueOnce(second.response)
  follow()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get().stream).toBe('live')
  first.send('id: 7\nevent: issue.updated\ndata: {"issue_ids":["iss_1"]}\n\n')
  first.send('event: from.the.future\ndata: {}\n\n')
  await vi.advanceTimersByTimeAsync(0)
  expect(updates).toEqual([{ type: 'issue.updated', issueIds: ['iss_1'], hasMore: false }])
  first.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get().stream).toBe('none')
  await vi.advanceTimersByTimeAsync(1000)
  expect(open.mock.calls.map(([headers]) => headers)).toEqual([{}, { 'last-event-id': '7' }])
  expect(onOpen).toHaveBeenCalledTimes(2)
})

it('counts each of its bytes as a response', async () => {
  const { response, send } = stream()
  open.mockResolvedValueOnce(response)
  follow()
  await vi.advanceTimersByTimeAsync(0)
  connection.noteSilence()
  send(': still here\n\n')
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get().server).toBe('there')
})

it('connects again, the later the longer it takes, at once when there is a network', async () => {
  open.mockRejectedValue(new TypeError('no network'))
  follow()
  await vi.advanceTimersByTimeAsync(1000 + 2000)
  expect(open).toHaveBeenCalledTimes(3)
  expect(connection.get().server).toBe('away')
  await vi.advanceTimersByTimeAsync(3999)
  expect(open).toHaveBeenCalledTimes(3)
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(open).toHaveBeenCalledTimes(4)
})

it('connects again where a stream is silent for longer than the server ever is', async () => {
  const [first, second] = [stream(), stream()]
  open.mockResolvedValueOnce(first.response).mockResolvedValueOnce(second.response)
  follow()
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(15_000)
    first.send(': \n\n')
  }
  expect(open).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(45_000)
  expect(open).toHaveBeenCalledTimes(2)
  expect(connection.get()).toMatchObject({ server: 'there', stream: 'live' })
})

it('distinguishes a server that is not ready from one that is away', async () => {
  open.mockResolvedValue(new Response(null, { status: 503 }))
  follow()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.get().server).toBe('unready')
})

it('ends with its session, which is a response', async () => {
  connection.noteSilence()
  open.mockResolvedValue(new Response(null, { status: 401 }))
  follow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(open).toHaveBeenCalledTimes(1)
  expect(connection.get()).toMatchObject({ server: 'there', stream: 'none' })
})

it('is not away because it was stopped', async () => {
  open.mockImplementation(() => new Promise((_, reject) => setTimeout(() => reject(new Error('aborted')), 10)))
  follow()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.get().server).toBe('there')
  expect(open).toHaveBeenCalledTimes(1)
})
