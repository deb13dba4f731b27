/** Severities, most severe first. */
export const levels = ['fatal', 'error', 'warning', 'info'] as const
export type Level = (typeof levels)[number]

/** Platforms of reporting programs. */
export const platforms = [
  'ios',
  'android',
  'web',
  'macos',
  'windows',
  'linux',
  'node',
  'php',
  'python',
  'ruby',
  'go',
  'java',
  'dotnet',
  'rust',
  'elixir',
  'other',
] as const
export type Platform = (typeof platforms)[number]

/** Relations of an exception to the one that it belongs to. */
export const exceptionRelations = ['cause', 'member', 'suppressed', 'thread'] as const
export type ExceptionRelation = (typeof exceptionRelations)[number]

export const issueStatuses = ['unresolved', 'snoozed', 'resolved', 'ignored'] as const
export type IssueStatus = (typeof issueStatuses)[number]

/** Refinements of `unresolved`. */
export const issueSubstatuses = ['new', 'ongoing', 'regressed', 'escalating'] as const
export type IssueSubstatus = (typeof issueSubstatuses)[number]

/** Sort orders of an issue list, each latest or most first. */
export const issueSorts = ['last_seen', 'first_seen', 'events', 'users', 'change'] as const
export type IssueSort = (typeof issueSorts)[number]

/** Lengths of the buckets of event counts over time. */
export const statsIntervals = ['minute', 'hour', 'day'] as const
export type StatsInterval = (typeof statsIntervals)[number]

/** Attributes by which event counts over time can be broken down. */
export const statsGroupings = ['level', 'release', 'environment', 'platform'] as const
export type StatsGrouping = (typeof statsGroupings)[number]
