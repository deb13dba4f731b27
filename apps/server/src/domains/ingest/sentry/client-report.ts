import type { ClientReportItem } from '../../health/index.ts'

const maxEntries = 100

/** Categories and reasons of Sentry's protocol; others are counted as `other`, since hostile names would fill the table. */
const categories = new Set([
  'attachment',
  'attachment_item',
  'default',
  'error',
  'feedback',
  'internal',
  'log_byte',
  'log_item',
  'metric_bucket',
  'monitor',
  'profile',
  'profile_chunk',
  'profile_chunk_ui',
  'profile_duration',
  'profile_duration_ui',
  'replay',
  'replay_video',
  'security',
  'session',
  'span',
  'trace_metric',
  'trace_metric_byte',
  'transaction',
  'user_report',
  'user_report_v2',
])
const reasons = new Set([
  'backpressure',
  'before_send',
  'buffer_overflow',
  'cache_overflow',
  'callback_error',
  'event_processor',
  'ignored',
  'insufficient_data',
  'internal_sdk_error',
  'invalid',
  'network_error',
  'no_parent_span',
  'queue_overflow',
  'ratelimit_backoff',
  'sample_rate',
  'send_error',
  'too_big',
])

/** Reads what an SDK reports that it has dropped itself, by `category:reason`. */
export function readClientReport(
  report: Record<string, unknown>,
  common: Pick<ClientReportItem, 'projectId' | 'at' | 'key'>,
): ClientReportItem {
  const counts = new Map<string, number>()
  const lists = ['discarded_events', 'rate_limited_events', 'filtered_events', 'filtered_sampling_events']
  for (const list of lists) {
    const entries = report[list]
    if (!Array.isArray(entries)) continue
    for (const entry of entries.slice(0, maxEntries)) {
      const { category, reason, quantity } = (entry ?? {}) as Record<string, unknown>
      if (typeof category !== 'string' || typeof reason !== 'string') continue
      if (!Number.isSafeInteger(quantity) || (quantity as number) < 1) continue
      const count = Math.min(quantity as number, 1_000_000_000)
      const name = `${knownOf(categories, category)}:${knownOf(reasons, reason)}`
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
  }
  return { ...common, kind: 'client_report', counts: [...counts].map(([reason, count]) => ({ reason, count })) }
}

function knownOf(names: ReadonlySet<string>, name: string): string {
  return names.has(name) ? name : 'other'
}
