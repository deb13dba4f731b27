import type { App } from '../../../http/index.ts'
import type { IssueDeps } from '../record/index.ts'
import { mountActivityRoutes } from './activity-routes.ts'
import { mountChangeRoutes } from './change-routes.ts'
import { mountInsightRoutes } from './insight-routes.ts'
import { mountIssueRoutes } from './issue-routes.ts'
import { mountRegroupRoutes } from './regroup-routes.ts'
import { mountSearchRoutes } from './search-routes.ts'
import { mountViewRoutes } from './view-routes.ts'

/** Mounts every route of issues and their lists. */
export function mountIssues(app: App, deps: IssueDeps): void {
  mountIssueRoutes(app, deps)
  mountActivityRoutes(app, deps)
  mountChangeRoutes(app, deps)
  mountInsightRoutes(app, deps)
  mountRegroupRoutes(app, deps)
  mountSearchRoutes(app, deps)
  mountViewRoutes(app, deps)
}
