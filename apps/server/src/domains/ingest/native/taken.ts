import type { RateDecision } from '../../../ports/rate-limiter.ts'

/** The response to what was taken: its JSON, and the rate-limit decision that it was charged for. */
export interface Taken {
  body: string
  rate: RateDecision | undefined
}
