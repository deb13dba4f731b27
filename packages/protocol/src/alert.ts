import Type, { type Static } from 'typebox'
import { described, line, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { limits } from './vocabulary/index.ts'

// Alert rules of an organization: when messages go to which channels.

/** Changes that a rule can speak of. */
export const alertTriggers = ['issue.new', 'issue.regressed'] as const
export type AlertTrigger = (typeof alertTriggers)[number]

const name = line(120, 'Unique in the organization, whatever its case.')
const projectIds = Type.Array(Type.String({ maxLength: 20 }), {
  minItems: 1,
  maxItems: limits.projects,
  description: 'Projects that it speaks of; null for all, also later ones.',
})
const triggers = Type.Array(oneOf(...alertTriggers), { minItems: 1, maxItems: alertTriggers.length, uniqueItems: true })
const condition = Type.String({
  maxLength: limits.queryCharacters,
  description: 'In the language of the issue list (docs/search.md); empty for any issue.',
})
const channelIds = Type.Array(Type.String({ maxLength: 60 }), { maxItems: limits.channels, uniqueItems: true })
const mutedUntil = described('Until when it notifies nobody.', Timestamp)

export const AlertRule = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `rul_`.' }),
    name: Type.String(),
    is_enabled: Type.Boolean(),
    project_ids: nullable(projectIds),
    triggers,
    condition,
    channel_ids: channelIds,
    muted_until: nullable(mutedUntil),
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
    condition: optional(condition),
    channel_ids: channelIds,
    muted_until: optional(mutedUntil),
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
    condition: optional(condition),
    channel_ids: optional(channelIds),
    muted_until: optional(mutedUntil),
  },
  { additionalProperties: false },
)
export type ChangeAlertRuleBody = Static<typeof ChangeAlertRuleBody>
