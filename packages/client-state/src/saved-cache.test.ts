import { ApiError } from '@bugle/api-client'
import { issueKeys } from '@bugle/client-state/keys'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { connection } from './connection'
import { keepCache, restoreCache } from './offline'
import { queryClient } from './queries'

jest.mock('expo-sqlite/kv-store', () => require('../testing/phone').fakeStore())

const list = issueKeys.list({ projectId: undefined }, '24h')
const owner = 'https://bugle.example usr_1'
const day = 24 * 3_600_000
const error = (status: number) =>
  new ApiError({ status, code: status === 0 ? 'no_response' : 'not_found', message: 'no', errors: {} })

let end: () => void

beforeEach(() => {
  jest.useFakeTimers()
  end = keepCache(() => owner)
})

afterEach(() => {
  end()
  queryClient.clear()
  jest.useRealTimers()
})

/** Asks for an issue; fails if there is nothing to respond with. */
const ask = (id: string, respond: () => unknown) =>
  queryClient
    .fetchQuery({ queryKey: issueKeys.detail(id), queryFn: async () => respond(), retry: false, staleTime: 0 })
    .catch(() => {})

const fail = (status: number) => () => {
  throw error(status)
}

/** The app is ended and opened again. */
function reopen(): boolean {
  jest.advanceTimersByTime(2000)
  queryClient.clear()
  return restoreCache(owner)
}

const shown = (id: string) => queryClient.getQueryState(issueKeys.detail(id))

it('keeps what it has of the server, however often the server is asked in vain', async () => {
  await ask('iss_1', () => ({ title: 'TypeError' }))
  await ask('iss_1', fail(0))
  await ask('iss_2', () => ({ title: 'RangeError' }))
  expect(reopen()).toBe(true)
  expect(shown('iss_1')).toMatchObject({ data: { title: 'TypeError' }, status: 'success', error: null })
  expect(shown('iss_2')).toMatchObject({ data: { title: 'RangeError' } })
})

it('keeps nothing that the server refuses', async () => {
  await ask('iss_1', () => ({ title: 'TypeError' }))
  await ask('iss_1', fail(404))
  reopen()
  expect(shown('iss_1')).toBeUndefined()
})

it('asks for saved data again as soon as it is shown, however young it is', async () => {
  await ask('iss_1', () => ({ title: 'TypeError' }))
  reopen()
  expect(
    queryClient
      .getQueryCache()
      .find({ queryKey: issueKeys.detail('iss_1') })
      ?.isStaleByTime(Number.MAX_SAFE_INTEGER),
  ).toBe(true)
})

it('is over after a day, also when it was saved again without the server', async () => {
  await ask('iss_1', () => ({ title: 'TypeError' }))
  jest.advanceTimersByTime(day - 10_000)
  await ask('iss_1', fail(0))
  expect(reopen()).toBe(true)
  jest.advanceTimersByTime(20_000)
  await ask('iss_1', fail(0))
  expect(reopen()).toBe(false)
  expect(shown('iss_1')).toBeUndefined()
})

it('says of when the data is, not when the app was opened', async () => {
  connection.noteResponse()
  const { respondedAt } = connection.get()
  await ask('iss_1', () => ({ title: 'TypeError' }))
  jest.advanceTimersByTime(3_600_000)
  connection.noteResponse()
  reopen()
  expect(connection.get().respondedAt).toBe(respondedAt)
})

it('keeps the last 50 issues, and the beginning of a list however long its messages are', async () => {
  for (let number = 0; number < 60; number += 1) {
    jest.advanceTimersByTime(1)
    await ask(`iss_${number}`, () => ({ title: `Error ${number}` }))
  }
  const page = (number: number) => ({ issues: [{ id: `iss_${number}`, message: 'x'.repeat(150_000) }] })
  queryClient.setQueryData(list, {
    pages: [page(0), page(1), page(2), page(3)],
    pageParams: [undefined, 'a', 'b', 'c'],
  })
  reopen()
  const kept = Array.from({ length: 60 }, (_, number) => number).filter(
    (number) => shown(`iss_${number}`) !== undefined,
  )
  expect(kept).toEqual(Array.from({ length: 50 }, (_, index) => index + 10))
  expect(queryClient.getQueryData(list)).toMatchObject({ pages: [page(0), page(1)] })
})
