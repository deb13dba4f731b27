import Type, { type Static } from 'typebox'
import { GroupingView } from './issue.ts'

/** The issue an event would belong to if it were sent now. */
export const GroupingPreview = Type.Object(
  {
    issue_id: Type.String({ description: 'The issue that would count the event; a 202 may name it by another id.' }),
    issue_exists: Type.Boolean({ description: 'False if the event would start a new issue.' }),
    fingerprint: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    grouping: GroupingView,
  },
  { $id: 'GroupingPreview' },
)
export type GroupingPreview = Static<typeof GroupingPreview>
