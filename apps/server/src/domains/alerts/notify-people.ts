import { decisionTriggers } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import { minuteMs } from '../../lib/time.ts'
import { kindOf, type Notification, notifyPeople } from '../notifications/index.ts'
import { findAudiences } from './audience-store.ts'
import type { Hit } from './hit.ts'

/** Records what rules report to people; what a person wants to know of is decided when it is sent. */
export async function notifyPeopleOf(
  tx: Tx,
  hits: readonly Hit[],
  gather: { mailMs: number; pushMs: number },
): Promise<void> {
  const notified: Notification[] = []
  for (const hit of hits) {
    const { rule, projectId, issueId, trigger, subject, mailedIds = [] } = hit
    const { id: ruleId, paceMinutes, isUrgent } = rule
    const restMs = paceMinutes === null ? undefined : paceMinutes * minuteMs
    const userIds = await audienceOf(tx, hit)
    if (userIds?.length === 0) continue
    notified.push({ projectId, issueId, kind: kindOf(trigger), subject, userIds, ruleId, restMs, isUrgent, mailedIds })
  }
  await notifyPeople(tx, notified, gather)
}

/** Returns the people of a rule; null for all who see the project. Nobody is notified of a decision of their own. */
async function audienceOf(tx: Tx, { rule, projectId, issueId, trigger, byId = null }: Hit): Promise<string[] | null> {
  const { notifiesMembers, notifiesAssignee, teamIds } = rule
  if (!notifiesMembers && !notifiesAssignee && teamIds.length === 0) return []
  const isDecision = (decisionTriggers as readonly string[]).includes(trigger)
  if (notifiesMembers && !isDecision) return null
  const found = await findAudiences(tx, { projectId, issueId, notifiesMembers, notifiesAssignee, teamIds })
  return found.filter((userId) => userId !== byId)
}
