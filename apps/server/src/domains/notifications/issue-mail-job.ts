import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Sealer } from '../../ports/sealer.ts'
import type { JobHandler } from '../jobs/index.ts'
import { mailSender } from '../mail/index.ts'
import { issueMailOf, type ReportedChange } from './issue-mail.ts'
import { findReportedIssues, type TakenNotification } from './pending-store.ts'
import { type IssueMailPayload, issueMail } from './queue-mails.ts'
import { effectiveOf } from './settings.ts'
import { findMembers } from './settings-store.ts'
import { unsubscribeToken } from './unsubscribe.ts'

export interface AlertJobDeps {
  db: Kysely<Schema>
  mailer: Mailer
  sealer: Sealer
  /** Public origin, where links lead. */
  url: string
  /** Whether people are told who have not said. */
  byDefault: boolean
}

/** What the worker does for a mail about issues. Who left, or does not want it any more, gets none. */
export function issueMailJobs({
  db,
  mailer,
  sealer,
  url,
  byDefault,
}: AlertJobDeps): Record<typeof issueMail, JobHandler> {
  const send = mailSender(mailer, url)
  return {
    [issueMail]: async ({ userId, projectId, notifications, isLast }: IssueMailPayload, job) => {
      const [member] = await findMembers(db, projectId, userId)
      if (member === undefined) return
      const effective = effectiveOf(member, byDefault)
      const wanted = await withIssues(
        db,
        projectId,
        notifications.filter(({ kind }) => effective[kind]),
      )
      if (wanted.length === 0) return
      const token = unsubscribeToken(sealer, { userId, projectId })
      const content = issueMailOf({
        projectId,
        projectName: member.projectName,
        notifications: wanted,
        isLast,
        url,
        unsubscribeUrl: `${url}/unsubscribe#token=${token}`,
      })
      await send(job, member.email, content, { unsubscribeUrl: `${url}/unsubscribe?token=${token}` })
    },
  }
}

/** With what is known of each issue now; those that were decided upon since are left out. */
async function withIssues(
  db: Kysely<Schema>,
  projectId: number,
  notifications: TakenNotification[],
): Promise<ReportedChange[]> {
  const told: ReportedChange[] = []
  for (const { kind, count, issueIds } of notifications) {
    const issues = await findReportedIssues(db, projectId, issueIds)
    if (issues.length > 0) told.push({ kind, count: count - (issueIds.length - issues.length), issues })
  }
  return told
}
