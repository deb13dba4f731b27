import type { Stats } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import type { IssueRecord } from '../issues/index.ts'
import { inHours, toStats, windowOf } from './stats.ts'
import {
  type Breakdown,
  findBuckets,
  findIssueStats,
  findMinutes,
  findProjectStats,
  findReleasesIn,
  type StatsWindow,
} from './stats-store.ts'

/** Returns the statistics of an issue in the default time range. */
export async function readIssueStats(db: Database, issue: IssueRecord, now: Date): Promise<Stats> {
  return readIssueStatsIn(db, issue, windowOf({}, now))
}

/** Returns the statistics of an issue in a time range, with the releases that began in it. */
export async function readIssueStatsIn(db: Database, issue: IssueRecord, window: StatsWindow): Promise<Stats> {
  return readStats(db, issue, window, 'all')
}

/** Returns the statistics of a project in a time range, by the values of a dimension. */
export async function readProjectStatsIn(
  db: Database,
  projectId: number,
  window: StatsWindow,
  by: Breakdown | 'all',
): Promise<Stats> {
  return readStats(db, { projectId }, window, by)
}

async function readStats(db: Database, of: Counted, asked: StatsWindow, by: Breakdown | 'all'): Promise<Stats> {
  const minutes = asked.interval === 'minute' ? await findMinutes(db, of, asked, by) : undefined
  const window = minutes === undefined ? inHours(asked) : asked
  const [buckets, rows, releases] = await Promise.all([
    findBuckets(db, window),
    minutes ?? findCounters(db, of, window, by),
    findReleasesIn(db, of.projectId, window, 50),
  ])
  return toStats(window, buckets, rows, by, releases)
}

interface Counted {
  projectId: number
  issueId?: string
}

function findCounters(db: Database, { projectId, issueId }: Counted, window: StatsWindow, by: Breakdown | 'all') {
  return issueId === undefined
    ? findProjectStats(db, projectId, window, by)
    : findIssueStats(db, { projectId, issueId }, window)
}
