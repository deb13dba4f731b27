import Type, { type Static } from 'typebox'
import { Count, Timestamp } from './schema.ts'

/** The ledger of what was not taken, so that loss is never invisible to the owner. */
export const DropsQuery = Type.Object({ from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) })
export type DropsQuery = Static<typeof DropsQuery>

const Reason = Type.Object({
  reason: Type.String({ description: 'An error code of ingest, or what the client calls it.' }),
  total: Count,
  hours: Type.Array(Type.Object({ hour: Timestamp, count: Count }), { description: 'Hours with any, oldest first.' }),
})

export const Drops = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    refused: Type.Array(Reason, { description: 'Requests that the server refused.' }),
    reported: Type.Array(Reason, { description: 'Events that clients say they dropped themselves.' }),
  },
  { $id: 'Drops' },
)
export type Drops = Static<typeof Drops>
