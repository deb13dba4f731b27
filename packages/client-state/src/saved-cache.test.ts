import { ApiError } from '@bugle/api-client'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ConnectionStore, createConnection } from './connection.ts'
import { accountKeys } from './keys/account-keys.ts'
import { issueKeys } from './keys/issue-keys.ts'
import { issueListQueries } from './queries/issue-lists.ts'
import { createSavedCache, type SavedCache } from './saved-cache.ts'
import { issueWith, pageOf } from './testing/issues.ts'
import { memoryStorage } from './testing/storage.ts'
import { stubbedApi, stubServer } from './testing/stub-server.ts'

const list = issueKeys.list({ projectId: undefined }, '24h')
const owner = 'https://bugle.example usr_1'
const day = 24 * 3_600_000
const error = (status: number) =>
  new ApiError({ status, code: status === 0 ? 'no_response' : 'not_found', message: 'no', errors: {} })

let client: QueryClient
let connection: ConnectionStore
let saved: SavedCache
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  connection = createConnection()
  saved = createSavedCache({ client, connection, storage: memoryStorage() })
  end = saved.follow(() => owner)
})
afterEach(() => {
  end()
  client.clear()
  vi.useRealTimers()
})

/** Asks for an issue; fails if there is nothing to respond with. */
const ask = (id: string, respond: () => unknown) =>
  client
    .fetchQuery({ queryKey: issueKeys.detail(id), queryFn: async () => respond(), retry: false, staleTime: 0 })
    .catch(() => {})

const fail = (status: number) => () => {
  throw error(status)
}

/** The app is ended and opened again. */
function reopen(who = owner): boolean {
  vi.advanceTimersByTime(2000)
  client.clear()
  return saved.restore(who)
}

const shown = (id: string) => client.getQueryState(issueKeys.detail(id))

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

it('shows nothing to another user, nothing of the account, and nothing that was forgotten', async () => {
  await ask('iss_1', () => ({ title: 'TypeError' }))
  client.setQueryData(accountKeys.me, { email: 'ada@example.com' })
  expect(reopen('https://bugle.example usr_2')).toBe(false)
  expect(saved.restore(owner)).toBe(true)
  expect(client.getQueryData(accountKeys.me)).toBeUndefined()
  saved.forget()
  expect(saved.restore(owner)).toBe(false)
})

it('asks for saved data again as soon as it is shown, however young it is', async () => {
  await ask('iss_1', () => ({ title: 'TypeError' }))
  reopen()
  const query = client.getQueryCache().find({ queryKey: issueKeys.detail('iss_1') })
  expect(query?.isStaleByTime(Number.MAX_SAFE_INTEGER)).toBe(true)
})

it('is over after a day, also when it was saved again without the server', async () => {
  await ask('iss_1', () => ({ title: 'TypeError' }))
  vi.advanceTimersByTime(day - 10_000)
  await ask('iss_1', fail(0))
  expect(reopen()).toBe(true)
  vi.advanceTimersByTime(20_000)
  await ask('iss_1', fail(0))
  expect(reopen()).toBe(false)
  expect(shown('iss_1')).toBeUndefined()
})

it('says of when the data is, not when the app was opened', async () => {
  connection.noteResponse()
  const { respondedAt } = connection.get()
  await ask('iss_1', () => ({ title: 'TypeError' }))
  vi.advanceTimersByTime(3_600_000)
  connection.noteResponse()
  reopen()
  expect(connection.get().respondedAt).toBe(respondedAt)
})

it('keeps the last 50 issues, and the beginning of a list however long its messages are', async () => {
  for (let number = 0; number < 60; number += 1) {
    vi.advanceTimersByTime(1)
    await ask(`iss_${number}`, () => ({ title: `Error ${number}` }))
  }
  const page = (number: number) => ({ issues: [{ id: `iss_${number}`, message: 'x'.repeat(150_000) }] })
  client.setQueryData(list, {
    pages: [page(0), page(1), page(2), page(3)],
    pageParams: [undefined, 'a', 'b', 'c'],
  })
  reopen()
  const kept = Array.from({ length: 60 }, (_, number) => number).filter(
    (number) => shown(`iss_${number}`) !== undefined,
  )
  expect(kept).toEqual(Array.from({ length: 50 }, (_, index) => index + 10))
  expect(client.getQueryData(list)).toMatchObject({ pages: [page(0), page(1)] })
})

it('refetches a list that was restored', async () => {
  const { issuesQuery } = issueListQueries({ api: () => stubbedApi })
  const query = issuesQuery({ projectId: undefined }, '24h')
  const requests = stubServer({ 'GET /api/issues': () => pageOf([issueWith({ id: 'iss_1' })]) })
  await client.fetchInfiniteQuery(query)
  expect(reopen()).toBe(true)
  const stop = new InfiniteQueryObserver(client, query).subscribe(() => {})
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  expect(client.getQueryState(list)).toMatchObject({ status: 'success', error: null })
  stop()
  vi.unstubAllGlobals()
})
