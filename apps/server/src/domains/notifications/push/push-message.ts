import { createHash } from 'node:crypto'
import { type PushMessage, toBoundId } from '@bugle/protocol'
import { levelOf } from '../../../db/codes.ts'
import { singleLine } from '../../../lib/plain-text.ts'
import type { PushOptions } from '../../../ports/pusher.ts'
import type { NotificationKind, ReportedIssue } from '../pending/index.ts'
import type { NewSubscription } from './push-subscription-store.ts'
import { pushTexts } from './push-text.ts'

/** A change of an open issue, as a device is notified of it. */
export interface ReportedPush {
  projectId: number
  projectName: string
  kind: NotificationKind
  issue: ReportedIssue
}

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
  if (pushes.length === 1) return one(pushes[0]!, style, url)
  const count = (kind: NotificationKind) => pushes.filter((push) => push.kind === kind).length
  const projects = [...new Set(pushes.map(({ projectName }) => singleLine(projectName, maxProject)))]
  const more = projects.length > maxProjects ? ' …' : ''
  return {
    message: {
      id: numberOf('several'),
      title: pushTexts[style.language].several(count('new'), count('regressed'), pushes.length),
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

function one(push: ReportedPush, style: PushStyle, url: string): { message: PushMessage; options: PushOptions } {
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
      url: linkOf(style, url, id),
      kind: 'issue',
      issue: { id, short_id: shortId, change: kind, level },
    },
    options: {
      urgency: isUrgent(push) ? 'high' : 'normal',
      topic: digestOf(issueId).toString('base64url').slice(0, 32),
    },
  }
}

/** Leads into the app of the phone, or to the page that the browser installed. */
function linkOf({ kind }: PushStyle, url: string, issueId?: string): string {
  if (kind === 'webpush') return `${url}/m/${issueId === undefined ? '' : `issues/${issueId}`}`
  return `bugle://${issueId === undefined ? '' : `issues/${issueId}`}?s=${encodeURIComponent(new URL(url).host)}`
}

/** A phone that saves power delays the others. */
function isUrgent({ kind, issue }: ReportedPush): boolean {
  return kind === 'new' && levelOf(issue.levelCode) === 'fatal'
}

/** A number of 31 bits, as Android identifies notifications. */
function numberOf(text: string): number {
  return digestOf(text).readUInt32BE() >>> 1
}

/** Says nothing to the push service. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
