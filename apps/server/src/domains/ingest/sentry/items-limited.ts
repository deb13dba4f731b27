import { Refusal } from '../../../refusal.ts'
import type { HealthKind, Limited } from '../items/index.ts'

/** Names by which Sentry's SDKs limit each kind. */
const categories: Record<Exclude<HealthKind, 'client_report'>, string> = {
  session: 'session',
  check_in: 'monitor',
  feedback: 'feedback',
}

/** Returns the header that asks an SDK not to send these kinds for a while; undefined if none is limited. */
export function limitsHeader(limited: Limited): string | undefined {
  if (limited.size === 0) return undefined
  return [...limited].map(([kind, seconds]) => `${seconds}:${categories[kind]}:project:${kind}_rate`).join(', ')
}

/** Refuses a request whose items were all over their limits. The header leaves other kinds alone. */
export class ItemsLimited extends Refusal {
  readonly header: string

  constructor(limited: Limited) {
    super('rate_limited', { retryAfterSeconds: Math.max(...limited.values()) })
    this.header = limitsHeader(limited)!
  }
}
