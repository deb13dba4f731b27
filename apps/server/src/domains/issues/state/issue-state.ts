/** The state of an issue as last decided. Snooze counts are totals to be reached. */
export type IssueState =
  | { status: 'unresolved'; regressedAt: Date | null }
  | { status: 'resolved'; at: Date; in: ResolvedIn; releaseId: number | null }
  | { status: 'snoozed'; until: Date | null; events: number | null; users: number | null }
  | { status: 'ignored' }

/**
 * Where the fix is: in what runs `now` (with the newest release, if one is known), in a named `release`, or in the
 * `next_release` after the one that is named.
 */
export type ResolvedIn = 'now' | 'release' | 'next_release'

/** The evidence that new events give about a resolved issue. */
export interface Evidence {
  /** Whether one came after the resolution whose release is not known. */
  unknownRelease: boolean
  /** How the newest release among those that came after the resolution stands to the named one. */
  newest: 'older' | 'same' | 'newer' | undefined
}

/**
 * Whether a resolved issue has come back: by an event that was received after the resolution, of a release that has
 * the fix. Old clients count, and do not reopen.
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

/** Why a snoozed issue wakes, or undefined while it sleeps. */
export function wakes(
  { until, events, users }: Omit<Extract<IssueState, { status: 'snoozed' }>, 'status'>,
  issue: { count: number; users: number },
  now: Date,
): 'time' | 'events' | 'users' | undefined {
  if (until !== null && until <= now) return 'time'
  if (events !== null && issue.count >= events) return 'events'
  if (users !== null && issue.users >= users) return 'users'
  return undefined
}
