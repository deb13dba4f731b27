import Type, { type Static } from 'typebox'
import { EventAnswer } from './event-view.ts'
import { Issue } from './issue.ts'
import { Stats, TagCounts } from './stats.ts'

export const IssueQuery = Type.Object({
  include: Type.Optional(
    Type.String({
      pattern: '^(latest_event|stats|tags)(,(latest_event|stats|tags))*$',
      maxLength: 100,
      description: 'Any of latest_event, stats and tags, separated by commas: a screen in one answer.',
    }),
  ),
})
export type IssueQuery = Static<typeof IssueQuery>

/** The answer of GET /api/issues/{id}. */
export const IssueAnswer = Type.Object(
  {
    issue: Issue,
    latest_event: Type.Optional(EventAnswer),
    stats: Type.Optional(Stats),
    tags: Type.Optional(Type.Array(TagCounts)),
  },
  { $id: 'IssueAnswer' },
)
export type IssueAnswer = Static<typeof IssueAnswer>
