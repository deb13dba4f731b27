import { Refusal } from '../../../refusal.ts'
import type { IngestDeps, KnownToken } from '../admission/index.ts'
import { acceptSentryEvent } from './accept-event.ts'
import { eventOfReports, type FoldableReport } from './security-report.ts'
import type { SentryRequest } from './sentry-request.ts'

/**
 * Counts the reports of a browser that are filtered, unsupported or too many, and folds those that equal recent ones.
 *
 * @returns the others, which are stored now, and whether any were folded into a later event
 */
export function admitReports(incoming: SentryRequest, body: unknown): { events: FoldableReport[]; isPending: boolean } {
  const { query, request, deps } = incoming
  const token = incoming.token!
  const { events, filtered, unsupported } = eventOfReports(body, {
    agent: request.headers['user-agent'],
    release: query.get('sentry_release') ?? undefined,
    environment: query.get('sentry_environment') ?? undefined,
  })
  const decided = events.map((event) => ({ event, decision: deps.reports.take(event, token) }))
  const over = decided.filter(({ decision }) => decision === 'over').reduce((sum, { event }) => sum + event.repeat, 0)
  if (over > 0) filtered.set('report_rate', over)
  for (const [reason, count] of filtered)
    deps.outcomes.countOther(token.projectId, { source: 'filtered', reason, count })
  for (const [reason, count] of unsupported)
    deps.outcomes.countOther(token.projectId, { source: 'unsupported', reason, count })
  return {
    events: decided.filter(({ decision }) => decision === 'store').map(({ event }) => event),
    isPending: decided.some(({ decision }) => decision === 'folded'),
  }
}

type StoreDeps = Pick<IngestDeps, 'batcher' | 'groups' | 'now' | 'outcomes'> & { personKey: Buffer }

/** Stores the event of a minute's equal reports. @returns false if it should be tried again */
export async function storeFolded(deps: StoreDeps, report: FoldableReport, token: KnownToken): Promise<boolean> {
  const { groups, personKey } = deps
  const now = deps.now().getTime()
  try {
    const accepted = acceptSentryEvent(report.sent, report.received, {
      token,
      groups,
      now,
      personKey,
      clientId: undefined,
      shiftMs: 0,
      repeat: report.repeat,
    })
    const { outcome } = await deps.batcher.add(accepted)
    if (outcome === 'token_dead') deps.outcomes.count(token.projectId, 'token_revoked')
    return outcome !== 'unavailable'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'app_id_mismatch') deps.outcomes.count(token.projectId, 'app_id_mismatch')
    return true
  }
}
