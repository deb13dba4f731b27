import type { AlertTrigger } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import { hourMs } from '../../lib/time.ts'
import { addDeliveries, type NewDelivery } from '../channels/index.ts'
import { type AssignIssues, assignByRules } from './assign-by-rules.ts'
import type { Hit } from './hit.ts'
import { noIssue, openIncidents } from './incident-store.ts'
import { notifyPeople } from './notify-people.ts'

export interface FireDeps {
  /** How long changes are gathered before channels are sent them, and people mails and push messages. */
  gather: { channelMs: number; mailMs: number; pushMs: number }
  assign: AssignIssues
}

/** Least time between two messages to a channel about the same trigger of an issue. */
const restMs = hourMs

/** Opens incidents, and does what their rules say: channels and people are notified once, however many rules say so. */
export async function fire(deps: FireDeps, tx: Tx, hits: readonly Hit[]): Promise<void> {
  const firings = hits.map(({ rule, projectId, issueId = noIssue, trigger, subject = '' }) => ({
    projectId,
    ruleId: rule.id,
    issueId,
    trigger,
    subject,
  }))
  const opened = new Set((await openIncidents(tx, firings)).map(keyOf))
  const reported = hits.filter(({ isChange }, index) => isChange || opened.has(keyOf(firings[index]!)))
  await assignByRules(deps.assign, tx, reported)
  await addDeliveries(tx, deliveriesOf(reported, deps.gather.channelMs), restMs)
  await notifyPeople(tx, reported, deps.gather)
}

const keyOf = (one: { projectId: number; ruleId: string; issueId: string; trigger: AlertTrigger; subject: string }) =>
  `${one.projectId} ${one.ruleId} ${one.issueId} ${one.trigger} ${one.subject}`

/** What was judged at once waits still for what comes with it, unless it is urgent. */
function deliveriesOf(hits: readonly Hit[], gatherMs: number): NewDelivery[] {
  const found = new Map<string, NewDelivery>()
  for (const { rule, projectId, issueId = null, trigger, subject = '' } of hits)
    for (const channelId of rule.channelIds) {
      const key = `${channelId} ${projectId} ${issueId ?? `${trigger} ${subject}`}`
      const former = found.get(key)
      if (former !== undefined && (former.isUrgent || !rule.isUrgent)) continue
      found.set(key, {
        channelId,
        projectId,
        issueId,
        event: trigger,
        subject,
        ruleId: rule.id,
        isUrgent: rule.isUrgent,
        delayMs: rule.isFast && !rule.isUrgent ? gatherMs : 0,
      })
    }
  return [...found.values()]
}
