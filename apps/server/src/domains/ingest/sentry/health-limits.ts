import type { RateDecision } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { LimitedItem } from '../../health/index.ts'
import type { HealthKind, SentryRequest } from './sentry-request.ts'

/** Names by which Sentry's SDKs limit each kind. */
const categories: Record<LimitedKind, string> = { session: 'session', check_in: 'monitor', feedback: 'feedback' }

/** Kinds that SDKs can be asked not to send. */
type LimitedKind = Exclude<HealthKind, 'client_report'>
/** Kinds of items that are over their limit, with the seconds until the next one may pass. */
export type Limited = Map<LimitedKind, number>

/**
 * Whether an item is within the limit of its kind; one over it is counted and noted in `limited`.
 *
 * @throws Refusal if there is no room for items of the project
 */
export function isWithinLimit({ deps, token }: SentryRequest, { kind: sent }: LimitedItem, limited: Limited): boolean {
  const kind = sent === 'sessions' ? 'session' : sent
  const { projectId } = token!
  const full = deps.healthSpace.refusalFor(projectId)
  if (full !== undefined) throw new Refusal(full, { retryAfterSeconds: 60 })
  // The limiters are in memory: a promise would be one of another adapter, which decides later than an item can wait.
  const decision = deps.healthLimiters[kind].take(projectId) as RateDecision
  if (decision.isAllowed) return true
  deps.outcomes.countOther(projectId, { source: 'filtered', reason: `${kind}_rate`, count: 1 })
  limited.set(kind, Math.max(1, Math.ceil(decision.resetMs / 1000)))
  return false
}

/** Whether a report of an SDK about what it dropped is within the limit, and there is room for it; others are counted. */
export function isReportWithinLimit({ deps, token }: SentryRequest): boolean {
  const { projectId } = token!
  const decision = deps.healthLimiters.client_report.take(projectId) as RateDecision
  if (decision.isAllowed && deps.healthSpace.refusalFor(projectId) === undefined) return true
  deps.outcomes.countOther(projectId, { source: 'filtered', reason: 'client_report_rate', count: 1 })
  return false
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
