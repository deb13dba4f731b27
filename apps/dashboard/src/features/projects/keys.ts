import type { StatsGrouping } from '@bugle/protocol/vocabulary'

/** Cache keys of the project queries; a shorter key matches all that begin with it. */
export const projectKeys = {
  all: ['projects'],
  detail: (id: string) => ['projects', id],
  /** Below the project, so that it is refetched with it: replacing a token changes both. */
  ingestTokens: (id: string) => ['projects', id, 'ingest-tokens'],
  sentrySettings: (id: string) => ['projects', id, 'sentry-settings'],
  dsnKeys: (id: string) => ['projects', id, 'dsn-keys'],
  /** The plain ingest token, kept for as long as this page is open: the server shows it once. */
  newIngestToken: (id: string) => ['ingest-token', id],
  loader: ['loader'],
  firstEvents: ['first-event'],
  firstEvent: (id: string) => ['first-event', id],
  releases: (id: string) => ['releases', id],
  notifications: (id: string) => ['notifications', id],
  stats: (id: string, by: StatsGrouping, hours: number) => ['overview', id, 'stats', by, hours],
  topIssues: (id: string, search: object, hours: number | undefined) => ['overview', id, 'top', search, hours],
  matchingCount: (id: string, query: string) => ['overview', id, 'count', query],
  outcomes: (id: string, hours: number) => ['overview', id, 'outcomes', hours],
  personExport: (id: string, person: string) => ['person-export', id, person],
  personRequests: (id: string) => ['person-requests', id],
}
