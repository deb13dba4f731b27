import { type ErrorCode, messageOf } from '@bugle/protocol'

export interface RefusalDetails {
  /** Text for people; the code's own sentence if absent. */
  message?: string
  /** Descriptions of what is wrong, by field. */
  errors?: Record<string, string[]>
  /** Sent as Retry-After. */
  retryAfterSeconds?: number
}

/** The only error a domain throws on purpose: expected, and caused by the caller. Only http/ turns it into a status. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly errors: Record<string, string[]> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? messageOf(code))
    this.name = 'Refusal'
    this.code = code
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}
