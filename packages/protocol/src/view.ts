import Type, { type Static } from 'typebox'
import { IssueListQuery } from './issue.ts'
import { Person } from './issue-activity.ts'
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
    organization_id: nullable(
      Type.String({ description: 'The organization that it is shared with; null if its author alone sees it.' }),
    ),
    author: nullable(Person),
    may_change: Type.Boolean({ description: 'Whether your role lets you change and delete it.' }),
    filter: ViewFilter,
    created_at: Timestamp,
  },
  { $id: 'View' },
)
export type View = Static<typeof View>

export const ViewPage = pageOf('ViewPage', 'views', View)
export type ViewPage = Static<typeof ViewPage>

const closed = { additionalProperties: false }
const name = line(80, 'For those who see the view.')
const sharedWith =
  'An `org_…`: its members who see the project see the view, too; if no project is named, those who see any.'

export const ViewBody = Type.Object(
  {
    name,
    project_id: optional(Type.String()),
    organization_id: optional(Type.String({ description: sharedWith })),
    filter: ViewFilter,
  },
  closed,
)
export type ViewBody = Static<typeof ViewBody>

/** The body of PATCH /api/views/{id}; omitted fields stay as they are. */
export const ChangeViewBody = Type.Object(
  {
    name: Type.Optional(name),
    organization_id: Type.Optional(
      nullable(Type.String({ description: `${sharedWith} Null gives it back to its author.` })),
    ),
    filter: Type.Optional(ViewFilter),
  },
  { ...closed, minProperties: 1 },
)
export type ChangeViewBody = Static<typeof ChangeViewBody>

export const ViewResponse = Type.Object({ view: View }, { $id: 'ViewResponse' })
export type ViewResponse = Static<typeof ViewResponse>

/** The caller's last two visits to a project. */
export const SeenResponse = Type.Object(
  { seen_at: Timestamp, previous_seen_at: nullable(Timestamp) },
  { $id: 'SeenResponse' },
)
export type SeenResponse = Static<typeof SeenResponse>
