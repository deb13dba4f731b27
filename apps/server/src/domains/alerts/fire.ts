import { type AlertTrigger, decisionTriggers } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import { hourMs, minuteMs } from '../../lib/time.ts'
import { addDeliveries, addIncidentEvents, type NewDelivery } from '../channels/index.ts'
import { noIssue } from '../notifications/index.ts'
import { type AssignIssues, assignByRules } from './assign-by-rules.ts'
import type { Hit } from './hit.ts'
import { type Firing, openIncidents } from './incident-store.ts'
import { notifyPeopleOf } from './notify-people.ts'

export interface FireDeps {
  /** How long changes are gathered before channels are sent them, and people mails and push messages. */
  gather: { channelMs: number; mailMs: number; pushMs: number }
  assign: AssignIssues
}

/** Triggers of something that happens once, without a state that could end. */
const once: readonly AlertTrigger[] = [...decisionTriggers, 'monitor.recovered', 'feedback.new']
/** Least time between two messages to a channel about the same trigger of an issue, unless the rule has a pace. */
const usualRestMs = hourMs

/** Opens incidents, and does what their rules say: channels and people are notified once, however many rules say so. */
export async function fire(deps: FireDeps, tx: Tx, hits: readonly Hit[]): Promise<void> {
  const firings = hits.filter(opensIncident).map(firingOf)
  const incidents = await openIncidents(tx, firings)
  const opened = new Set(incidents.map(keyOf))
  const reported = hits.filter((hit) => hit.isChange || opened.has(keyOf(firingOf(hit))))
  await assignByRules(deps.assign, tx, reported)
  await addDeliveries(tx, deliveriesOf(reported, deps.gather.channelMs))
  await addIncidentEvents(tx, incidents, 'incident.firing')
  await notifyPeopleOf(tx, reported, deps.gather)
}

/** A change of which no channel is sent has nothing to recover from. */
function opensIncident({ rule, trigger, isChange }: Hit): boolean {
  return !once.includes(trigger) && (!isChange || rule.channelIds.length > 0)
}

function firingOf({ rule, projectId, issueId = noIssue, trigger, subject = '' }: Hit): Firing {
  return { projectId, ruleId: rule.id, issueId, trigger, subject }
}

function keyOf({ projectId, ruleId, issueId, trigger, subject }: Firing): string {
  return `${projectId} ${ruleId} ${issueId} ${trigger} ${subject}`
}

function deliveriesOf(hits: readonly Hit[], gatherMs: number): NewDelivery[] {
  const found = new Map<string, NewDelivery>()
  for (const { rule, projectId, issueId = null, trigger, subject = '' } of hits)
    for (const channelId of rule.channelIds) {
      const isOnce = once.includes(trigger)
      const key = `${channelId} ${projectId} ${issueId} ${issueId === null || isOnce ? `${trigger} ${subject}` : ''}`
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
        delayMs: delayOf(rule, gatherMs),
        isGathered: rule.windowMinutes !== null && !rule.isUrgent,
        restMs: restOf(rule, { isOnce, issueId }),
      })
    }
  return [...found.values()]
}

/** A hit that was judged at once still waits for those that come with it, unless it is urgent. */
function delayOf({ isFast, isUrgent, windowMinutes }: Hit['rule'], gatherMs: number): number {
  if (isUrgent) return 0
  if (windowMinutes !== null) return windowMinutes * minuteMs
  return isFast ? gatherMs : 0
}

/** A change that happens once, or to a project, rests only where the rule says so: nobody else bounds how often an issue fires. */
function restOf(
  { paceMinutes }: Hit['rule'],
  { isOnce, issueId }: { isOnce: boolean; issueId: string | null },
): number {
  if (paceMinutes !== null) return paceMinutes * minuteMs
  return isOnce || issueId === null ? 0 : usualRestMs
}
