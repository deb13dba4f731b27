import { toBoundId } from '@bugle/protocol'
import type { Database, Tx } from '../../../db/database.ts'
import { plainText } from '../../../lib/plain-text.ts'
import { quietMsOf } from '../../../lib/quiet-hours.ts'
import { hourMs } from '../../../lib/time.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import { findUser } from '../../accounts/index.ts'
import { addJobs, type JobHandler } from '../../jobs/index.ts'
import { type MailContent, mailSender } from '../../mail/index.ts'
import { countMail } from '../pending/index.ts'
import { findQuietPeople } from '../settings/index.ts'
import {
  findAssignedPeople,
  findCommentText,
  findNamedIssues,
  findRecipient,
  type NamedIssue,
} from './person-mail-store.ts'

// Mails to the person that an issue is assigned to, that a comment mentions, or whose device is no longer notified. Their
// content is read when they are sent: a payload holds ids alone, and what a device says of itself.

interface PersonMails {
  assigned_mail: { userId: string; byId: string | null; projectId: number; issueIds: string[] }
  mention_mail: { userId: string; byId: string; projectId: number; issueId: string; activityId: number }
  push_lost_mail: { userId: string; device: string | null }
}

/** Issues that one mail lists. */
const listed = 10
const keepMs = 24 * hourMs

export interface Assigned {
  projectId: number
  issueIds: readonly string[]
  /** The person or the team. */
  assignee: { kind: 'usr' | 'tea'; id: string }
  /** Null for a rule. */
  byId: string | null
}

/** Queues mails about issues that somebody assigned to others. Within the transaction of the change. @returns to whom */
export async function notifyAssigned(tx: Tx, { projectId, issueIds, assignee, byId }: Assigned): Promise<string[]> {
  const people = (await findAssignedPeople(tx, projectId, assignee)).filter((userId) => userId !== byId)
  const payloads = people.map((userId): PersonMails['assigned_mail'] => ({
    userId,
    byId,
    projectId,
    issueIds: issueIds.slice(0, listed),
  }))
  const delaysMs = await quietMsOfPeople(tx, people)
  await addJobs(tx, { kind: 'assigned_mail', line: 'mails', owner: `project ${projectId}`, payloads, delaysMs, keepMs })
  return people
}

export interface Mentioned {
  projectId: number
  issueId: string
  activityId: number
  /** People and teams. */
  mentioned: readonly { kind: 'usr' | 'tea'; id: string }[]
  byId: string
}

/** Queues mails to the people whom a comment mentions, each once. Within the transaction of the comment. @returns to whom */
export async function notifyMentioned(tx: Tx, { mentioned, ...comment }: Mentioned): Promise<string[]> {
  const userIds = new Set<string>()
  for (const one of mentioned)
    for (const userId of await findAssignedPeople(tx, comment.projectId, one)) userIds.add(userId)
  userIds.delete(comment.byId)
  const people = [...userIds]
  const payloads = people.map((userId): PersonMails['mention_mail'] => ({ userId, ...comment }))
  const owner = `project ${comment.projectId}`
  const delaysMs = await quietMsOfPeople(tx, people)
  await addJobs(tx, { kind: 'mention_mail', line: 'mails', owner, payloads, delaysMs, keepMs })
  return people
}

/** Returns how long the quiet hours of each last still. */
async function quietMsOfPeople(tx: Tx, userIds: readonly string[]): Promise<number[]> {
  const quiet = await findQuietPeople(tx, userIds)
  const msOf = new Map(quiet.map(({ userId, now, ...columns }) => [userId, quietMsOf(columns, now)]))
  return userIds.map((userId) => msOf.get(userId) ?? 0)
}

/** Queues the mail about a device that can no longer be reached by push. */
export async function notifyPushLost(tx: Tx, lost: PersonMails['push_lost_mail']): Promise<void> {
  const owner = `account ${lost.userId}`
  await addJobs(tx, { kind: 'push_lost_mail', line: 'mails', owner, payloads: [lost], keepMs })
}

export interface PersonMailDeps {
  db: Database
  mailer: Mailer
  /** Public origin, where links lead. */
  url: string
  /** Mails about issues to a person in an hour. */
  maxMails: number
}

/** Returns the handlers. Those who no longer see the project, or want no such mails, get none. */
export function personMailJobs({ db, mailer, url, maxMails }: PersonMailDeps): Record<keyof PersonMails, JobHandler> {
  const send = mailSender(mailer, url)
  return {
    assigned_mail: async ({ userId, byId, projectId, issueIds }: PersonMails['assigned_mail'], job) => {
      const recipient = await findRecipient(db, { userId, byId, projectId, kind: 'assigned' })
      const issues = await findNamedIssues(db, projectId, issueIds, userId)
      if (recipient === undefined || issues.length === 0 || (await countMail(db, userId)) > maxMails) return
      await send(job, recipient.email, assignedMail(projectId, issues, recipient, url))
    },
    mention_mail: async ({ userId, byId, projectId, issueId, activityId }: PersonMails['mention_mail'], job) => {
      const recipient = await findRecipient(db, { userId, byId, projectId, kind: 'mention' })
      const [issue] = await findNamedIssues(db, projectId, [issueId])
      const text = await findCommentText(db, projectId, activityId)
      if (recipient === undefined || issue === undefined || text === undefined) return
      if ((await countMail(db, userId)) > maxMails) return
      await send(job, recipient.email, mentionMail(projectId, issue, { ...recipient, text }, url))
    },
    push_lost_mail: async ({ userId, device }: PersonMails['push_lost_mail'], job) => {
      const user = await findUser(db, userId)
      if (user === undefined || user.disabledAt !== null) return
      await send(job, user.email, pushLostMail(device, url))
    },
  }
}

function pushLostMail(device: string | null, url: string): MailContent {
  return {
    subject: 'No more notifications on one of your devices',
    paragraphs: [
      'Bugle can no longer send notifications to a device of yours: its browser or app has given them up, or nobody has used it for a long time.',
      'Open Bugle on it and turn them on again under You, Notifications. Mails are not affected.',
    ],
    ...(device !== null && { facts: [['Device', plainText(device, 200)]] }),
    action: { label: 'See your devices', url: `${url}/account/notifications` },
    notes: [],
  }
}

interface Context {
  byName: string
  projectName: string
}

function assignedMail(projectId: number, issues: NamedIssue[], context: Context, url: string): MailContent {
  const [by, project] = [plainText(context.byName, 60), plainText(context.projectName, 60)]
  const [first] = issues as [NamedIssue]
  const what = issues.length === 1 ? plainText(first.shortId, 40) : `${issues.length} issues`
  return {
    subject: `[${project}] ${by} assigned ${what} to you`,
    paragraphs: [`${by} assigned ${what} in ${project} to you, or to a team of yours.`],
    items: issues.map((issue) => itemOf(projectId, issue, url)),
    notes: [switches],
  }
}

function mentionMail(
  projectId: number,
  issue: NamedIssue,
  { text, ...context }: Context & { text: string },
  url: string,
): MailContent {
  const [by, project] = [plainText(context.byName, 60), plainText(context.projectName, 60)]
  return {
    subject: `[${project}] ${by} mentioned you in ${plainText(issue.shortId, 40)}`,
    paragraphs: [`${by} wrote: ${plainText(text, 1000)}`],
    items: [itemOf(projectId, issue, url)],
    notes: [switches],
  }
}

function itemOf(projectId: number, { issueId, shortId, type, message }: NamedIssue, url: string) {
  return {
    title: plainText(`${shortId} ${type}`, 160),
    detail: plainText(message, 300),
    url: `${url}/issues/${toBoundId('iss', projectId, issueId)}`,
  }
}

const switches = 'You can turn these mails off in your account, under Notifications.'
