import Type, { type Static } from 'typebox'
import { oneOf } from './schema.ts'

/** The response of GET /healthz: the process is alive. */
export const Health = Type.Object({ status: oneOf('ok') }, { $id: 'Health' })
export type Health = Static<typeof Health>

/** The response of GET /readyz while requests are accepted; otherwise 503 `unavailable`. */
export const Readiness = Type.Object(
  {
    status: oneOf('ready'),
    digest: Type.Union([Type.Literal('ok'), Type.Literal('behind'), Type.Literal('failing')], {
      description:
        '`behind`: the oldest event waits for more than a minute. `failing`: the same events are tried again and again; the log says why.',
    }),
    objects: Type.Optional(
      Type.Union([Type.Literal('ok'), Type.Literal('unavailable')], {
        description: 'Whether the object store responds, if one is set.',
      }),
    ),
  },
  { $id: 'Readiness' },
)
export type Readiness = Static<typeof Readiness>

/** The response of GET /api/sdk/loader. */
export const Loader = Type.Object(
  {
    path: Type.String({ description: 'Path below the address of the server, with a hash of the content.' }),
    integrity: Type.String({ description: 'The `integrity` of its script element: `sha384-…`.' }),
  },
  { $id: 'Loader' },
)
export type Loader = Static<typeof Loader>
