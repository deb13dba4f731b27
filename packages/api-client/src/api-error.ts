import type { components } from './schema.ts'

export type ApiErrorBody = components['schemas']['ErrorBody']

interface ApiErrorParts {
  /** Of HTTP; 0 when there was no answer. */
  status: number
  /** One of docs/errors.md; `no_response` without an answer, `unreadable` when something else than the server answered. */
  code: ApiErrorBody['code'] | 'no_response' | 'unreadable'
  message: string
  /** What is wrong, by field of the body. */
  errors: Record<string, string[]>
  /** By which the server's log knows the request. */
  requestId?: string | undefined
  /** Of a 429 or 503. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** What a call of the interface ended with, when not with its answer. Branch on `code`. */
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
