import Type, { type Static } from 'typebox'
import { Person } from './issue-activity.ts'
import { pageOf } from './page.ts'
import { nullable, oneOf, Timestamp } from './schema.ts'

/** The export or erasure of a project's data about one anonymous user. */
export const PersonRequest = Type.Object(
  {
    id: Type.Integer(),
    kind: oneOf('export', 'erasure'),
    status: oneOf('running', 'done'),
    progress: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Fraction of the project’s events scanned.',
    }),
    events: Type.Integer({ minimum: 0, description: 'Events found and exported or erased so far.' }),
    requested_at: Timestamp,
    requested_by: nullable(Person),
    finished_at: nullable(Timestamp),
    download_url: nullable(Type.String({ description: 'For a finished export, while it is kept.' })),
    expires_at: nullable(Timestamp),
  },
  { $id: 'PersonRequest' },
)
export type PersonRequest = Static<typeof PersonRequest>

export const PersonRequestPage = pageOf('PersonRequestPage', 'requests', PersonRequest)
export type PersonRequestPage = Static<typeof PersonRequestPage>

export const ExportResponse = Type.Object({ export: PersonRequest }, { $id: 'ExportResponse' })
export type ExportResponse = Static<typeof ExportResponse>

export const ErasureResponse = Type.Object({ erasure: PersonRequest }, { $id: 'ErasureResponse' })
export type ErasureResponse = Static<typeof ErasureResponse>
