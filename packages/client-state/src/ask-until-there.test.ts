import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askUntilThere } from './ask-until-there.ts'
import { type ConnectionStore, createConnection } from './connection.ts'

let connection: ConnectionStore
let isReady: boolean
const ask = vi.fn(async () => (isReady ? connection.noteResponse() : connection.noteSilence()))
const onBack = vi.fn()
let wake: () => void
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  connection = createConnection()
  isReady = false
  stop = askUntilThere({
    connection,
    ask,
    onBack,
    onWake: (listener) => {
      wake = listener
      return () => {}
    },
  })
})
afterEach(() => {
  stop()
  vi.clearAllMocks()
  vi.useRealTimers()
})

it('asks by itself while the server is away, less and less often, until it responds', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
  connection.noteSilence()
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000)
  expect(ask).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(4000 + 4000 + 4000)
  expect(ask).toHaveBeenCalledTimes(6)
  isReady = true
  await vi.advanceTimersByTimeAsync(4000)
  expect(onBack).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(7)
})

it('asks at once when there is a network again', async () => {
  connection.noteSilence()
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000 + 8000)
  isReady = true
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(onBack).toHaveBeenCalledTimes(1)
})

it('does not ask when another request was answered meanwhile', async () => {
  connection.noteSilence()
  connection.noteResponse()
  expect(onBack).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
})

it('stops', async () => {
  connection.noteSilence()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
})
