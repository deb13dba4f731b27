import { toBoundId, toProjectId } from '@bugle/protocol'
import { plainText } from '../../../lib/plain-text.ts'
import type { MailContent } from '../../mail/index.ts'
import type { NotificationKind, ReportedIssue } from '../pending/index.ts'

/** The issues of one kind in a mail: those listed, and how many there are in all. */
export interface ReportedChange {
  kind: NotificationKind
  count: number
  issues: ReportedIssue[]
}

export interface IssueMail {
  projectId: number
  projectName: string
  notifications: ReportedChange[]
  /** The rule that reported them, if it is one. */
  rule: { name: string; url: string } | undefined
  /** No further mail comes in this hour. */
  isLast: boolean
  /** Public origin. */
  url: string
  unsubscribeUrl: string
}

/** Beginning of a title, and the word for one of several. */
const happened: Record<NotificationKind, string> = {
  new: 'New issue',
  regressed: 'Regressed',
  reopened: 'Back from snooze',
  escalating: 'Escalating',
  events: 'Many events',
  users: 'Many people',
}
const words: Record<NotificationKind, string> = {
  new: 'new',
  regressed: 'regressed',
  reopened: 'reopened',
  escalating: 'escalating',
  events: 'frequent',
  users: 'widespread',
}

/** Returns the mail about one issue, or about several that came together. */
export function issueMailOf(mail: IssueMail): MailContent {
  const { projectId, projectName, notifications, rule, isLast, url, unsubscribeUrl } = mail
  const project = plainText(projectName, 60)
  const total = notifications.reduce((sum, { count }) => sum + count, 0)
  const first = notifications[0]?.issues[0]
  const body =
    total === 1 && first !== undefined
      ? one(mail, notifications[0]!.kind, first, project)
      : several(mail, project, total)
  return {
    ...body,
    notes: [
      ...(isLast ? ['This is the last mail about issues for this hour; see the dashboard for further changes.'] : []),
      `You receive this mail because you are a member of the project ${project}. At most one mail an hour is sent about an issue, and changes that come together share a mail.`,
    ],
    links: [
      ...(rule === undefined ? [] : [{ label: `Rule ${plainText(rule.name, 80)}`, url: rule.url }]),
      { label: 'Settings of this project', url: `${url}/projects/${toProjectId(projectId)}/settings/notifications` },
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  }
}

type Body = Omit<MailContent, 'notes' | 'links'>

function one({ projectId, url }: IssueMail, kind: NotificationKind, issue: ReportedIssue, project: string): Body {
  const title = titleOf(issue, 120)
  return {
    subject: `[${project}] ${happened[kind]}: ${title}`,
    title: `${happened[kind]} in ${project}`,
    paragraphs: [
      titleOf(issue, 500),
      ...(issue.culprit === null ? [] : [`in ${plainText(issue.culprit, 200)}`]),
      ...(kind === 'regressed' ? [`It was resolved, and has come back${inRelease(issue)}.`] : []),
    ],
    facts: [
      ['Issue', issue.shortId],
      ['Events', amount(issue.events)],
      ['People', amount(issue.users)],
      ['First seen', timeOf(issue.firstSeenAt)],
      ...(issue.lastRelease === null ? [] : [['Release', plainText(issue.lastRelease, 100)] as [string, string]]),
    ],
    action: { label: 'Open the issue', url: issueUrl(url, projectId, issue) },
  }
}

/** `3 new issues, 1 regressed` */
function several({ projectId, notifications, url }: IssueMail, project: string, total: number): Body {
  const parts = notifications.map(({ kind, count }, index) =>
    index === 0 ? counted(count, `${words[kind]} issue`, `${words[kind]} issues`) : `${amount(count)} ${words[kind]}`,
  )
  const shown = notifications.flatMap(({ kind, issues }) => issues.map((issue) => ({ kind, issue })))
  const events = shown.reduce((sum, { issue }) => sum + issue.events, 0)
  const summary = parts.join(', ')
  const more = total - shown.length
  return {
    subject: `[${project}] ${summary}`,
    title: `${summary} in ${project}`,
    paragraphs: [
      `${counted(events, 'event', 'events')} so far${more > 0 ? ` in the ${shown.length} most frequent of them` : ''}.`,
    ],
    items: shown.map(({ kind, issue }) => ({
      title: titleOf(issue, 160),
      detail: [
        issue.shortId,
        words[kind] + (kind === 'regressed' ? inRelease(issue) : ''),
        counted(issue.events, 'event', 'events'),
        counted(issue.users, 'person', 'people'),
      ].join(' · '),
      url: issueUrl(url, projectId, issue),
    })),
    ...(more > 0 ? { more: `${amount(more)} more` } : {}),
    action: { label: 'Open the issues', url: `${url}/projects/${toProjectId(projectId)}/issues` },
  }
}

function inRelease({ regressedRelease }: ReportedIssue): string {
  return regressedRelease === null ? '' : ` in ${plainText(regressedRelease, 100)}`
}

function titleOf({ type, message }: ReportedIssue, maxLength: number): string {
  return plainText(message === '' ? type : `${type}: ${message}`, maxLength)
}

function issueUrl(url: string, projectId: number, { issueId }: ReportedIssue): string {
  return `${url}/issues/${toBoundId('iss', projectId, issueId)}`
}

/** `1 event`, `1,400 events` */
function counted(count: number, one: string, many: string): string {
  return `${amount(count)} ${count === 1 ? one : many}`
}

function amount(count: number): string {
  return count.toLocaleString('en-US')
}

function timeOf(time: Date): string {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)
  return `${text} UTC`
}
