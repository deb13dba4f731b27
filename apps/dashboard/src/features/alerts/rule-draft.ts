import { type AlertTrigger, timedTriggers } from '@bugle/presentation/alert-text'
import { t } from '@bugle/presentation/i18n'
import type { AlertRule, Channel } from './queries.ts'

export const windowUnits = { minutes: 1, hours: 60, days: 1440 }
export type WindowUnit = keyof typeof windowUnits

/** A rule as its form holds it. Numbers are texts while they are typed. */
export interface RuleDraft {
  name: string
  isEnabled: boolean
  triggers: AlertTrigger[]
  count: string
  span: string
  unit: WindowUnit
  /** For a spike: times as many as usual. */
  times: string
  /** For crashes: percent of sessions without one. */
  percent: string
  /** Null for all projects. */
  projectIds: string[] | null
  condition: string
  /** `members`, `assignee`, and teams by id. */
  people: string[]
  /** Person or team; empty for nobody. */
  assignTo: string
  channelIds: string[]
  isUrgent: boolean
  notifiesRecovery: boolean
  /** Minutes between two messages about the same, and for which messages are gathered; empty for what is usual. */
  pace: string
  window: string
}

/** Minutes of a week, and of a day. */
export const longestPace = 10_080
export const longestWindow = 1440

/** The draft of a new rule: what most teams want to know first. */
export function newDraft(projectId: string | undefined, channels: readonly Channel[]): RuleDraft {
  return {
    name: t('New in production'),
    isEnabled: true,
    triggers: ['issue.new', 'issue.regressed'],
    count: '50',
    span: '5',
    unit: 'minutes',
    times: '3',
    percent: '99',
    projectIds: projectId === undefined ? null : [projectId],
    condition: 'environment:production',
    people: channels.length === 1 ? [] : ['members'],
    assignTo: '',
    channelIds: channels.length === 1 ? channels.map(({ id }) => id) : [],
    isUrgent: false,
    notifiesRecovery: false,
    pace: '',
    window: '',
  }
}

export function draftOf(rule: AlertRule): RuleDraft {
  const { count, minutes, times, percent } = rule.threshold ?? { count: 50, minutes: 5 }
  const unit = minutes % 1440 === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes'
  return {
    name: rule.name,
    isEnabled: rule.is_enabled,
    triggers: rule.triggers,
    count: String(count),
    span: String(minutes / windowUnits[unit]),
    unit,
    times: String(times ?? 3),
    percent: String(percent ?? 99),
    projectIds: rule.project_ids,
    condition: rule.condition,
    people: rule.people,
    assignTo: rule.assign_to ?? '',
    channelIds: rule.channel_ids,
    isUrgent: rule.is_urgent,
    notifiesRecovery: rule.notifies_recovery,
    pace: minutesText(rule.pace_minutes),
    window: minutesText(rule.window_minutes),
  }
}

export function isTimed({ triggers }: Pick<RuleDraft, 'triggers'>): boolean {
  return triggers.some((trigger) => timedTriggers.includes(trigger))
}

function minutesText(minutes: number | null): string {
  return minutes === null ? '' : String(minutes)
}

function minutesIn(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** A condition speaks of issues: rules about projects alone have none. */
export function isOfIssues({ triggers }: Pick<RuleDraft, 'triggers'>): boolean {
  return triggers.some((trigger) => trigger.startsWith('issue.'))
}

export function thresholdOf(draft: RuleDraft): AlertRule['threshold'] {
  if (!isTimed(draft)) return null
  const [count, minutes] = [Number(draft.count), Number(draft.span) * windowUnits[draft.unit]]
  const isWhole = Number.isInteger(count) && Number.isInteger(minutes) && count > 0 && minutes > 0
  if (!isWhole) return null
  const threshold: NonNullable<AlertRule['threshold']> = { count, minutes }
  if (draft.triggers.includes('project.spike')) threshold.times = Number(draft.times)
  if (draft.triggers.includes('release.crash_free')) threshold.percent = Number(draft.percent)
  return threshold
}

export function bodyOf(draft: RuleDraft): Omit<AlertRule, 'id' | 'muted_until' | 'created_at'> {
  return {
    name: draft.name.trim(),
    is_enabled: draft.isEnabled,
    triggers: draft.triggers,
    threshold: thresholdOf(draft),
    project_ids: draft.projectIds,
    condition: isOfIssues(draft) ? draft.condition.trim() : '',
    people: draft.people,
    assign_to: draft.assignTo === '' ? null : draft.assignTo,
    channel_ids: draft.channelIds,
    is_urgent: draft.isUrgent,
    notifies_recovery: draft.notifiesRecovery,
    pace_minutes: minutesIn(draft.pace),
    window_minutes: minutesIn(draft.window),
  }
}
