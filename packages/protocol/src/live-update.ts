import Type, { type Static } from 'typebox'
import { Count, Timestamp } from './schema.ts'

/** Query parameters of the streams. */
export const StreamQuery = Type.Object({
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Same as the `Last-Event-ID` header, which browsers do not send on the first connection.',
    }),
  ),
})
export type StreamQuery = Static<typeof StreamQuery>

const more = Type.Boolean({ description: 'True if further issues changed: reload the ones on screen.' })

/** Data of `issue.created`, `issue.updated` (changed, merged, commented or deleted by a user) and `issue.regressed`. */
export const IssueUpdate = Type.Object(
  { project_id: Type.String(), issue_ids: Type.Array(Type.String(), { maxItems: 100 }), more },
  { $id: 'IssueUpdate' },
)
export type IssueUpdate = Static<typeof IssueUpdate>

/** Data of `event.received`: issues that received events, with their new totals. */
export const EventUpdate = Type.Object(
  {
    project_id: Type.String(),
    issues: Type.Array(Type.Object({ id: Type.String(), count: Count, last_seen: Timestamp }), { maxItems: 100 }),
    more,
  },
  { $id: 'EventUpdate' },
)
export type EventUpdate = Static<typeof EventUpdate>
