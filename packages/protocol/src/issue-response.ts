import Type, { type Static } from 'typebox'
import { EventResponse } from './event-view.ts'
import { Issue } from './issue.ts'
import { Stats, TagCounts } from './stats.ts'

export const IssueQuery = Type.Object({
  include: Type.Optional(
    Type.String({
      pattern: '^(latest_event|stats|tags)(,(latest_event|stats|tags))*$',
      maxLength: 100,
      description: 'Any of latest_event, stats and tags, separated by commas, to load a screen in one response.',
    }),
  ),
})
export type IssueQuery = Static<typeof IssueQuery>

/** The response of GET /api/issues/{id}. */
export const IssueResponse = Type.Object(
  {
    issue: Issue,
    latest_event: Type.Optional(EventResponse),
    stats: Type.Optional(Stats),
    tags: Type.Optional(Type.Array(TagCounts)),
  },
  { $id: 'IssueResponse' },
)
export type IssueResponse = Static<typeof IssueResponse>
