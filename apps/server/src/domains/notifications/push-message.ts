import { createHash } from 'node:crypto'
import { type PushMessage, toBoundId } from '@bugle/protocol'
import { levelOf } from '../../db/codes.ts'
import type { PushOptions } from '../../ports/pusher.ts'
import type { NotificationKind, ReportedIssue } from './pending-store.ts'
import { singleLine } from './plain-text.ts'

/** A change of an open issue, as a device is told of it. */
export interface ReportedPush {
  projectId: number
  projectName: string
  kind: NotificationKind
  issue: ReportedIssue
}

/** Longest texts of a message: push services take 4 kB, encrypted. */
const maxProject = 60
const maxTitle = 240
const maxProjects = 3

/** Returns the message about one change, or about several that came together. */
export function pushMessageOf(
  pushes: readonly ReportedPush[],
  { details }: { details: boolean },
): { message: PushMessage; options: PushOptions } {
  const [first] = pushes
  if (pushes.length === 1) return one(first!, details)
  const count = (kind: NotificationKind) => pushes.filter((push) => push.kind === kind).length
  const projects = [...new Set(pushes.map(({ projectName }) => singleLine(projectName, maxProject)))]
  return {
    message: {
      kind: 'issues',
      new: count('new'),
      regressed: count('regressed'),
      projects: projects.slice(0, maxProjects),
    },
    options: { urgency: pushes.some(isUrgent) ? 'high' : 'normal' },
  }
}

function one(push: ReportedPush, details: boolean) {
  const { projectId, projectName, kind, issue } = push
  const { type, message, shortId, issueId } = issue
  return {
    message: {
      kind: 'issue' as const,
      change: kind,
      project: singleLine(projectName, maxProject),
      issue_id: toBoundId('iss', projectId, issueId),
      short_id: shortId,
      level: levelOf(issue.levelCode),
      ...(details ? { title: singleLine(message === '' ? type : `${type}: ${message}`, maxTitle) } : {}),
    },
    options: { urgency: isUrgent(push) ? ('high' as const) : ('normal' as const), topic: topicOf(issueId) },
  }
}

/** A phone that saves power delays the others. */
function isUrgent({ kind, issue }: ReportedPush): boolean {
  return kind === 'new' && levelOf(issue.levelCode) === 'fatal'
}

/** 32 characters at most, which say nothing to the push service. */
function topicOf(issueId: string): string {
  return createHash('sha256').update(issueId).digest('base64url').slice(0, 32)
}
