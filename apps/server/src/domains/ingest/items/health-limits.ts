import type { RateDecision } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { LimitedItem } from '../../health/index.ts'
import type { HealthKind, ItemSender } from './item-deps.ts'

/** Kinds of items that are over their limit, with the seconds until the next one may pass. */
export type Limited = Map<Exclude<HealthKind, 'client_report'>, number>

/**
 * Whether an item is within the limit of its kind; one over it is counted and noted in `limited`.
 *
 * @throws Refusal if there is no room for items of the project
 */
export function isWithinLimit({ deps, token }: ItemSender, { kind: sent }: LimitedItem, limited: Limited): boolean {
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
export function isReportWithinLimit({ deps, token }: ItemSender): boolean {
  const { projectId } = token!
  const decision = deps.healthLimiters.client_report.take(projectId) as RateDecision
  if (decision.isAllowed && deps.healthSpace.refusalFor(projectId) === undefined) return true
  deps.outcomes.countOther(projectId, { source: 'filtered', reason: 'client_report_rate', count: 1 })
  return false
}
