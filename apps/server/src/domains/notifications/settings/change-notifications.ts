import type { ChangeNotificationsBody } from '@bugle/protocol'
import { type Database, transaction } from '../../../db/database.ts'
import { setIssueMailsOff } from '../../accounts/index.ts'
import { type AuditActor, recordProjectAudit } from '../../organizations/index.ts'
import { fromChoice, type NotificationChoices } from './settings.ts'
import { findMembers, putOwnChoices, putProjectChoices } from './settings-store.ts'

type Given = ChangeNotificationsBody['project']

/** Changes only the settings sent. */
export function changeNotifications(
  db: Database,
  projectId: number,
  auditActor: AuditActor & { userId: string },
  { project, own }: ChangeNotificationsBody,
): Promise<void> {
  const { userId } = auditActor
  return transaction(db, async (tx) => {
    const [member] = await findMembers(tx, projectId, userId)
    if (member === undefined) return
    if (project != null) {
      await putProjectChoices(tx, projectId, changed(member.project, project))
      await recordProjectAudit(tx, projectId, auditActor, 'notifications.changed', { ...project })
    }
    if (own != null) await putOwnChoices(tx, projectId, userId, changed(member.own, own))
    if (own?.off_everywhere != null) await setIssueMailsOff(tx, userId, own.off_everywhere)
  })
}

function changed(choices: NotificationChoices, given: NonNullable<Given>): NotificationChoices {
  return {
    newIssues: given.new_issues == null ? choices.newIssues : fromChoice(given.new_issues),
    regressedIssues: given.regressed_issues == null ? choices.regressedIssues : fromChoice(given.regressed_issues),
  }
}
