import type { OutcomeCounter } from '../../outcomes/index.ts'

const maxEntries = 100
const name = /^[a-z][a-z_]{0,39}$/

/** Counts what an SDK reports that it has dropped itself, by `category:reason`. */
export function countClientReport(outcomes: OutcomeCounter, projectId: number, report: Record<string, unknown>): void {
  const lists = ['discarded_events', 'rate_limited_events', 'filtered_events', 'filtered_sampling_events']
  for (const list of lists) {
    const entries = report[list]
    if (!Array.isArray(entries)) continue
    for (const entry of entries.slice(0, maxEntries)) {
      const { category, reason, quantity } = (entry ?? {}) as Record<string, unknown>
      if (typeof category !== 'string' || typeof reason !== 'string' || !name.test(category) || !name.test(reason))
        continue
      if (!Number.isSafeInteger(quantity) || (quantity as number) < 1) continue
      const count = Math.min(quantity as number, 1_000_000_000)
      outcomes.countOther(projectId, { source: 'client', reason: `${category}:${reason}`, count })
    }
  }
}
