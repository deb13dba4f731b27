import type { Database, Queryable } from '../../../db/database.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import type { Sealer } from '../../../ports/sealer.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { mailSender } from '../../mail/index.ts'
import { findReportedIssues, type TakenNotification } from '../pending/index.ts'
import { effectiveOf, findMembers, unsubscribeToken } from '../settings/index.ts'
import { issueMailOf, type ReportedChange } from './issue-mail.ts'
import { type IssueMailPayload, issueMail } from './queue-mails.ts'

export interface IssueMailDeps {
  db: Database
  mailer: Mailer
  sealer: Sealer
  /** Public origin, where links lead. */
  url: string
  /** Whether members without a setting are mailed. */
  byDefault: boolean
  /** Returns the name of a rule and where to change it. */
  findRule: (ruleId: string) => Promise<{ name: string; url: string } | undefined>
}

/** Handles mail jobs about issues. Members who left or unsubscribed meanwhile get none. */
export function issueMailJobs({
  db,
  mailer,
  sealer,
  url,
  byDefault,
  findRule,
}: IssueMailDeps): Record<typeof issueMail, JobHandler> {
  const send = mailSender(mailer, url)
  return {
    [issueMail]: async ({ userId, projectId, notifications, ruleIds = [], isLast }: IssueMailPayload, job) => {
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
        rule: ruleIds.length === 1 ? await findRule(ruleIds[0]!) : undefined,
        isLast,
        url,
        unsubscribeUrl: `${url}/unsubscribe#token=${token}`,
      })
      await send(job, member.email, content, { unsubscribeUrl: `${url}/unsubscribe?token=${token}` })
    },
  }
}

/** Adds the current state of each issue; issues that are no longer open are left out. */
async function withIssues(
  db: Queryable,
  projectId: number,
  notifications: TakenNotification[],
): Promise<ReportedChange[]> {
  const reported: ReportedChange[] = []
  for (const { kind, count, issueIds } of notifications) {
    const issues = await findReportedIssues(db, projectId, issueIds)
    if (issues.length > 0) reported.push({ kind, count: count - (issueIds.length - issues.length), issues })
  }
  return reported
}
