import Type, { type Static } from 'typebox'
import { Count, nullable, oneOf, Timestamp } from './schema.ts'

/** The ledger of what was not taken, so that loss is never invisible to the owner. */
export const OutcomesQuery = Type.Object({ from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) })
export type OutcomesQuery = Static<typeof OutcomesQuery>

/** Why the server refuses events of a known project. */
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
] as const
export type DropReason = (typeof dropReasons)[number]

const counted = {
  total: Count,
  hours: Type.Array(Type.Object({ hour: Timestamp, count: Count }), { description: 'Hours with any, oldest first.' }),
}
const Refused = Type.Object({
  reason: oneOf(...dropReasons),
  ...counted,
  latest_detail: nullable(
    Type.String({ description: 'Of the latest one: the `app_id` that came, or the fields that were wrong.' }),
  ),
})
const Reported = Type.Object({ reason: Type.String({ description: 'What the client calls it.' }), ...counted })

export const Outcomes = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    refused: Type.Array(Refused, { description: 'Requests that the server refused.' }),
    reported: Type.Array(Reported, { description: 'Events that clients say they dropped themselves.' }),
  },
  { $id: 'Outcomes' },
)
export type Outcomes = Static<typeof Outcomes>
