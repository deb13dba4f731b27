import type { StatsGrouping } from '@bugle/protocol/vocabulary'
import type { IssueFilter, Span } from './search.ts'

declare const made: unique symbol

/** A cache key, made by the factories of this file alone. A shorter key matches all that begin with it. */
export type Key = readonly unknown[] & { readonly [made]: true }

declare module '@tanstack/react-query' {
  interface Register {
    /** No app compiles with a key of its own: a change could not know that it has to refetch it. */
    queryKey: Key
  }
}

const key = (...parts: unknown[]) => parts as unknown as Key

export const issueKeys = {
  lists: key('issues'),
  list: (filter: IssueFilter, span: Span) => key('issues', filter, span),
  /** The first page of each list as the server has it now, which updates the rows of the list in place. */
  latestPages: key('latest-issues'),
  latestPage: (filter: IssueFilter, span: Span) => key('latest-issues', filter, span),
  counts: key('issue-counts'),
  count: (filter: IssueFilter) => key('issue-counts', filter),
  details: key('issue'),
  detail: (id: string) => key('issue', id),
  stats: (id: string, range: string) => key('issue', id, 'stats', range),
  changes: (id: string) => key('issue', id, 'changes'),
  similar: (id: string) => key('issue', id, 'similar'),
  assignees: (projectId: string) => key('assignees', projectId),
  activities: key('activity'),
  activity: (id: string) => key('activity', id),
  fingerprints: (id: string) => key('fingerprints', id),
  blockingPart: (filter: IssueFilter) => key('blocking part', filter),
  lastResolved: (projectId: string | undefined) => key('last-resolved', projectId),
  lastVisit: (projectId: string) => key('last-visit', projectId),
  mergeCandidates: (projectId: string, query: string) => key('merge-candidates', projectId, query),
  paletteResults: (query: string) => key('palette-issues', query),
  searchKeys: (projectId: string, part: string) => key('search-keys', projectId, part),
  searchValues: (projectId: string, name: string, part: string) => key('search-values', projectId, name, part),
  views: key('views'),
}

export const eventKeys = {
  detail: (id: string, search: string | undefined) => key('event', id, search),
  oldest: (issueId: string) => key('oldest-event', issueId),
  list: (issueId: string, search: string | undefined) => key('events', issueId, search),
}

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

export const releaseKeys = {
  list: (projectId: string) => key('releases', projectId, 'list'),
  detail: (projectId: string, version: string) => key('releases', projectId, 'detail', version),
}

export const artifactKeys = {
  all: (projectId: string) => key('artifacts', projectId),
  list: (projectId: string, search: string) => key('artifacts', projectId, search),
}

export const healthKeys = {
  releases: (projectId: string) => key('health', projectId, 'releases'),
  monitors: (projectId: string) => key('health', projectId, 'monitors'),
  feedback: (projectId: string) => key('health', projectId, 'feedback'),
  feedbackOf: (projectId: string, issueId: string | undefined) => key('health', projectId, 'feedback', issueId),
}

export const organizationKeys = {
  all: key('organizations'),
  detail: (id: string) => key('organizations', id),
  members: (id: string) => key('organizations', id, 'members'),
  teams: (id: string) => key('organizations', id, 'teams'),
  invitations: (id: string) => key('organizations', id, 'invitations'),
  tokens: (id: string) => key('organizations', id, 'tokens'),
  audit: (id: string, filter: object) => key('organizations', id, 'audit', filter),
  invitation: (token: string) => key('invitation', token),
}

export const accountKeys = {
  me: key('me'),
  sessions: key('sessions'),
  apiTokens: key('api-tokens'),
  totp: key('totp'),
  /** Below that key: they share the recovery codes. */
  passkeys: key('totp', 'passkeys'),
  audit: key('audit'),
  mobilePage: key('mobile page'),
  mails: key('mails'),
  identities: key('identities'),
  push: key('push'),
  /** What a server offers to those who are not signed in. */
  registration: (server: string) => key('registration', server),
  tokensOfReset: (token: string) => key('tokens of reset', token),
}

export const operatorKeys = {
  overview: key('operator'),
  users: key('operator', 'users'),
  organizations: key('operator', 'organizations'),
}
