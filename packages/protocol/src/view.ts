import Type, { type Static } from 'typebox'
import { IssueListQuery } from './issue.ts'
import { pageOf } from './page.ts'
import { line, nullable, optional, Timestamp } from './schema.ts'

/** Parameters of an issue list, to be sent unchanged. */
export const ViewFilter = Type.Omit(IssueListQuery, ['sparkline'], { additionalProperties: false })
export type ViewFilter = Static<typeof ViewFilter>

/** A saved search. */
export const View = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `viw_`.' }),
    name: Type.String(),
    project_id: nullable(Type.String({ description: 'Null for all projects.' })),
    filter: ViewFilter,
    created_at: Timestamp,
  },
  { $id: 'View' },
)
export type View = Static<typeof View>

export const ViewPage = pageOf('ViewPage', 'views', View)
export type ViewPage = Static<typeof ViewPage>

export const ViewBody = Type.Object(
  { name: line(80, 'For its owner alone.'), project_id: optional(Type.String()), filter: ViewFilter },
  { additionalProperties: false },
)
export type ViewBody = Static<typeof ViewBody>

export const ViewResponse = Type.Object({ view: View }, { $id: 'ViewResponse' })
export type ViewResponse = Static<typeof ViewResponse>

/** The caller's last two visits to a project. */
export const SeenResponse = Type.Object(
  { seen_at: Timestamp, previous_seen_at: nullable(Timestamp) },
  { $id: 'SeenResponse' },
)
export type SeenResponse = Static<typeof SeenResponse>
