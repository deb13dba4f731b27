import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@bugle/api-client'

/** Attempts of a request; the pauses between them add up to half a minute, unless the server asks for longer ones. */
const attempts = 6

export interface RetryOptions {
  signal?: AbortSignal | undefined
  /** Called before each pause. */
  onRetry?: ((error: ApiError, seconds: number) => void) | undefined
}

/**
 * Repeats a request that met no server or a busy one, as long as the server asks for and with growing pauses. The request
 * must be one that may arrive twice.
 *
 * @example await withRetries(() => api.PUT(…), { signal })
 */
export async function withRetries<T>(request: () => Promise<T>, { signal, onRetry }: RetryOptions = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      if (!isPassing(error) || attempt === attempts || signal?.aborted) throw error
      const seconds = error.retryAfterSeconds ?? Math.min(30, 0.5 * 2 ** attempt)
      onRetry?.(error, seconds)
      await pause(seconds * 1000, undefined, { signal })
    }
  }
}

function isPassing(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}
