import type { components } from './schema.ts'

export type ApiErrorBody = components['schemas']['ErrorBody']

interface ApiErrorParts {
  /** HTTP status; 0 without a response. */
  status: number
  /**
   * One of docs/errors.md; `no_response` without a response, `unreadable` when something other than the server
   * responded.
   */
  code: ApiErrorBody['code'] | 'no_response' | 'unreadable'
  message: string
  /** Messages by field of the body. */
  errors: Record<string, string[]>
  /** Identifies the request in the server's log. */
  requestId?: string | undefined
  /** Set for 429 and 503. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** A failed API call. Branch on `code`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorParts['code']
  readonly errors: Record<string, string[]>
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor({ status, code, message, errors, requestId, retryAfterSeconds, cause }: ApiErrorParts) {
    super(message, { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}
