import { createHash } from 'node:crypto'
import { type ProjectTrigger, type PushMessage, toBoundId, toProjectId } from '@bugle/protocol'
import { levelOf } from '../../../db/codes.ts'
import { singleLine } from '../../../lib/plain-text.ts'
import type { PushOptions } from '../../../ports/pusher.ts'
import type { IssueKind, NotificationKind, ReportedIssue } from '../pending/index.ts'
import type { NewSubscription } from './push-subscription-store.ts'
import { pushTexts } from './push-text.ts'

interface PushedProject {
  projectId: number
  projectName: string
}

/** A change of an issue, as a device is notified of it. */
interface IssuePush extends PushedProject {
  kind: IssueKind
  issue: ReportedIssue
}

/** Something of a project: a release, monitor or feedback, or an empty text. */
interface ProjectPush extends PushedProject {
  kind: ProjectTrigger
  text: string
}

export type ReportedPush = IssuePush | ProjectPush

/** How a device is notified: its way, whether the error is named, its language. */
export type PushStyle = Pick<NewSubscription, 'kind' | 'details' | 'language'>

/** Longest texts of a message: push services take 4 kB, encrypted. */
const maxProject = 60
const maxError = 240
const maxProjects = 3

/**
 * Returns the message about one change, or about several that came together.
 *
 * @param url public origin
 */
export function pushMessageOf(
  pushes: readonly ReportedPush[],
  style: PushStyle,
  url: string,
): { message: PushMessage; options: PushOptions } {
  const [first] = pushes
  if (pushes.length === 1) return isOfIssue(first!) ? ofIssue(first, style, url) : ofProject(first!, style, url)
  const areIssues = pushes.every(isOfIssue)
  const count = (kind: NotificationKind) => pushes.filter((push) => push.kind === kind).length
  const projects = [...new Set(pushes.map(({ projectName }) => singleLine(projectName, maxProject)))]
  const more = projects.length > maxProjects ? ' …' : ''
  return {
    message: {
      id: numberOf('several'),
      title: areIssues
        ? pushTexts[style.language].several(count('new'), count('regressed'), pushes.length)
        : pushTexts[style.language].alerts(pushes.length),
      body: projects.slice(0, maxProjects).join(', ') + more,
      url: linkOf(style, url),
      kind: 'issues',
    },
    options: { urgency: pushes.some(isUrgent) ? 'high' : 'normal' },
  }
}

export function testMessageOf(style: PushStyle, url: string): PushMessage {
  const { test } = pushTexts[style.language]
  return { id: numberOf('test'), title: 'Bugle', body: test, url: linkOf(style, url), kind: 'test' }
}

function isOfIssue(push: ReportedPush): push is IssuePush {
  return 'issue' in push
}

interface Push {
  message: PushMessage
  options: PushOptions
}

/** Names the release, monitor or feedback where the device shows details. */
function ofProject({ projectId, projectName, kind, text }: ProjectPush, style: PushStyle, url: string): Push {
  const topic = `${projectId} ${kind} ${text}`
  return {
    message: {
      id: numberOf(topic),
      title: pushTexts[style.language].one[kind](singleLine(projectName, maxProject)),
      body: style.details ? singleLine(text, maxError) : '',
      url: linkOf(style, url, `projects/${toProjectId(projectId)}`),
      kind: 'project',
    },
    options: { urgency: 'normal', topic: topicOf(topic) },
  }
}

function ofIssue(push: IssuePush, style: PushStyle, url: string): Push {
  const { projectId, projectName, kind, issue } = push
  const { type, message, shortId, issueId } = issue
  const texts = pushTexts[style.language]
  const id = toBoundId('iss', projectId, issueId)
  const level = levelOf(issue.levelCode)
  const error = singleLine(message === '' ? type : `${type}: ${message}`, maxError)
  return {
    message: {
      id: numberOf(issueId),
      title: texts.one[kind](singleLine(projectName, maxProject)),
      body: style.details ? error : `${shortId} · ${texts.levels[level]}`,
      url: linkOf(style, url, `issues/${id}`),
      kind: 'issue',
      issue: { id, short_id: shortId, change: kind, level },
    },
    options: {
      urgency: isUrgent(push) ? 'high' : 'normal',
      topic: topicOf(issueId),
    },
  }
}

/** Leads into the app of the phone, or to the page that the browser installed. */
function linkOf({ kind }: PushStyle, url: string, path = ''): string {
  return kind === 'webpush' ? `${url}/m/${path}` : `bugle://${path}?s=${encodeURIComponent(new URL(url).host)}`
}

/** A phone that saves power delays the others. */
function isUrgent(push: ReportedPush): boolean {
  return isOfIssue(push) && push.kind === 'new' && levelOf(push.issue.levelCode) === 'fatal'
}

function topicOf(text: string): string {
  return digestOf(text).toString('base64url').slice(0, 32)
}

/** A number of 31 bits, as Android identifies notifications. */
function numberOf(text: string): number {
  return digestOf(text).readUInt32BE() >>> 1
}

/** Says nothing to the push service. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
