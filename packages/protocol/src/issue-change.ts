import Type, { type Static } from 'typebox'
import { levels } from './event.ts'
import { Issue, issueStatuses } from './issue.ts'
import { Count, nullable, oneOf, optional, Timestamp } from './schema.ts'

const closed = { additionalProperties: false }
const more = (what: string) =>
  optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: `Until so many more ${what}.` }))

/** What PATCH /api/issues/{id} changes; what is left out stays. */
export const ChangeIssueBody = Type.Object(
  {
    status: Type.Optional(oneOf(...issueStatuses)),
    resolved_in: Type.Optional(
      Type.Object(
        {
          mode: oneOf('now', 'next_release', 'release'),
          release: optional(Type.String({ minLength: 1, maxLength: 200, description: 'For `release`.' })),
        },
        { ...closed, description: 'Where the fix is. Makes the issue `resolved`; without it, `now`.' },
      ),
    ),
    snooze: Type.Optional(
      Type.Object(
        { until: optional(Timestamp), events: more('events'), users: more('users') },
        { ...closed, description: 'What wakes the issue, whichever comes first. Makes it `snoozed`.' },
      ),
    ),
    assignee_id: Type.Optional(nullable(Type.String({ description: 'A `usr_…` of the organization, or null.' }))),
    level: Type.Optional(oneOf(...levels)),
  },
  { ...closed, minProperties: 1 },
)
export type ChangeIssueBody = Static<typeof ChangeIssueBody>

const undoId = nullable(Type.String({ description: 'For `POST /api/undo/{id}`; null when nothing changed.' }))

export const ChangeIssueAnswer = Type.Object({ issue: Issue, undo_id: undoId }, { $id: 'ChangeIssueAnswer' })
export type ChangeIssueAnswer = Static<typeof ChangeIssueAnswer>

/** What POST /api/issues/bulk does to many. */
export const BulkBody = Type.Object(
  {
    ids: Type.Array(Type.String(), { minItems: 1, maxItems: 500 }),
    patch: ChangeIssueBody,
  },
  closed,
)
export type BulkBody = Static<typeof BulkBody>

export const BulkAnswer = Type.Object(
  {
    updated_count: Count,
    failed: Type.Array(Type.Object({ id: Type.String(), code: Type.String(), message: Type.String() })),
    undo_id: undoId,
  },
  { $id: 'BulkAnswer' },
)
export type BulkAnswer = Static<typeof BulkAnswer>
