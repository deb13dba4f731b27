import Type, { type Static } from 'typebox'
import { Count, nullable, oneOf, Timestamp } from './schema.ts'

/** Counts of events that were not stored, so that the project's owner sees every loss. */
export const OutcomesQuery = Type.Object({ from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) })
export type OutcomesQuery = Static<typeof OutcomesQuery>

/** Reasons for refusing events of a known project. */
const dropReasons = [
  'token_revoked',
  'too_large',
  'rate_limited',
  'subscription_inactive',
  'storage_full',
  'project_storage_full',
  'overloaded',
  'invalid_payload',
  'app_id_mismatch',
  'origin_not_allowed',
] as const
export type DropReason = (typeof dropReasons)[number]

const counted = {
  total: Count,
  hours: Type.Array(Type.Object({ hour: Timestamp, count: Count }), {
    description: 'Hours with at least one, oldest first.',
  }),
}
const Refused = Type.Object({
  reason: oneOf(...dropReasons),
  ...counted,
  latest_detail: nullable(
    Type.String({ description: 'From the latest one: the `app_id` or origin sent, or the invalid fields.' }),
  ),
})
const Unsupported = Type.Object({
  reason: Type.String({ description: 'Kind of item, such as `transaction`.' }),
  ...counted,
  latest_detail: nullable(Type.String({ description: 'The SDK that sent the latest one.' })),
})
const Filtered = Type.Object({ reason: Type.String(), ...counted })
const Reported = Type.Object({ reason: Type.String({ description: 'As named by the SDK.' }), ...counted })

export const Outcomes = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    refused: Type.Array(Refused, { description: 'Requests that the server refused.' }),
    reported: Type.Array(Reported, { description: 'Events that SDKs report as dropped.' }),
    unsupported: Type.Array(Unsupported, { description: 'Items of kinds that Bugle does not keep.' }),
    filtered: Type.Array(Filtered, { description: 'Reports that are noise, such as those of browser extensions.' }),
  },
  { $id: 'Outcomes' },
)
export type Outcomes = Static<typeof Outcomes>
