import { account } from './de-account.ts'
import { alerts } from './de-alerts.ts'
import { events } from './de-events.ts'
import { everywhere } from './de-everywhere.ts'
import { issues } from './de-issues.ts'
import { organizations } from './de-organizations.ts'
import { projects } from './de-projects.ts'
import { sentry } from './de-sentry.ts'

/** German texts of the dashboard, many of which the mobile app uses too, by the English sentence. */
export const labels: Record<string, string> = {
  ...account,
  ...alerts,
  ...events,
  ...everywhere,
  ...issues,
  ...organizations,
  ...projects,
  ...sentry,
}
