import type { Stats } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import type { IssueRecord } from '../issues/index.ts'
import { toStats, windowOf } from './stats.ts'
import { findBuckets, findIssueStats, findReleasesIn, type StatsWindow } from './stats-store.ts'

/** Returns the statistics of an issue in the default time range. */
export async function readIssueStats(db: Database, issue: IssueRecord, now: Date): Promise<Stats> {
  return readIssueStatsIn(db, issue, windowOf({}, now))
}

/** Returns the statistics of an issue in a time range, with the releases that began in it. */
export async function readIssueStatsIn(db: Database, issue: IssueRecord, window: StatsWindow): Promise<Stats> {
  const [buckets, rows, releases] = await Promise.all([
    findBuckets(db, window),
    findIssueStats(db, issue, window),
    readReleasesIn(db, issue.projectId, window),
  ])
  return toStats(window, buckets, rows, 'all', releases)
}

/** Returns releases of a project that were first seen in a time range: the marks of a chart. */
export function readReleasesIn(db: Database, projectId: number, window: StatsWindow): Promise<Stats['releases']> {
  return findReleasesIn(db, projectId, window, 50)
}
