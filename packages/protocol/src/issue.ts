import Type, { type Static } from 'typebox'
import { pageOf } from './page.ts'
import { Count, described, nullable, oneOf, Timestamp } from './schema.ts'
import { issueSorts, issueStatuses, issueSubstatuses, levels, platforms } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

/** The reason why these events are one issue. */
export const GroupingView = Type.Object(
  {
    version: Type.Integer(),
    reason: Type.String({ description: 'The rule that decided: `custom`, `frames`, `bundle`, `message` or `type`.' }),
    components: Type.Array(Type.String(), { description: 'Components of the fingerprint, in order.' }),
    dropped: Type.Array(Type.Object({ part: Type.String(), why: Type.String() }), {
      description: 'Parts of the first event that were considered and left out; at most 20.',
    }),
  },
  { $id: 'GroupingView' },
)
export type GroupingView = Static<typeof GroupingView>

/** Conditions that reopen a snoozed issue; at least one of the three is set. Counts are the totals to reach. */
const Snooze = Type.Object({ until: nullable(Timestamp), events: nullable(Count), users: nullable(Count) })

/** The release that contains the fix of a resolved issue; for `next_release`, the last release without it. */
const Resolution = Type.Object({
  mode: oneOf('now', 'next_release', 'release'),
  release: nullable(Type.String()),
  at: Timestamp,
})

/** Equal errors, their counts and their state. */
export const Issue = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `iss_`.' }),
    short_id: Type.String({ description: 'For people to refer to, such as `SHOP-12`.' }),
    project_id: Type.String(),
    title: Type.String({ description: 'Type and message in one line.' }),
    type: Type.String(),
    message: Type.String(),
    culprit: nullable(Type.String({ description: 'Function and file to examine first.' })),
    level: oneOf(...levels),
    status: oneOf(...issueStatuses),
    substatus: nullable(oneOf(...issueSubstatuses)),
    platform: oneOf(...platforms),
    first_seen: Timestamp,
    last_seen: Timestamp,
    count: Type.Integer({ minimum: 0, description: 'Sum of `repeat` over its events.' }),
    users: Count,
    users_approx: Type.Boolean({ description: 'True when `users` exceeds the exact range.' }),
    fingerprint: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    first_release: nullable(Type.String()),
    last_release: nullable(Type.String()),
    assignee: described(
      'A person (`usr_…`) or a team (`tea_…`).',
      nullable(Type.Object({ id: Type.String(), name: Type.String() })),
    ),
    snooze: nullable(Snooze),
    resolution: nullable(Resolution),
    grouping: GroupingView,
    sparkline: Type.Optional(Type.Array(Count, { description: 'Oldest bucket first.' })),
  },
  { $id: 'Issue' },
)
export type Issue = Static<typeof Issue>

const filterValue = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: limits.shortText, pattern: '^[^\\u0000]*$', description }))

/** Query parameters of GET /api/issues and GET /api/projects/{id}/issues, without those of paging. */
export const IssueListQuery = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: limits.queryCharacters,
      description:
        'Words, “quoted phrases” and `key:value` with the keys `is level platform release environment user tag.KEY has assigned first-seen last-seen`; `!` before a term means not.',
    }),
  ),
  status: Type.Optional(described('`unresolved`, unless `query` names a status.', oneOf(...issueStatuses, 'all'))),
  sort: Type.Optional(
    described(
      'Latest or most first; `change`: most events in the last 24 hours against the usual day of the 13 days before. `count` is an older word for `events`.',
      oneOf(...issueSorts, 'count'),
    ),
  ),
  environment: filterValue('Issues with events of it; counts are of those.'),
  release: filterValue('Issues with events of it; counts are of those.'),
  platform: Type.Optional(described('Issues with events of it; counts are of those.', oneOf(...platforms))),
  level: Type.Optional(oneOf(...levels)),
  assignee: filterValue(
    '`me` (and your teams), `none`, an e-mail address, the `#name` of a team, a `usr_…` or a `tea_…`.',
  ),
  from: Type.Optional(described('Issues with events since then; counts are of those.', Timestamp)),
  to: Type.Optional(described('Issues with events before.', Timestamp)),
  sparkline: Type.Optional(oneOf('24h', '14d')),
})
export type IssueListQuery = Static<typeof IssueListQuery>

export const StatusCounts = Type.Object(
  { unresolved: Count, snoozed: Count, resolved: Count, ignored: Count },
  { $id: 'StatusCounts', description: 'Matching issues by status, regardless of the status listed.' },
)
export type StatusCounts = Static<typeof StatusCounts>

/** How exact the counts of the listed issues are. */
export const ListCounts = Type.Object(
  {
    exact: Type.Boolean({
      description:
        'Whether counts are of exactly the events that match. With a user they are of the events that are kept; where a tag meets another tag, a time, an environment, a release or a platform, of what the other terms match.',
    }),
    since: described('With a user: the time since when all events are kept.', nullable(Timestamp)),
    from: nullable(Timestamp),
    to: nullable(Timestamp),
  },
  { $id: 'ListCounts', description: 'The time range of `from` and `to`, in whole hours.' },
)
export type ListCounts = Static<typeof ListCounts>

const page = pageOf('', 'issues', Issue).properties
export const IssuePage = Type.Object({ ...page, status_counts: StatusCounts, counts: ListCounts }, { $id: 'IssuePage' })
export type IssuePage = Static<typeof IssuePage>
