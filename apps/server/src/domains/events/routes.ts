import type { App } from '../../http/index.ts'
import type { EventDeps } from './event-deps.ts'
import { mountEventRoutes } from './event-routes.ts'
import { mountStatsRoutes } from './stats-routes.ts'
import { mountSymbolicationRoutes } from './symbolication-routes.ts'

/** Mounts every route that reads events and their statistics. */
export function mountEvents(app: App, deps: EventDeps): void {
  mountEventRoutes(app, deps)
  mountStatsRoutes(app, deps)
  mountSymbolicationRoutes(app, deps)
}
