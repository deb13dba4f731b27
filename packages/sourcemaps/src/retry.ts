import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@bugle/api-client'

/** The pauses between these attempts add up to half a minute, unless the server asks for longer ones. */
const defaultAttempts = 6

export interface RetryOptions {
  /** How often a request is sent at most. */
  attempts?: number | undefined
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
export async function withRetries<T>(request: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { signal, onRetry, attempts = defaultAttempts } = options
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
