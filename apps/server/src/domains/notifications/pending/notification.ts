import {
  type AlertTrigger,
  decisionTriggers,
  type IssueTrigger,
  type ProjectTrigger,
  projectTriggers,
} from '@bugle/protocol'
import { hourMs } from '../../../lib/time.ts'

type Short<Trigger> = Trigger extends `issue.${infer Kind}` ? Kind : never

/** A change or state of an issue: a trigger of alert rules, without `issue.`. */
export type IssueKind = Short<IssueTrigger>
/** Something that people are notified of. */
export type NotificationKind = IssueKind | ProjectTrigger

/** Decisions of people, which are reported of settled issues as well. */
export const decisionKinds: readonly NotificationKind[] = decisionTriggers.map(kindOf)

export function kindOf(trigger: AlertTrigger): NotificationKind {
  return trigger.replace(/^issue\./, '') as NotificationKind
}

export function isIssueKind(kind: NotificationKind): kind is IssueKind {
  return !isProjectKind(kind)
}

export function isProjectKind(kind: NotificationKind): kind is ProjectTrigger {
  return (projectTriggers as readonly string[]).includes(kind)
}

/** The page of a project that says more about what was found of it. */
export const projectPages: Record<ProjectTrigger, string> = {
  'project.silent': 'overview',
  'project.losing': 'health',
  'project.rate': 'issues',
  'project.spike': 'issues',
  'release.new': 'releases',
  'release.new_issues': 'releases',
  'release.crash_free': 'releases',
  'monitor.missed': 'monitors',
  'monitor.failed': 'monitors',
  'monitor.recovered': 'monitors',
  'feedback.new': 'feedback',
}

/** A change that people may want to know of. */
export interface PendingNotification {
  projectId: number
  /** Undefined for one about the project. */
  issueId: string | undefined
  kind: NotificationKind
  /** The release, monitor or feedback that it is about. */
  subject: string | undefined
  /** Null for all who see the project. */
  userIds: readonly string[] | null
  ruleId: string
  /** Least time since the last message about the same; by default an hour. */
  restMs: number | undefined
  /** Whether people are notified in their quiet hours, too. */
  isUrgent: boolean
}

/** The issue of a notification about a project. */
export const noIssue = '00000000-0000-0000-0000-000000000000'

export function issueIdOf({ issueId = noIssue }: PendingNotification): string {
  return issueId
}

export function subjectOf({ subject = '' }: PendingNotification): string {
  return subject
}

/** That a monitor works again is reported at once. */
export function restSecondsOf({ kind, restMs = hourMs }: PendingNotification): number {
  return kind === 'monitor.recovered' ? 0 : Math.round(restMs / 1000)
}
