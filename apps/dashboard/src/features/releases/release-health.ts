import type { Release, ReleaseHealth } from './queries.ts'

/** The sessions of a release in the environment that has most of them. */
export function healthOf(rows: readonly ReleaseHealth[], version: string): ReleaseHealth | undefined {
  return rows.filter(({ release }) => release === version).toSorted((one, other) => other.sessions - one.sessions)[0]
}

/**
 * Returns how many points the share of sessions without a crash differs from the release before in the list that has sessions
 * in the same environment; undefined where there is none.
 *
 * @param releases newest first
 */
export function crashFreeChange(
  rows: readonly ReleaseHealth[],
  releases: readonly Pick<Release, 'version'>[],
  index: number,
): number | undefined {
  const own = healthOf(rows, releases[index]!.version)
  if (own?.crash_free_sessions == null) return undefined
  for (const { version } of releases.slice(index + 1)) {
    const before = rows.find((row) => row.release === version && row.environment === own.environment)
    if (before?.crash_free_sessions != null) return (own.crash_free_sessions - before.crash_free_sessions) * 100
  }
  return undefined
}
