import { type ProjectTrigger, toBoundId, toProjectId } from '@bugle/protocol'
import { amount, counted } from '../../../lib/amounts.ts'
import { plainText } from '../../../lib/plain-text.ts'
import type { MailContent } from '../../mail/index.ts'
import { type IssueKind, type NotificationKind, projectPages, type ReportedIssue } from '../pending/index.ts'

/** The part of a mail about one kind: the issues that it lists, or releases, monitors and feedback, and how many there are in all. */
export type ReportedChange = { count: number } & (
  | { kind: IssueKind; issues: ReportedIssue[] }
  | { kind: ProjectTrigger; texts: string[] }
)

export interface IssueMail {
  projectId: number
  projectName: string
  notifications: ReportedChange[]
  /** The rules that reported them, as far as they exist. */
  rules: RuleLink[]
  /** No further mail comes in this hour. */
  isLast: boolean
  /** Public origin. */
  url: string
  unsubscribeUrl: string
}

/** A rule by its name, and where it is changed and muted. */
export interface RuleLink {
  name: string
  url: string
  muteUrl: string
}

/** Beginning of a title, and the word for one of several. */
const happened: Record<NotificationKind, string> = {
  new: 'New issue',
  regressed: 'Regressed',
  reopened: 'Back from snooze',
  escalating: 'Escalating',
  events: 'Many events',
  users: 'Many people',
  first_in_release: 'First time in a release',
  resolved: 'Resolved',
  assigned: 'Assigned',
  commented: 'Comment',
  'project.silent': 'No events',
  'project.losing': 'Events are lost',
  'project.rate': 'Many events',
  'project.spike': 'Far more events than usual',
  'release.new': 'New release',
  'release.new_issues': 'Release with many new issues',
  'release.crash_free': 'Release that crashes often',
  'monitor.missed': 'Monitor missed its time',
  'monitor.failed': 'Monitor failed',
  'monitor.recovered': 'Monitor recovered',
  'feedback.new': 'Feedback',
}
const words: Record<IssueKind, string> = {
  new: 'new',
  regressed: 'regressed',
  reopened: 'reopened',
  escalating: 'escalating',
  events: 'frequent',
  users: 'widespread',
  first_in_release: 'first in a release',
  resolved: 'resolved',
  assigned: 'assigned',
  commented: 'commented on',
}

/** Returns the mail about one issue, or about several that came together. */
export function issueMailOf(mail: IssueMail): MailContent {
  const { projectId, projectName, notifications, rules, isLast, url, unsubscribeUrl } = mail
  const project = plainText(projectName, 60)
  const total = notifications.reduce((sum, { count }) => sum + count, 0)
  const [first] = notifications
  const body = total === 1 && first !== undefined ? one(mail, first, project) : several(mail, project, total)
  return {
    ...body,
    notes: [
      ...(isLast ? ['This is the last mail about alerts for this hour; see the dashboard for further changes.'] : []),
      `You receive this mail because you are a member of the project ${project}. Changes that come together share a mail.`,
    ],
    links: [
      ...rules.flatMap(({ name, url: ruleUrl, muteUrl }) => [
        { label: `Rule ${plainText(name, 80)}`, url: ruleUrl },
        { label: rules.length === 1 ? 'Mute' : `Mute ${plainText(name, 80)}`, url: muteUrl },
      ]),
      { label: 'Settings of this project', url: `${url}/projects/${toProjectId(projectId)}/settings/notifications` },
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  }
}

type Body = Omit<MailContent, 'notes' | 'links'>

function one(mail: IssueMail, change: ReportedChange, project: string): Body {
  if ('texts' in change) return ofProject(mail, change.kind, change.texts[0] ?? '', project)
  return ofIssue(mail, change.kind, change.issues[0]!, project)
}

function ofIssue({ projectId, url }: IssueMail, kind: IssueKind, issue: ReportedIssue, project: string): Body {
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

function ofProject({ projectId, url }: IssueMail, kind: ProjectTrigger, text: string, project: string): Body {
  const [title, named] = [`${happened[kind]} in ${project}`, plainText(text, 120)]
  return {
    subject: `[${project}] ${happened[kind]}${named === '' ? '' : `: ${named}`}`,
    title,
    paragraphs: text === '' ? [] : [plainText(text, 500)],
    action: { label: 'Open the project', url: projectUrl(url, projectId, projectPages[kind]) },
  }
}

/** `3 new issues, 1 regressed` */
function several({ projectId, notifications, url }: IssueMail, project: string, total: number): Body {
  const summary = notifications.map(countOf).join(', ')
  const items = notifications.flatMap((change) => itemsOf(change, projectId, url))
  const issues = notifications.flatMap((change) => ('issues' in change ? change.issues : []))
  const events = issues.reduce((sum, issue) => sum + issue.events, 0)
  const more = total - items.length
  return {
    subject: `[${project}] ${summary}`,
    title: `${summary} in ${project}`,
    paragraphs:
      issues.length === 0
        ? []
        : [
            `${counted(events, 'event', 'events')} so far${more > 0 ? ` in the ${issues.length} most frequent of them` : ''}.`,
          ],
    items,
    ...(more > 0 ? { more: `${amount(more)} more` } : {}),
    action:
      issues.length === 0
        ? { label: 'Open the project', url: projectUrl(url, projectId, 'overview') }
        : { label: 'Open the issues', url: projectUrl(url, projectId, 'issues') },
  }
}

/** `3 new issues` at the beginning, `3 new` after it, and `2 × Monitor failed`. */
function countOf(change: ReportedChange, index: number): string {
  const { kind, count } = change
  if ('texts' in change) return count === 1 ? happened[kind] : `${amount(count)} × ${happened[kind]}`
  const word = words[change.kind]
  return index === 0 ? counted(count, `${word} issue`, `${word} issues`) : `${amount(count)} ${word}`
}

function itemsOf(change: ReportedChange, projectId: number, url: string): NonNullable<MailContent['items']> {
  if ('texts' in change) {
    const { kind, texts } = change
    const page = projectUrl(url, projectId, projectPages[kind])
    return texts.map((text) => ({ title: happened[kind], detail: plainText(text, 300), url: page }))
  }
  const { kind, issues } = change
  return issues.map((issue) => ({
    title: titleOf(issue, 160),
    detail: [
      issue.shortId,
      words[kind] + (kind === 'regressed' ? inRelease(issue) : ''),
      counted(issue.events, 'event', 'events'),
      counted(issue.users, 'person', 'people'),
    ].join(' · '),
    url: issueUrl(url, projectId, issue),
  }))
}

function projectUrl(url: string, projectId: number, page: string): string {
  return `${url}/projects/${toProjectId(projectId)}/${page}`
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

function timeOf(time: Date): string {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)
  return `${text} UTC`
}
