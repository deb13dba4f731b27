import Type, { type TSchema } from 'typebox'
import { issueTriggers, projectTriggers } from './alert.ts'
import { nullable, oneOf, Timestamp } from './schema.ts'
import { levels } from './vocabulary/index.ts'

// The requests that channels of kind webhook send. They follow https://www.standardwebhooks.com.

const id = Type.String()
const ruleId = nullable(Type.String({ description: 'Begins with `rul_`; null for a delivery without a rule.' }))

function bodyOf(type: TSchema, data: TSchema): TSchema {
  return Type.Object({ type, timestamp: Timestamp, data }, { additionalProperties: false })
}

const issue = Type.Object(
  {
    id,
    short_id: id,
    type: Type.String(),
    message: Type.String(),
    culprit: nullable(Type.String()),
    level: oneOf(...levels),
    events: Type.Integer(),
    users: Type.Integer(),
  },
  { additionalProperties: false },
)
const subject = Type.Object(
  {
    event: oneOf(...issueTriggers, ...projectTriggers, 'recovered'),
    project_id: id,
    issue_id: nullable(id),
    subject: nullable(Type.String()),
  },
  { additionalProperties: false },
)

/** Bodies of webhooks by name, each with a summary. Later versions may add fields. */
export const webhookBodies: Record<string, { summary: string; body: TSchema }> = {
  issue: {
    summary: 'A rule fired for an issue',
    body: bodyOf(
      oneOf(...issueTriggers),
      Type.Object({ project_id: id, rule_id: ruleId, issue }, { additionalProperties: false }),
    ),
  },
  issues: {
    summary: 'Rules fired for several issues or projects, which one message reports',
    body: bodyOf(oneOf('issues'), Type.Object({ subjects: Type.Array(subject) }, { additionalProperties: false })),
  },
  project: {
    summary: 'A rule fired for a project, or everything that it reported is settled',
    body: bodyOf(
      oneOf(...projectTriggers, 'recovered'),
      Type.Object(
        {
          project_id: id,
          rule_id: ruleId,
          subject: nullable(Type.String({ description: 'The release or monitor, or the id of the feedback.' })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  test: {
    summary: 'Somebody tests the channel',
    body: bodyOf(oneOf('test'), Type.Object({}, { additionalProperties: false })),
  },
}

/** Headers of every webhook. */
export const webhookHeaders = {
  'webhook-id': 'Id of the delivery; the same when it is sent again.',
  'webhook-timestamp': 'When it was signed, in seconds.',
  'webhook-signature': 'One or two signatures, each `v1,` and the HMAC-SHA256 of id, timestamp and body in base64.',
  'x-bugle-event': 'The `type` of the body.',
}
