import type { Stats } from '@bugle/protocol'
import type pg from 'pg'
import type { IssueRecord } from '../issues/index.ts'
import { toStats, windowOf } from './stats.ts'
import { findBuckets, findIssueStats, findReleasesIn, type StatsWindow } from './stats-store.ts'

/** Returns the statistics of an issue in the default time range. */
export async function readIssueStats(pool: pg.Pool, issue: IssueRecord, now: Date): Promise<Stats> {
  return readIssueStatsIn(pool, issue, windowOf({}, now))
}

/** Returns the statistics of an issue in a time range, with the releases that began in it. */
export async function readIssueStatsIn(pool: pg.Pool, issue: IssueRecord, window: StatsWindow): Promise<Stats> {
  const [buckets, rows, releases] = await Promise.all([
    findBuckets(pool, window),
    findIssueStats(pool, issue, window),
    readReleasesIn(pool, issue.projectId, window),
  ])
  return toStats(window, buckets, rows, 'all', releases)
}

/** Returns releases of a project that were first seen in a time range: the marks of a chart. */
export function readReleasesIn(pool: pg.Pool, projectId: number, window: StatsWindow): Promise<Stats['releases']> {
  return findReleasesIn(pool, projectId, window, 50)
}
