import type { ProjectTrigger } from '@bugle/protocol'
import type { Database, Queryable } from '../../../db/database.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import type { Sealer } from '../../../ports/sealer.ts'
import type { JobHandler } from '../../jobs/index.ts'
import { mailSender } from '../../mail/index.ts'
import {
  decisionKinds,
  findFeedbackTexts,
  findReportedIssues,
  findSurvivors,
  type IssueKind,
  isProjectKind,
  type ReportedIssue,
  type TakenNotification,
} from '../pending/index.ts'
import { effectiveOf, findMembers, unsubscribeToken } from '../settings/index.ts'
import { issueMailOf, type ReportedChange, type RuleLink } from './issue-mail.ts'
import { type IssueMailPayload, issueMail } from './queue-mails.ts'

export interface IssueMailDeps {
  db: Database
  mailer: Mailer
  sealer: Sealer
  /** Public origin, where links lead. */
  url: string
  /** Whether members without a setting are mailed. */
  byDefault: boolean
  /** Returns the names of rules that exist, and where each is changed and muted. */
  findRules: (ruleIds: readonly string[]) => Promise<RuleLink[]>
}

/** Handles mail jobs about issues. Members who left or unsubscribed meanwhile get none. */
export function issueMailJobs({
  db,
  mailer,
  sealer,
  url,
  byDefault,
  findRules,
}: IssueMailDeps): Record<typeof issueMail, JobHandler> {
  const send = mailSender(mailer, url)
  return {
    [issueMail]: async ({ userId, projectId, notifications, ruleIds = [], isLast }: IssueMailPayload, job) => {
      const [member] = await findMembers(db, projectId, userId)
      if (member === undefined) return
      const wants = effectiveOf(member, byDefault)
      const wanted = await stillReported(
        db,
        projectId,
        notifications.filter(({ kind }) => wants(kind)),
      )
      if (wanted.length === 0) return
      const token = unsubscribeToken(sealer, { userId, projectId })
      const content = issueMailOf({
        projectId,
        projectName: member.projectName,
        notifications: wanted,
        rules: ruleIds.length <= linkedRules ? await findRules(ruleIds) : [],
        isLast,
        url,
        unsubscribeUrl: `${url}/unsubscribe#token=${token}`,
      })
      await send(job, member.email, content, { unsubscribeUrl: `${url}/unsubscribe?token=${token}` })
    },
  }
}

/** Most rules that a mail has links to. */
const linkedRules = 3

/**
 * Returns what is worth a mail still. An issue that was merged meanwhile is the one that it belongs to now; settled ones are left
 * out unless that is the news.
 */
async function stillReported(
  db: Queryable,
  projectId: number,
  notifications: readonly TakenNotification[],
): Promise<ReportedChange[]> {
  const reported: ReportedChange[] = []
  for (const { kind, count, issueIds, subjects = [] } of notifications) {
    const known = isProjectKind(kind) ? subjects : issueIds
    const found = isProjectKind(kind)
      ? { kind, texts: await textsOf(db, projectId, kind, subjects) }
      : { kind, issues: await issuesOf(db, projectId, kind, issueIds) }
    const left = 'texts' in found ? found.texts.length : found.issues.length
    if (left > 0) reported.push({ ...found, count: count - (known.length - left) })
  }
  return reported
}

async function issuesOf(
  db: Queryable,
  projectId: number,
  kind: IssueKind,
  issueIds: readonly string[],
): Promise<ReportedIssue[]> {
  const survivors = await findSurvivors(
    db,
    issueIds.map((issueId) => ({ projectId, issueId })),
  )
  const current = new Set(issueIds.map((issueId) => survivors.get(issueId) ?? issueId))
  return findReportedIssues(db, projectId, [...current], { isOpen: !decisionKinds.includes(kind) })
}

async function textsOf(
  db: Queryable,
  projectId: number,
  kind: ProjectTrigger,
  subjects: readonly string[],
): Promise<string[]> {
  if (kind !== 'feedback.new') return [...subjects]
  const texts = await findFeedbackTexts(db, projectId, subjects)
  return subjects.flatMap((id) => texts.get(id) ?? [])
}
