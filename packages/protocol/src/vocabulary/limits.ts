/** The limits of the API. If a value is trimmed instead of refused, the event's `trimmed` field lists it. */
export const limits = {
  /** Bytes of an ingest body after Content-Encoding is undone; more is 413. */
  ingestBytes: 1_048_576,
  /** Requests in any 60 s for one ingest token, over both paths; more is 429. */
  ingestRequestsPerMinute: 1000,
  /** Breadcrumbs of an event; more is 400. */
  breadcrumbs: 50,
  /** Trimmed: tags of an event, characters of a key and of a value. */
  tags: 100,
  tagKey: 64,
  tagValue: 200,
  /** Trimmed: bytes of UTF-8 of a message, bytes of a stack text and frames of a stack. */
  messageBytes: 8 * 1024,
  stackBytes: 64 * 1024,
  stackFrames: 250,
  /** Trimmed: entries of `source_context`, lines on each side of one, characters of a line. */
  sourceContexts: 50,
  sourceLines: 7,
  sourceLine: 500,
  /** Trimmed: levels of nesting of free-form data. */
  depth: 32,
  /** Trimmed: characters of short texts such as exception_type, release, environment, dist, user id. */
  shortText: 200,
  /** Trimmed: causes of an event (`exceptions`) and entries of `fingerprint`. */
  exceptions: 20,
  fingerprintParts: 20,
  /** Entries of `client_drops`; more is 400. */
  clientDrops: 20,
  /** Entries of `users` of an event that stands for several; more is 400. */
  users: 1000,
  /** Maximum number of equal errors that one event stands for. */
  repeat: 10_000,
  /** Characters of a password. */
  passwordMin: 8,
  passwordMax: 256,
  /** Personal API tokens of an account. */
  apiTokens: 50,
  /** Passkeys of an account. */
  passkeys: 20,
  /** Tokens of an organization, its teams, and members shown in one list. */
  organizationTokens: 50,
  teams: 200,
  members: 1000,
  /** Organizations that one user may create or own. */
  organizations: 50,
  /** Days that an invitation may be valid (7 by default), open ones of an organization, and new ones of a member in an hour. */
  invitationDays: 30,
  openInvitations: 50,
  invitationsPerHour: 20,
  invitationTeams: 20,
  /** Bundle identifiers of a project. */
  appIds: 20,
  /** Origins that may send by a DSN, and names of values that are removed from events, beside the usual ones. */
  allowedOrigins: 50,
  sensitiveKeys: 50,
  /** Maximum seconds for which an old ingest token stays valid after regeneration. */
  graceSeconds: 604_800,
  /** Days that a token with an end may last. */
  tokenDays: 3650,
  /** Days of trial from registration. */
  trialDays: 30,
  /** Days for which events are still accepted after a subscription ended. */
  graceDays: 7,
  /** Bytes of an upload of artifacts, and files in it. */
  uploadBytes: 32 * 1024 * 1024,
  uploadFiles: 200,
  /** Files of an upload in chunks, bytes of a chunk, of a file and of all unfinished uploads of a project. */
  chunkedFiles: 2000,
  chunkBytes: 4 * 1024 * 1024,
  artifactBytes: 128 * 1024 * 1024,
  chunkedBytes: 4 * 1024 * 1024 * 1024,
  /** Unfinished uploads in chunks of a project, and requests that begin or finish one, per minute. */
  unfinishedUploads: 2,
  uploadRequestsPerMinute: 60,
  /** Requests to symbolicate a stack, per project and minute. */
  symbolicateRequestsPerMinute: 60,
  /** Test messages to one device. */
  pushTestsPerMinute: 5,
  /** Commits of a release that are kept. */
  releaseCommits: 20,
  /** Entries of a page. */
  pageSize: 100,
  /** Characters and terms of a search. */
  queryCharacters: 1000,
  queryTerms: 30,
  /** Issues that one request may change, by ids or by a query. */
  bulkIds: 500,
  bulkIssues: 10_000,
  /** Channels and alert rules of an organization, and test messages to a channel. */
  channels: 50,
  alertRules: 100,
  channelTestsPerMinute: 5,
  /** Largest count and longest window of an alert rule. */
  alertThreshold: 10_000,
  alertWindowMinutes: 30 * 24 * 60,
  /** Saved views of a user, and views shared with an organization. */
  views: 100,
  /** Projects of an organization, releases of a project that builds recorded, deploys of one, and comments on an issue. */
  projects: 200,
  releases: 5000,
  deploys: 500,
  comments: 1000,
  /** Sessions, and counts of sessions, of one request; more is 400. */
  sessionItems: 100,
  /** Characters of the message of feedback; more is 400. */
  feedbackMessage: 4096,
  /** Monitors of a project; check-ins of further ones are left out. */
  monitors: 500,
  /** Hours for which an SDK's event id or an Idempotency-Key is remembered. */
  idempotencyHours: 24,
  /** Maximum age of `timestamp` in days. */
  occurredDaysBack: 30,
  /** Users of an issue that are counted exactly; beyond, `users_approx` is true. */
  exactUsers: 10_000,
} as const
