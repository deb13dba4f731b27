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

/** Codes that end a session; other refusals with 401 concern a password or a code. */
const sessionEndings = ['unauthenticated', 'session_replaced', 'sso_expired'] as const
export type SessionEnding = (typeof sessionEndings)[number]

/** Returns how a session ended; undefined for any other code. */
export function sessionEndingOf(code: unknown): SessionEnding | undefined {
  return sessionEndings.find((one) => one === code)
}

/**
 * Whether a response says only that the server, or one behind the proxy that responds for it, is not ready.
 *
 * @param code that of the server; undefined where a proxy responded
 */
export function isUnready(status: number, code: string | undefined): boolean {
  return code === 'unavailable' || code === 'overloaded' || (code === undefined && status >= 502 && status <= 504)
}

/** Whether a call failed because the server is away or not ready, and may be sent again when it responds. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || isUnready(error.status, error.code === 'unreadable' ? undefined : error.code)
}
