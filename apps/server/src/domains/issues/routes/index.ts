/** The HTTP routes of issues. */

export { mountActivityRoutes } from './activity-routes.ts'
export { mountChangeRoutes } from './change-routes.ts'
export { mountInsightRoutes } from './insight-routes.ts'
export { mountIssueRoutes } from './issue-routes.ts'
export { mountRegroupRoutes } from './regroup-routes.ts'
export { mountSearchRoutes } from './search-routes.ts'
export { mountViewRoutes } from './view-routes.ts'
