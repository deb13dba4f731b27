import type { StatsGrouping } from '@bugle/protocol/vocabulary'
import { key } from './key.ts'

export const projectKeys = {
  all: key('projects'),
  detail: (id: string) => key('projects', id),
  /** Below the project, so that it is refetched with it: replacing a token changes both. */
  ingestTokens: (id: string) => key('projects', id, 'ingest-tokens'),
  sentrySettings: (id: string) => key('projects', id, 'sentry-settings'),
  dsnKeys: (id: string) => key('projects', id, 'dsn-keys'),
  /** The plain ingest token, kept for as long as the app is open: the server shows it once. */
  newIngestToken: (id: string) => key('ingest-token', id),
  loader: key('loader'),
  firstEvents: key('first-event'),
  firstEvent: (id: string) => key('first-event', id),
  releases: (id: string) => key('releases', id),
  notifications: (id: string) => key('notifications', id),
  stats: (id: string, by: StatsGrouping, hours: number) => key('overview', id, 'stats', by, hours),
  topIssues: (id: string, search: object, hours: number | undefined) => key('overview', id, 'top', search, hours),
  matchingCount: (id: string, query: string) => key('overview', id, 'count', query),
  outcomes: (id: string, hours: number) => key('overview', id, 'outcomes', hours),
  personExport: (id: string, person: string) => key('person-export', id, person),
  personRequests: (id: string) => key('person-requests', id),
}
