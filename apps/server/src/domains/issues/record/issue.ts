import {
  type GroupingView,
  type Issue,
  type IssueStatus,
  type Level,
  limits,
  type Platform,
  toBoundId,
  toPlainId,
  toProjectId,
} from '@bugle/protocol'
import { maskSecrets } from '@bugle/sentry-event'
import { dayMs } from '../../../lib/time.ts'
import type { ResolvedIn } from '../state/index.ts'

/** An issue as its tables store it. */
export interface IssueRecord {
  projectId: number
  issueId: string
  shortPrefix: string
  shortNumber: number
  type: string
  message: string
  culprit: string | null
  level: Level
  platform: Platform
  status: IssueStatus
  count: number
  users: number
  firstSeenAt: Date
  lastSeenAt: Date
  fingerprint: string
  grouping: StoredGrouping
  firstRelease: string | null
  lastRelease: string | null
  resolution: { mode: ResolvedIn; release: string | null; at: Date } | null
  snooze: { until: Date | null; events: number | null; users: number | null } | null
  /** A person or a team. */
  assignee: { kind: 'usr' | 'tea'; id: string; name: string } | null
  regressedAt: Date | null
  /** Whether this hour is far above the usual rate; set by markEscalating. */
  isEscalating: boolean
}

/** The grouping as stored with a group; without `dropped` if nothing was left out. */
export interface StoredGrouping {
  version: number
  reason: string
  components: string[]
  dropped?: { part: string; why: string }[]
}

/** Converts a stored grouping to its API form. */
export function toGroupingView({ version, reason, components, dropped = [] }: StoredGrouping): GroupingView {
  // Those of messages are parts of their text.
  return { version, reason, components: components.map(maskSecrets), dropped }
}

const maxTitle = 250

/** Converts an issue to its API form. */
export function toIssue(issue: IssueRecord, now: Date, sparkline?: number[]): Issue {
  return {
    id: toBoundId('iss', issue.projectId, issue.issueId),
    short_id: `${issue.shortPrefix}-${issue.shortNumber}`,
    project_id: toProjectId(issue.projectId),
    title: titleOf(issue),
    type: issue.type,
    message: issue.message,
    culprit: issue.culprit,
    level: issue.level,
    status: issue.status,
    substatus: issue.status === 'unresolved' ? substatusOf(issue, now) : null,
    platform: issue.platform,
    first_seen: issue.firstSeenAt.toISOString(),
    last_seen: issue.lastSeenAt.toISOString(),
    count: issue.count,
    users: Math.min(issue.users, limits.exactUsers),
    users_approx: issue.users >= limits.exactUsers,
    fingerprint: issue.fingerprint,
    first_release: issue.firstRelease,
    last_release: issue.lastRelease,
    assignee: issue.assignee && { id: toPlainId(issue.assignee.kind, issue.assignee.id), name: issue.assignee.name },
    snooze: issue.snooze && { ...issue.snooze, until: issue.snooze.until?.toISOString() ?? null },
    resolution: issue.resolution && { ...issue.resolution, at: issue.resolution.at.toISOString() },
    grouping: toGroupingView(issue.grouping),
    ...(sparkline === undefined ? {} : { sparkline }),
  }
}

function titleOf({ type, message }: IssueRecord): string {
  const line = message.split('\n', 1)[0]!.trim()
  const title = line === '' ? type : type === 'Message' ? line : `${type}: ${line}`
  return title.length > maxTitle ? `${title.slice(0, maxTitle - 1).toWellFormed()}…` : title
}

/** How long an issue counts as new. */
export const newForMs = dayMs

function substatusOf(
  { firstSeenAt, regressedAt, isEscalating }: IssueRecord,
  now: Date,
): NonNullable<Issue['substatus']> {
  if (regressedAt !== null) return 'regressed'
  if (now.getTime() - firstSeenAt.getTime() < newForMs) return 'new'
  return isEscalating ? 'escalating' : 'ongoing'
}

/** Returns the user; null for Bugle itself, and for deleted users. */
export function personOf(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null || name === null ? null : { id: toPlainId('usr', id), name }
}
