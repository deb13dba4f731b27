import { ApiError } from '@bugle/api-client'

/**
 * Waits for a call, but not for ever: a network may swallow a request without a word. What comes later is dropped.
 *
 * @throws ApiError `no_response` after that time
 */
export function inTime<T>(call: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const message = 'The server did not respond in time.'
      reject(new ApiError({ status: 0, code: 'no_response', message, errors: {} }))
    }, ms)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
