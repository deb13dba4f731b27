import { type AlertIncident, toBoundId, toPlainId, toProjectId } from '@bugle/protocol'
import { noIssue } from '../notifications/index.ts'
import type { IncidentRow } from './incident-store.ts'

/** Returns an incident as the API and webhooks show it, without its issue and who was notified. */
export function incidentOf(one: IncidentRow): Omit<AlertIncident, 'issue' | 'notified'> {
  return {
    id: toPlainId('inc', one.id),
    rule_id: toPlainId('rul', one.ruleId),
    project_id: toProjectId(one.projectId),
    issue_id: one.issueId === noIssue ? null : toBoundId('iss', one.projectId, one.issueId),
    trigger: one.trigger,
    subject: one.subject === '' ? null : one.subject,
    state: one.recoveredAt === null ? 'firing' : 'recovered',
    fired_at: one.firedAt.toISOString(),
    recovered_at: one.recoveredAt?.toISOString() ?? null,
  }
}
