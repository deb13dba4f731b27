import Type, { type TSchema } from 'typebox'
import { AlertIncident, type AlertTrigger, alertTriggers, issueTriggers, projectTriggers } from './alert.ts'
import { Issue } from './issue.ts'
import { OrganizationEntry } from './organization.ts'
import { described, nullable, oneOf, Timestamp } from './schema.ts'

// The requests that channels of kind webhook send. They follow https://www.standardwebhooks.com.

/** Triggers that webhooks call by another name: what happened to the object of the API (docs/adr/0050). */
const otherNames = {
  'issue.new': 'issue.created',
  'release.new': 'release.created',
  'feedback.new': 'feedback.created',
} as const satisfies Partial<Record<AlertTrigger, string>>

/** Returns the `type` of a webhook about a trigger. */
export function webhookTypeOf(trigger: AlertTrigger): string {
  return (otherNames as Partial<Record<AlertTrigger, string>>)[trigger] ?? trigger
}

const id = Type.String()
const ruleId = nullable(Type.String({ description: 'Begins with `rul_`; null for a delivery without a rule.' }))

function bodyOf(type: string, data: TSchema): TSchema {
  return Type.Object(
    { type: oneOf(type), timestamp: Timestamp, organization_id: id, data },
    { additionalProperties: false },
  )
}

const { sparkline: _listed, ...issueFields } = Issue.properties
/** An issue, as the API shows it. */
const issue = Type.Object(issueFields, { additionalProperties: false })
const ofIssue = Type.Object({ project_id: id, rule_id: ruleId, issue }, { additionalProperties: false })
const ofProject = Type.Object(
  {
    project_id: id,
    rule_id: ruleId,
    subject: nullable(Type.String({ description: 'The release or monitor, or the id of the feedback.' })),
  },
  { additionalProperties: false },
)
const subject = Type.Object(
  {
    type: oneOf(...alertTriggers.map(webhookTypeOf), 'incident.recovered'),
    project_id: id,
    issue_id: nullable(id),
    subject: nullable(Type.String()),
  },
  { additionalProperties: false },
)

const {
  id: incidentId,
  rule_id,
  project_id,
  issue_id,
  trigger,
  state,
  fired_at,
  recovered_at,
} = AlertIncident.properties
/** An incident, as the API lists it. */
const incident = Type.Object(
  {
    ...{ id: incidentId, rule_id, project_id, issue_id, trigger, state, fired_at, recovered_at },
    subject: AlertIncident.properties.subject,
  },
  { additionalProperties: false },
)
const incidents = Type.Object(
  { incidents: described('At most 100, the latest first.', Type.Array(incident)) },
  { additionalProperties: false },
)
const entry = Type.Object(OrganizationEntry.properties, { additionalProperties: false })
const entries = Type.Object(
  { entries: described('At most 100, the oldest first.', Type.Array(entry)) },
  { additionalProperties: false },
)

interface WebhookBody {
  summary: string
  body: TSchema
}

function bodiesOf(
  triggers: readonly AlertTrigger[],
  data: TSchema,
  summaryOf: (type: string) => string,
): [string, WebhookBody][] {
  return triggers.map(webhookTypeOf).map((type) => [type, { summary: summaryOf(type), body: bodyOf(type, data) }])
}

/** Bodies of webhooks by their `type`, each with a summary. Later versions may add fields and types. */
export const webhookBodies: Record<string, WebhookBody> = Object.fromEntries([
  ...bodiesOf(issueTriggers, ofIssue, (type) => `A rule fired for an issue: ${type}`),
  ...bodiesOf(projectTriggers, ofProject, (type) => `A rule fired for a project: ${type}`),
  [
    'issues',
    {
      summary: 'Rules fired for several issues or projects, which one message reports',
      body: bodyOf('issues', Type.Object({ subjects: Type.Array(subject) }, { additionalProperties: false })),
    },
  ],
  [
    'incident.firing',
    { summary: 'Rules fired: sent where the channel asks for incidents', body: bodyOf('incident.firing', incidents) },
  ],
  [
    'incident.recovered',
    {
      summary: 'Incidents are over: sent where the channel asks for incidents, or a rule for recoveries',
      body: bodyOf('incident.recovered', incidents),
    },
  ],
  [
    'audit.entry',
    {
      summary: 'Something was changed in the organization: sent where the channel asks for the audit trail',
      body: bodyOf('audit.entry', entries),
    },
  ],
  [
    'test',
    { summary: 'Somebody tests the channel', body: bodyOf('test', Type.Object({}, { additionalProperties: false })) },
  ],
])

/** Headers of every webhook. */
export const webhookHeaders = {
  'webhook-id': 'Id of the delivery; the same when it is sent again.',
  'webhook-timestamp': 'When it was signed, in seconds.',
  'webhook-signature': 'One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64.',
  'x-bugle-event': 'The `type` of the body.',
}
