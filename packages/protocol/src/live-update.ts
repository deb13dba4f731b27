import Type, { type Static } from 'typebox'
import { Count, Timestamp } from './schema.ts'

/** What the streams take. */
export const StreamQuery = Type.Object({
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'As the header `Last-Event-ID`, which no browser sends when it connects for the first time.',
    }),
  ),
})
export type StreamQuery = Static<typeof StreamQuery>

const more = Type.Boolean({ description: 'Other issues as well: load those that you show anew.' })

/** Data of `issue.created`, `issue.updated` (somebody decided, merged, commented or deleted) and `issue.regressed`. */
export const IssueUpdate = Type.Object(
  { project_id: Type.String(), issue_ids: Type.Array(Type.String(), { maxItems: 100 }), more },
  { $id: 'IssueUpdate' },
)
export type IssueUpdate = Static<typeof IssueUpdate>

/** Data of `event.received`: issues that events came for, with their new totals. */
export const EventUpdate = Type.Object(
  {
    project_id: Type.String(),
    issues: Type.Array(Type.Object({ id: Type.String(), count: Count, last_seen: Timestamp }), { maxItems: 100 }),
    more,
  },
  { $id: 'EventUpdate' },
)
export type EventUpdate = Static<typeof EventUpdate>
