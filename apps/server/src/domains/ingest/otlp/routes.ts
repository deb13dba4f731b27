import type { App } from '../../../http/index.ts'
import { type DsnDeps, type DsnRoute, mountDsnRoutes, projectPath } from '../admission/index.ts'
import { isJson, receiveOtlp } from './receive-otlp.ts'

/** The paths of OTLP/HTTP: that of exporters with our address as their endpoint, and those that Sentry has. */
const paths = [
  ['/otlp/v1/logs', 'logs'],
  ['/otlp/v1/traces', 'traces'],
  ['/otlp/v1/metrics', 'metrics'],
  [`${projectPath}/integration/otlp/v1/logs`, 'logs'],
  [`${projectPath}/integration/otlp/v1/traces`, 'traces'],
  [`${projectPath}/otlp/v1/traces`, 'traces'],
] as const

const routes = paths.map(
  ([path, signal]): DsnRoute<DsnDeps> => ({
    methods: ['POST'],
    path,
    summary: `Send an export of ${signal} of OpenTelemetry`,
    description:
      signal === 'metrics'
        ? 'Counted and not kept.'
        : 'OTLP/HTTP, as protobuf or JSON. Exceptions become events; the rest is counted and not kept.',
    receive: (incoming) => receiveOtlp(incoming, signal),
    reply: (_result, { headers }) =>
      isJson(headers['content-type'])
        ? { status: 200, type: 'application/json', body: '{}' }
        : { status: 200, type: 'application/x-protobuf', body: '' },
    isText: true,
  }),
)

/** Mounts the routes of OpenTelemetry's exporters. */
export function mountOtlpRoutes(app: App, deps: DsnDeps): void {
  mountDsnRoutes(app, deps, { tag: 'OpenTelemetry', operations: '', routes })
}
