import type { Stats } from '@bugle/protocol'
import type pg from 'pg'
import type { IssueRecord } from '../issues/index.ts'
import { toStats, windowOf } from './stats.ts'
import { findBuckets, findIssueStats, findReleasesIn, type StatsWindow } from './stats-store.ts'

export async function readIssueStats(pool: pg.Pool, issue: IssueRecord, now: Date): Promise<Stats> {
  return readStatsOf(pool, issue, windowOf({}, now))
}

export async function readStatsOf(pool: pg.Pool, issue: IssueRecord, window: StatsWindow): Promise<Stats> {
  const [buckets, rows, releases] = await Promise.all([
    findBuckets(pool, window),
    findIssueStats(pool, issue, window),
    releasesIn(pool, issue.projectId, window),
  ])
  return toStats(window, buckets, rows, 'all', releases)
}

export function releasesIn(pool: pg.Pool, projectId: number, window: StatsWindow): Promise<Stats['releases']> {
  return findReleasesIn(pool, projectId, window, 50)
}
