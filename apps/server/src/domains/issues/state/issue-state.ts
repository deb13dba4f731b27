/** The state of an issue as last decided. Snooze counts are totals to be reached. */
export type IssueState =
  | { status: 'unresolved'; regressedAt: Date | null }
  | { status: 'resolved'; at: Date; in: ResolvedIn; releaseId: number | null }
  | { status: 'snoozed'; until: Date | null; events: number | null; users: number | null }
  | { status: 'ignored' }

/**
 * Releases that have the fix: `now` means the newest release, if one is known; `release` a named one; `next_release`
 * the releases after the named one.
 */
export type ResolvedIn = 'now' | 'release' | 'next_release'

/** Evidence of new events about a resolved issue. */
export interface Evidence {
  /** Whether an event without a known release arrived after the resolution. */
  unknownRelease: boolean
  /** Relation of the newest release among the events since the resolution to the named release. */
  newest: 'older' | 'same' | 'newer' | undefined
}

/**
 * Whether a resolved issue has regressed: by an event received after the resolution, of a release that has the fix.
 * Events of older releases are counted, but do not reopen it.
 */
export function isRegression(
  { in: where, releaseId }: Pick<Extract<IssueState, { status: 'resolved' }>, 'in' | 'releaseId'>,
  { unknownRelease, newest }: Evidence,
): boolean {
  switch (where) {
    case 'now':
      return unknownRelease || (newest !== undefined && (releaseId === null || newest !== 'older'))
    case 'release':
      return newest === 'same' || newest === 'newer'
    case 'next_release':
      return newest === 'newer'
  }
}

/** Returns the reason why a snooze has expired, or undefined while it lasts. */
export function expiryOf(
  { until, events, users }: Omit<Extract<IssueState, { status: 'snoozed' }>, 'status'>,
  issue: { count: number; users: number },
  now: Date,
): 'time' | 'events' | 'users' | undefined {
  if (until !== null && until <= now) return 'time'
  if (events !== null && issue.count >= events) return 'events'
  if (users !== null && issue.users >= users) return 'users'
  return undefined
}
