import type { AlertTrigger } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import { hourMs } from '../../lib/time.ts'
import { addDeliveries, type NewDelivery } from '../channels/index.ts'
import { noIssue, openIncidents } from './incident-store.ts'
import type { RuleRow } from './rule-store.ts'

/** A rule that holds for an issue, or for a project as a whole. */
export interface Hit {
  rule: RuleRow
  projectId: number
  /** Undefined for the project. */
  issueId: string | undefined
  trigger: AlertTrigger
  /** Whether it happened just now; otherwise it is a state, which is reported when it begins. */
  isChange: boolean
}

/** Least time between two messages to a channel about the same trigger of an issue. */
const restMs = hourMs

/** Opens incidents, and queues what channels are sent: each once, however many rules say so. */
export async function fire(tx: Tx, hits: readonly Hit[]): Promise<void> {
  const firings = hits.map(({ rule, projectId, issueId = noIssue, trigger }) => ({
    projectId,
    ruleId: rule.id,
    issueId,
    trigger,
  }))
  const opened = new Set((await openIncidents(tx, firings)).map(keyOf))
  const reported = hits.filter(({ isChange }, index) => isChange || opened.has(keyOf(firings[index]!)))
  await addDeliveries(tx, deliveriesOf(reported), restMs)
}

const keyOf = (one: { projectId: number; ruleId: string; issueId: string; trigger: AlertTrigger }) =>
  `${one.projectId} ${one.ruleId} ${one.issueId} ${one.trigger}`

function deliveriesOf(hits: readonly Hit[]): NewDelivery[] {
  const found = new Map<string, NewDelivery>()
  for (const { rule, projectId, issueId = null, trigger } of hits)
    for (const channelId of rule.channelIds) {
      const key = `${channelId} ${projectId} ${issueId ?? trigger}`
      const former = found.get(key)
      if (former !== undefined && (former.isUrgent || !rule.isUrgent)) continue
      found.set(key, { channelId, projectId, issueId, event: trigger, ruleId: rule.id, isUrgent: rule.isUrgent })
    }
  return [...found.values()]
}
