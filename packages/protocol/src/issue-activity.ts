import Type, { type Static } from 'typebox'
import { pageOf } from './page.ts'
import { nullable, Timestamp } from './schema.ts'

/** A user; null if Bugle itself acted, or if the account was deleted. */
export const Person = Type.Object({ id: Type.String(), name: Type.String() })

/** Kinds of activity of an issue. */
export const activityKinds = [
  'resolved',
  'unresolved',
  'ignored',
  'snoozed',
  'snooze_ended',
  'regressed',
  'assigned',
  'level',
  'merged',
  'unmerged',
  'split_off',
  'undone',
  'symbolicated',
  'commented',
  'notified',
] as const

/** An entry of an issue's activity: the action and its author. */
export const ActivityEntry = Type.Object(
  {
    id: Type.Integer(),
    at: Timestamp,
    by: nullable(Person),
    kind: Type.String({ description: `One of ${activityKinds.join(', ')}; more may be added.` }),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'ActivityEntry' },
)
export type ActivityEntry = Static<typeof ActivityEntry>

export const ActivityPage = pageOf('ActivityPage', 'activity', ActivityEntry)
export type ActivityPage = Static<typeof ActivityPage>

export const CommentBody = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 10_000,
      pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
      description: 'Plain text, shown verbatim.',
    }),
    mentions: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 20,
        description:
          'Ids of members (`usr_…`) who see the project, and of teams (`tea_…`) that have it: they get a mail about the comment.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type CommentBody = Static<typeof CommentBody>

/** A comment on an issue; also part of the activity. */
export const Comment = Type.Object(
  { id: Type.Integer(), at: Timestamp, by: nullable(Person), text: Type.String() },
  { $id: 'Comment' },
)
export type Comment = Static<typeof Comment>

export const CommentResponse = Type.Object({ comment: Comment }, { $id: 'CommentResponse' })
export type CommentResponse = Static<typeof CommentResponse>

export const CommentPage = pageOf('CommentPage', 'comments', Comment)
export type CommentPage = Static<typeof CommentPage>

/** Everybody whom issues of a project can be assigned to. */
export const AssigneeList = Type.Object(
  {
    assignees: Type.Array(
      Type.Object({
        id: Type.String({ description: 'A person (`usr_…`) or a team (`tea_…`).' }),
        name: Type.String(),
      }),
    ),
  },
  { $id: 'AssigneeList' },
)
export type AssigneeList = Static<typeof AssigneeList>
