import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runMutation } from './changes/run-mutation.ts'
import { issueWith } from './testing/issues.ts'
import { hasUnconfirmed, unsentOf } from './unsent.ts'

let client: QueryClient
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

const decision = { issues: [issueWith({ id: 'iss_2' })] }

it('counts a change that has no response after three seconds, and names its issue', async () => {
  const unsent = unsentOf(client)
  let respond: () => void = () => {}
  const mutationFn = () => new Promise<void>((resolve) => (respond = resolve))
  const done = runMutation(client, { mutationFn }, decision)
  await vi.advanceTimersByTimeAsync(2900)
  expect(unsent.get().count).toBe(0)
  expect(hasUnconfirmed(client)).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(unsent.get()).toEqual({ count: 1, issueIds: new Set(['iss_2']) })
  respond()
  await done
  expect(unsent.get().count).toBe(0)
  expect(hasUnconfirmed(client)).toBe(false)
})

it('counts a change at once whose first attempt failed, until a later one succeeds', async () => {
  const unsent = unsentOf(client)
  let tried = 0
  const mutationFn = async () => {
    tried += 1
    if (tried < 3) throw new Error('no response')
  }
  const done = runMutation(client, { mutationFn, retry: 5, retryDelay: 1000 }, decision)
  await vi.advanceTimersByTimeAsync(10)
  expect(unsent.get().count).toBe(1)
  await vi.advanceTimersByTimeAsync(2500)
  await done
  expect(unsent.get().count).toBe(0)
})

it('does not count a change that says itself how far it is', async () => {
  const unsent = unsentOf(client)
  void runMutation(client, { mutationFn: () => new Promise(() => {}), meta: { reportsProgress: true } }, decision)
  await vi.advanceTimersByTimeAsync(5000)
  expect(unsent.get().count).toBe(0)
})
