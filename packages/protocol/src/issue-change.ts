import Type, { type Static } from 'typebox'
import { Issue, IssueListQuery } from './issue.ts'
import { Count, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { issueStatuses, levels } from './vocabulary/enums.ts'
import { limits } from './vocabulary/limits.ts'

const closed = { additionalProperties: false }
const more = (noun: string) =>
  optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: `Until this many more ${noun}.` }))

/** The body of PATCH /api/issues/{id}; omitted fields stay as they are. */
export const ChangeIssueBody = Type.Object(
  {
    status: Type.Optional(oneOf(...issueStatuses)),
    resolved_in: Type.Optional(
      Type.Object(
        {
          mode: oneOf('now', 'next_release', 'release'),
          release: optional(Type.String({ minLength: 1, maxLength: limits.shortText, description: 'For `release`.' })),
        },
        { ...closed, description: 'Location of the fix. Sets the status to `resolved`; defaults to `now`.' },
      ),
    ),
    snooze: Type.Optional(
      Type.Object(
        { until: optional(Timestamp), events: more('events'), users: more('users') },
        {
          ...closed,
          description: 'Conditions that reopen the issue, whichever comes first. Sets the status to `snoozed`.',
        },
      ),
    ),
    assignee_id: Type.Optional(
      nullable(Type.String({ description: 'A `usr_…` who sees the project, a `tea_…` that has it, or null.' })),
    ),
    level: Type.Optional(oneOf(...levels)),
  },
  { ...closed, minProperties: 1 },
)
export type ChangeIssueBody = Static<typeof ChangeIssueBody>

const undoId = nullable(Type.String({ description: 'For `POST /api/undo/{id}`; null when nothing changed.' }))

export const ChangeIssueResponse = Type.Object({ issue: Issue, undo_id: undoId }, { $id: 'ChangeIssueResponse' })
export type ChangeIssueResponse = Static<typeof ChangeIssueResponse>

const { sort: _sort, sparkline: _sparkline, ...filters } = IssueListQuery.properties

/** The body of POST /api/issues/bulk: the issues with these ids, or all issues that match a query. */
export const BulkBody = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: limits.bulkIds })),
    ...filters,
    project_id: Type.Optional(Type.String({ description: 'With `query`: limits it to this project.' })),
    expected_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'With `query`: the count shown in the list. Deviations up to 5 % are accepted.',
      }),
    ),
    in_portions: Type.Optional(
      Type.Boolean({
        description:
          'With `query`: changes up to 10,000 issues and returns `next_after` where more match; the next request continues there.',
      }),
    ),
    after: optional(
      Type.String({ description: 'With `in_portions`: `next_after` of the former portion; missing for the first.' }),
    ),
    patch: ChangeIssueBody,
  },
  {
    ...closed,
    description:
      'Either `ids`, or `query` with `expected_count`: then every issue that the same list request returns, up to 10,000; more with `in_portions`.',
  },
)
export type BulkBody = Static<typeof BulkBody>

export const BulkResponse = Type.Object(
  {
    updated_count: Count,
    failed: Type.Array(Type.Object({ id: Type.String(), code: Type.String(), message: Type.String() })),
    undo_id: undoId,
    next_after: Type.Optional(
      nullable(Type.String({ description: 'With `in_portions`: where the next portion begins; null after the last.' })),
    ),
  },
  { $id: 'BulkResponse' },
)
export type BulkResponse = Static<typeof BulkResponse>
