import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from './page.ts'
import { described, line, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { limits } from './vocabulary/index.ts'

// Alert rules of an organization: when messages go to which channels.

/** Decisions of people about an issue. */
export const decisionTriggers = ['issue.resolved', 'issue.assigned', 'issue.commented'] as const
/** Changes of an issue that a rule can speak of: `issue.reopened` is the end of a snooze by what it waited for. */
export const issueTriggers = [
  'issue.new',
  'issue.regressed',
  'issue.reopened',
  'issue.escalating',
  'issue.events',
  'issue.users',
  'issue.first_in_release',
  ...decisionTriggers,
] as const
/** States of a project, or of one of its releases, that are judged every minute. */
export const stateTriggers = [
  'project.silent',
  'project.losing',
  'project.rate',
  'project.spike',
  'release.new',
  'release.new_issues',
  'release.crash_free',
] as const
export const projectTriggers = [
  ...stateTriggers,
  'monitor.missed',
  'monitor.failed',
  'monitor.recovered',
  'feedback.new',
] as const
export const alertTriggers = [...issueTriggers, ...projectTriggers] as const
export type IssueTrigger = (typeof issueTriggers)[number]
export type StateTrigger = (typeof stateTriggers)[number]
export type ProjectTrigger = (typeof projectTriggers)[number]
export type AlertTrigger = (typeof alertTriggers)[number]

/** Triggers that need a threshold. */
export const thresholdTriggers: readonly AlertTrigger[] = [
  'issue.events',
  'issue.users',
  'project.silent',
  'project.losing',
  'project.rate',
  'project.spike',
  'release.new_issues',
  'release.crash_free',
]

const name = line(120, 'Unique in the organization, whatever its case.')
const projectIds = Type.Array(Type.String({ maxLength: 20 }), {
  minItems: 1,
  maxItems: limits.projects,
  description: 'Projects that it speaks of; null for all, also later ones.',
})
const triggers = Type.Array(oneOf(...alertTriggers), {
  minItems: 1,
  maxItems: alertTriggers.length,
  uniqueItems: true,
  description:
    '`issue.events` and `issue.users`: at least `count` events, or people, of one issue within `minutes`. `project.losing`: as many events refused or lost, by whole hours. `project.silent`: no event for `minutes`. `project.rate`: `count` events within `minutes`. `project.spike`: `count` events in an hour, and `times` as many as usual in this hour of the week. `release.new_issues`: `count` issues that are new in a release, within `minutes` of its first event. `release.crash_free`: less than `percent` of at least `count` sessions of a release within `minutes`, by whole hours.',
})
export const AlertThreshold = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: limits.alertThreshold }),
    minutes: Type.Integer({ minimum: 1, maximum: limits.alertWindowMinutes }),
    times: optional(Type.Number({ minimum: 1, maximum: 1000, description: 'For `project.spike`.' })),
    percent: optional(Type.Number({ minimum: 0, maximum: 100, description: 'For `release.crash_free`.' })),
  },
  { additionalProperties: false, description: 'How much within how long. Triggers of one rule share it.' },
)
export type AlertThreshold = Static<typeof AlertThreshold>
const notifiesRecovery = described('Whether chats are notified when it is over. Pagers always are.', Type.Boolean())
const people = Type.Array(Type.String({ maxLength: 60 }), {
  maxItems: 52,
  uniqueItems: true,
  description:
    'People who are notified by mail and push, as far as their own settings allow: `members` (all who see the project), `assignee`, and teams by id.',
})
const assignTo = Type.String({
  maxLength: 60,
  description:
    'Person or team that an issue is assigned to which nobody has. One who does not see the project gets none.',
})
const isUrgent = described('Whether it is sent at once, also in quiet hours of a channel.', Type.Boolean())
const condition = Type.String({
  maxLength: limits.queryCharacters,
  description: 'In the language of the issue list (docs/search.md); empty for any issue.',
})
const channelIds = Type.Array(Type.String({ maxLength: 60 }), { maxItems: limits.channels, uniqueItems: true })
/** Longest pace of a rule: a week. */
const mostPace = 7 * 24 * 60
const paceMinutes = Type.Integer({
  minimum: 1,
  maximum: mostPace,
  description:
    'Least time between two messages of the rule about the same subject to one channel or person. Null: an hour for the same change of an issue and for people; channels are sent decisions, and what is about a project, each time.',
})
/** Longest time that messages of a rule are gathered: a day. */
const mostWindow = 24 * 60
const windowMinutes = Type.Integer({
  minimum: 1,
  maximum: mostWindow,
  description:
    'How long its messages to a channel are gathered, from the first on; they become one. Urgent ones are not. Null: the 15 seconds of all rules.',
})
const mutedUntil = described('Until when it notifies nobody.', Timestamp)

export const AlertRule = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `rul_`.' }),
    name: Type.String(),
    is_enabled: Type.Boolean(),
    project_ids: nullable(projectIds),
    triggers,
    threshold: nullable(AlertThreshold),
    condition,
    channel_ids: channelIds,
    people,
    assign_to: nullable(assignTo),
    is_urgent: isUrgent,
    notifies_recovery: notifiesRecovery,
    muted_until: nullable(mutedUntil),
    pace_minutes: nullable(paceMinutes),
    window_minutes: nullable(windowMinutes),
    created_at: Timestamp,
  },
  { $id: 'AlertRule' },
)
export type AlertRule = Static<typeof AlertRule>

export const AlertRuleList = Type.Object({ rules: Type.Array(AlertRule) }, { $id: 'AlertRuleList' })
export type AlertRuleList = Static<typeof AlertRuleList>

export const AlertRuleResponse = Type.Object({ rule: AlertRule }, { $id: 'AlertRuleResponse' })
export type AlertRuleResponse = Static<typeof AlertRuleResponse>

export const NewAlertRuleBody = Type.Object(
  {
    name,
    is_enabled: optional(Type.Boolean()),
    project_ids: optional(projectIds),
    triggers,
    threshold: optional(AlertThreshold),
    condition: optional(condition),
    channel_ids: channelIds,
    people: optional(people),
    assign_to: optional(assignTo),
    is_urgent: optional(Type.Boolean()),
    notifies_recovery: optional(Type.Boolean()),
    muted_until: optional(mutedUntil),
    pace_minutes: optional(paceMinutes),
    window_minutes: optional(windowMinutes),
  },
  { additionalProperties: false },
)
export type NewAlertRuleBody = Static<typeof NewAlertRuleBody>

export const ChangeAlertRuleBody = Type.Object(
  {
    name: optional(name),
    is_enabled: optional(Type.Boolean()),
    project_ids: optional(projectIds),
    triggers: optional(triggers),
    threshold: optional(AlertThreshold),
    condition: optional(condition),
    channel_ids: optional(channelIds),
    people: optional(people),
    assign_to: optional(assignTo),
    is_urgent: optional(Type.Boolean()),
    notifies_recovery: optional(Type.Boolean()),
    muted_until: optional(mutedUntil),
    pace_minutes: optional(paceMinutes),
    window_minutes: optional(windowMinutes),
  },
  { additionalProperties: false },
)
export type ChangeAlertRuleBody = Static<typeof ChangeAlertRuleBody>

export const AlertPreviewBody = Type.Object(
  {
    project_ids: optional(projectIds),
    triggers,
    threshold: optional(AlertThreshold),
    condition: optional(condition),
  },
  { additionalProperties: false },
)
export type AlertPreviewBody = Static<typeof AlertPreviewBody>

/** How often a rule would have sent something in the last two weeks. */
export const AlertPreview = Type.Object(
  {
    total: Type.Integer(),
    days: Type.Array(Type.Object({ day: Type.String({ description: 'In UTC.' }), count: Type.Integer() })),
    times: described('When, the latest first: at most 500.', Type.Array(Timestamp)),
    examples: Type.Array(
      Type.Object({
        issue_id: nullable(Type.String()),
        trigger: oneOf(...alertTriggers),
        at: Timestamp,
        title: Type.String({ description: 'The issue, release, monitor or feedback; empty for a project.' }),
      }),
      { description: 'The latest ten.' },
    ),
    by_hour: described(
      'Triggers that are told by whole hours: the times are those of hours, and what lasted for less may be missing.',
      Type.Array(oneOf(...alertTriggers)),
    ),
    left_out: described('Triggers that cannot be told from what is kept.', Type.Array(oneOf(...alertTriggers))),
  },
  { $id: 'AlertPreview' },
)
export type AlertPreview = Static<typeof AlertPreview>

/** A rule that fired for an issue or a project, until it is over. */
export const AlertIncident = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `inc_`.' }),
    rule_id: Type.String(),
    project_id: Type.String(),
    issue_id: nullable(Type.String()),
    issue: nullable(
      Type.Object(
        { short_id: Type.String(), title: Type.String() },
        { description: 'The issue as it is now; null for an incident about a project, and once the issue is deleted.' },
      ),
    ),
    trigger: oneOf(...alertTriggers),
    subject: nullable(Type.String({ description: 'The release or monitor that it is about.' })),
    state: oneOf('firing', 'recovered'),
    fired_at: Timestamp,
    recovered_at: nullable(Timestamp),
    notified: described(
      'Channels that took a message about it, and when they did last.',
      Type.Array(Type.Object({ channel_id: Type.String(), at: Timestamp })),
    ),
  },
  { $id: 'AlertIncident' },
)
export type AlertIncident = Static<typeof AlertIncident>

export const AlertIncidentQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(oneOf('firing', 'recovered')),
  project_id: Type.Optional(Type.String({ maxLength: 20 })),
  rule_id: Type.Optional(Type.String({ maxLength: 60 })),
  issue_id: Type.Optional(Type.String({ maxLength: 120 })),
})
export type AlertIncidentQuery = Static<typeof AlertIncidentQuery>

export const AlertIncidentPage = pageOf('AlertIncidentPage', 'incidents', AlertIncident)
export type AlertIncidentPage = Static<typeof AlertIncidentPage>
