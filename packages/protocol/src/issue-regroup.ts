import Type, { type Static } from 'typebox'
import { GroupingView, Issue } from './issue.ts'
import { Person } from './issue-activity.ts'
import { pageOf } from './page.ts'
import { Count, nullable, Timestamp } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

/** The group of one fingerprint: why its events belong together, and how it joined this issue. */
export const Fingerprint = Type.Object(
  {
    fingerprint: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    issue_id: Type.String({ description: 'The issue it returns to when it is split off.' }),
    type: Type.String(),
    message: Type.String(),
    count: Count,
    users: Count,
    first_seen: Timestamp,
    last_seen: Timestamp,
    pinned: nullable(
      Type.Object(
        { at: Timestamp, by: nullable(Person) },
        { description: 'Split off by hand: no rule merges it again.' },
      ),
    ),
    retry_at: nullable({
      ...Timestamp,
      description: 'When a stack that could not be resolved in its time is tried again; its issue may change then.',
    }),
    grouping: GroupingView,
  },
  { $id: 'Fingerprint' },
)
export type Fingerprint = Static<typeof Fingerprint>

export const FingerprintPage = pageOf('FingerprintPage', 'fingerprints', Fingerprint)
export type FingerprintPage = Static<typeof FingerprintPage>

const undoId = Type.String({ description: 'For `POST /api/undo/{id}`, within seven days.' })

export const MergeBody = Type.Object(
  {
    ids: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 500,
      description: 'Issues to merge into this one. Their ids then refer to it.',
    }),
  },
  { additionalProperties: false },
)
export type MergeBody = Static<typeof MergeBody>

export const MergeResponse = Type.Object({ issue: Issue, undo_id: nullable(undoId) }, { $id: 'MergeResponse' })
export type MergeResponse = Static<typeof MergeResponse>

export const UnmergeBody = Type.Object(
  {
    fingerprints: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), {
      minItems: 1,
      maxItems: 500,
      description: 'Fingerprints of this issue, but not all of them. Each becomes an issue of its own.',
    }),
  },
  { additionalProperties: false },
)
export type UnmergeBody = Static<typeof UnmergeBody>

export const UnmergeResponse = Type.Object(
  { issue: Issue, unmerged: Type.Array(Issue), undo_id: undoId },
  { $id: 'UnmergeResponse' },
)
export type UnmergeResponse = Static<typeof UnmergeResponse>

export const UndoResponse = Type.Object(
  {
    restored_count: Count,
    issues: Type.Array(Issue, { maxItems: limits.bulkIds, description: 'Their current state; at most 500.' }),
  },
  { $id: 'UndoResponse' },
)
export type UndoResponse = Static<typeof UndoResponse>
