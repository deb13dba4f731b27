import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ConnectionStore, createConnection } from './connection.ts'

let connection: ConnectionStore

beforeEach(() => {
  vi.useFakeTimers({ now: 1000 })
  connection = createConnection()
})
afterEach(() => vi.useRealTimers())

it('stays away while only the stream reports something', () => {
  connection.noteStream('live')
  connection.noteSilence()
  connection.noteStream('reconnecting')
  expect(connection.get()).toMatchObject({ server: 'away', stream: 'reconnecting' })
  connection.noteStream('none')
  expect(connection.get().server).toBe('away')
})

it('is there again after any response, and after a stream that is open', () => {
  connection.noteSilence()
  connection.noteResponse()
  expect(connection.get().server).toBe('there')
  connection.noteSilence(true)
  expect(connection.get().server).toBe('unready')
  connection.noteStream('live')
  expect(connection.get()).toMatchObject({ server: 'there', stream: 'live' })
})

it('says of when the data is: of the last response, not of the silence', () => {
  vi.setSystemTime(5000)
  connection.noteResponse()
  vi.setSystemTime(9000)
  connection.noteSilence()
  expect(connection.get().respondedAt).toBe(5000)
  connection.noteEarlierResponse(3000)
  expect(connection.get().respondedAt).toBe(3000)
})

it('notifies of changes alone', () => {
  const listener = vi.fn()
  connection.subscribe(listener)
  connection.noteResponse()
  connection.noteResponse()
  expect(listener).not.toHaveBeenCalled()
  connection.noteSilence()
  connection.noteSilence()
  expect(listener).toHaveBeenCalledTimes(1)
})
