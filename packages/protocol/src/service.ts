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
  },
  { $id: 'Readiness' },
)
export type Readiness = Static<typeof Readiness>
