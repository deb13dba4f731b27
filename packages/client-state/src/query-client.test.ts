import { ApiError } from '@bugle/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ConnectionStore, createConnection } from './connection.ts'
import { issueKeys } from './keys/issue-keys.ts'
import { createQueryClient, mayHelpOnRequest, retryUnanswered } from './query-client.ts'

const failure = (status: number) => new ApiError({ status, code: 'no_response', message: 'no', errors: {} })
const onSignedOut = vi.fn()
let connection: ConnectionStore
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  connection = createConnection()
  client = createQueryClient({ connection, onSignedOut, networkMode: 'always', queries: {} })
})
afterEach(() => {
  client.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

/** Asks, however long the retries take. @returns how often the server was asked */
async function askWith(status: number): Promise<number> {
  const ask = vi.fn(async () => {
    throw failure(status)
  })
  const asked = client.fetchQuery({
    queryKey: issueKeys.detail('iss_1'),
    queryFn: ask,
    ...retriesOf(client),
  })
  asked.catch(() => {})
  await vi.advanceTimersByTimeAsync(120_000)
  return ask.mock.calls.length
}
/** Queries that are fetched once are not retried by default, unlike those that are observed. */
const retriesOf = (of: QueryClient) => ({ retry: of.getDefaultOptions().queries!.retry! })

it.each([
  [0, 3],
  [503, 3],
  [404, 1],
  [409, 1],
])('asks %i again where another attempt may help', async (status, times) => {
  expect(await askWith(status)).toBe(times)
})

it('takes silence for a server that is away, and a refusal for a response', async () => {
  await askWith(0)
  expect(connection.get().server).toBe('away')
  await askWith(404)
  expect(connection.get().server).toBe('there')
})

it('reports the end of the session', async () => {
  await askWith(401)
  expect(onSignedOut).toHaveBeenCalledTimes(1)
})

it('sends a change without a response again for some ten minutes, a refused one never', () => {
  const retry = retryUnanswered(connection)
  expect(retry(0, failure(0))).toBe(true)
  expect(connection.get().server).toBe('away')
  expect(retry(239, failure(0))).toBe(true)
  expect(retry(240, failure(0))).toBe(false)
  expect(retry(0, failure(500))).toBe(false)
})

it.each([
  [0, true],
  [401, true],
  [403, false],
  [404, false],
  [422, false],
  [429, true],
  [503, true],
])('a request that was refused with %d may be offered again: %s', (status, expected) => {
  expect(mayHelpOnRequest(failure(status))).toBe(expected)
})
