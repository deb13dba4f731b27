import { ApiError } from '@bugle/api-client'
import { expect, it } from 'vitest'
import { withRetries } from './retry.ts'

const failure = (status: number) =>
  new ApiError({ status, code: 'unavailable', message: 'x', errors: {}, retryAfterSeconds: 0.001 })

it('retries errors that may pass, as often as allowed', async () => {
  let calls = 0
  const passing = async () => {
    calls++
    if (calls < 3) throw failure(503)
    return 'done'
  }
  expect(await withRetries(passing)).toBe('done')
  calls = -10
  await expect(withRetries(passing, { attempts: 2 })).rejects.toThrow('x')
  expect(calls).toBe(-8)
})

it.each([400, 401, 404, 422])('does not repeat a refusal (%i)', async (status) => {
  let calls = 0
  const refused = async () => {
    calls++
    throw failure(status)
  }
  await expect(withRetries(refused)).rejects.toThrow('x')
  expect(calls).toBe(1)
})

it('ends with the signal', async () => {
  const interruption = new AbortController()
  const request = async () => {
    interruption.abort()
    throw failure(503)
  }
  await expect(withRetries(request, { signal: interruption.signal })).rejects.toThrow('x')
})
