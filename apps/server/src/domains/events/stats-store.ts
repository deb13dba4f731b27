import type { StatsInterval } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { execute, type Fragment, rowsOf, sql, typed } from '../../db/sql.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/time.ts'
import { groupHours, groupsOfIssue } from '../counters/index.ts'
import { firstIdAt } from '../storage/index.ts'

export type Breakdown = 'level' | 'release' | 'environment' | 'platform'

export interface StatsWindow {
  from: Date
  to: Date
  interval: StatsInterval
  /** Zone in which days begin. */
  tz: string
}

export interface StatsRow {
  bucket: Date
  key: string
  count: number
}

/**
 * Returns the beginnings of the buckets of a window, oldest first. Counters are by whole hours of UTC; days are a zone's.
 */
export async function findBuckets(db: Queryable, { from, to, interval, tz }: StatsWindow): Promise<Date[]> {
  if (interval !== 'day') {
    const bucketMs = interval === 'hour' ? hourMs : minuteMs
    const count = Math.ceil((to.getTime() - from.getTime()) / bucketMs)
    return Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * bucketMs))
  }
  const rows = await rowsOf<{ bucket: Date }>(
    db,
    sql`select b.local_time at time zone ${tz} as bucket
       from generate_series(date_trunc('day', ${from}::timestamptz at time zone ${tz}),
                            (${to}::timestamptz - interval '1 microsecond') at time zone ${tz}, interval '1 day')
            as b (local_time)
      order by 1`,
  )
  return rows.map((row) => row.bucket)
}

/**
 * Returns the bucket of a counter’s hour. Hours stay those of UTC: where a clock is set back, an hour of its zone comes
 * twice.
 */
function bucketOf(hour: Fragment, { interval, tz }: Pick<StatsWindow, 'interval' | 'tz'>): Fragment {
  if (interval === 'hour') return hour
  return sql`date_trunc('day', ${hour} at time zone ${tz}::text) at time zone ${tz}::text`
}

/** Column of a breakdown, the label of its values `s.value`, and the table `n` that the label needs. */
const keys: Record<Breakdown | 'all', { column: Fragment; label: Fragment; names?: Fragment }> = {
  all: { column: sql`0`, label: sql`'all'` },
  level: { column: sql`h.level`, label: sql`s.value::text` },
  platform: { column: sql`h.platform`, label: sql`s.value::text` },
  release: {
    column: sql`h.release_id`,
    label: sql`coalesce(n.version, case s.value when 0 then '' else 'other' end)`,
    names: sql`releases`,
  },
  environment: { column: sql`h.environment_id`, label: sql`coalesce(n.name, 'other')`, names: sql`environments` },
}

/** Returns events of a project by bucket and value of `by`. */
export async function findProjectStats(
  db: Queryable,
  projectId: number,
  window: StatsWindow,
  by: Breakdown | 'all',
): Promise<StatsRow[]> {
  const { from, to, interval } = window
  const { column, label, names } = keys[by]
  const join =
    names === undefined ? sql`` : sql`left join ${names} n on n.project_id = ${projectId}::int8 and n.id = s.value`
  return rowsOf(
    db,
    // Hours first, by number: names and time zones are expensive, and there are far fewer hours than counters.
    sql<StatsRow>`select ${bucketOf(sql`s.hour`, window)} as bucket, ${label} as key, sum(s.event_count)::int8 as count
             from (select h.hour, ${column} as value, sum(h.event_count) as event_count
                     from project_hourly h
                    where h.project_id = ${projectId}::int8 and h.hour >= ${from} and h.hour < ${to}
                    group by 1, 2) as s ${join}
            group by 1, 2`,
    `project-stats-${by}-${interval}`,
  )
}

/** Returns events of an issue by bucket, over all its groups. */
export async function findIssueStats(
  db: Queryable,
  { projectId, issueId }: { projectId: number; issueId: string },
  window: StatsWindow,
): Promise<StatsRow[]> {
  const { from, to, interval } = window
  const groups = groupsOfIssue(typed(projectId, 'int8'), typed(issueId, 'uuid'))
  const hours = groupHours(groups, { since: typed(from, 'timestamptz'), until: typed(to, 'timestamptz') })
  return rowsOf(
    db,
    sql<StatsRow>`select ${bucketOf(sql`s.hour`, window)} as bucket, 'all' as key, sum(s.event_count)::int8 as count
             from (select to_timestamp(h.hour * 3600.0) as hour, sum(h.event_count) as event_count
                     from (${hours}) as h
                    group by 1) as s
            group by 1`,
    `issue-stats-${interval}`,
  )
}

/** Events that are read for a chart by minute: some 200 ms on one core. */
const maxEventsByMinute = 200_000

/**
 * Counts events of a project, or of one of its issues, by minute: the events that are stored, since counters are by hour.
 * Groups that were quiet are not looked at, and each is read from its own range of the index.
 *
 * @returns undefined if there are too many to count
 */
export async function findMinutes(
  db: Queryable,
  { projectId, issueId }: { projectId: number; issueId?: string },
  { from, to }: StatsWindow,
  by: Breakdown | 'all',
): Promise<StatsRow[] | undefined> {
  const { column, label, names } = keys[by]
  const join =
    names === undefined ? sql`` : sql`left join ${names} n on n.project_id = ${projectId}::int8 and n.id = s.value`
  const ofIssue = issueId === undefined ? sql`` : sql`and m.issue_id = ${issueId}::uuid`
  // The time in a client's id may be two days from that of its receipt: this leaves out the partitions of older events.
  const oldest = firstIdAt(from.getTime() - 3 * dayMs)
  const rows = await rowsOf(
    db,
    sql<StatsRow & { events: number }>`
      select s.bucket, ${label} as key, sum(s.event_count)::int8 as count, sum(s.events)::int8 as events
        from (select date_trunc('minute', h.occurred_at) as bucket, ${column} as value, sum(h.repeat) as event_count,
                     count(*) as events
                from (select x.*
                        from issue_stats i
                        join groups m on m.project_id = i.project_id and m.issue_id = i.issue_id
                       cross join lateral (
                             select e.occurred_at, e.repeat, e.level, e.platform, e.release_id, e.environment_id
                               from events e
                              where e.group_id = m.group_id and e.received_at >= m.counts_from and e.event_id >= ${oldest}::uuid
                                and e.occurred_at >= ${from} and e.occurred_at < ${to}) as x
                       where i.project_id = ${projectId}::int8 and i.last_seen_at >= ${from} ${ofIssue}
                       limit ${maxEventsByMinute + 1}) as h
               group by 1, 2) as s ${join}
       group by 1, 2`,
    `minutes-${issueId === undefined ? by : 'of-issue'}`,
  )
  return rows.reduce((sum, { events }) => sum + events, 0) > maxEventsByMinute ? undefined : rows
}

/** Releases of a project that were first seen in a time, oldest first; the latest of them when they are more. */
export async function findReleasesIn(
  db: Queryable,
  projectId: number,
  { from, to }: Pick<StatsWindow, 'from' | 'to'>,
  limit: number,
): Promise<{ version: string; first_seen: string }[]> {
  const rows = await rowsOf<{ version: string; first_seen_at: Date }>(
    db,
    sql`select r.version, r.first_seen_at from releases r
            where r.project_id = ${projectId} and r.first_seen_at >= ${from} and r.first_seen_at < ${to}
            order by r.first_seen_at desc, r.id desc limit ${limit}`,
    'find-releases-in',
  )
  return rows.reverse().map((row) => ({ version: row.version, first_seen: row.first_seen_at.toISOString() }))
}

/** Whether the database knows a time zone. */
export async function isTimeZone(db: Queryable, tz: string): Promise<boolean> {
  const rowCount = await execute(db, sql`select 1 from pg_timezone_names z where lower(z.name) = lower(${tz})`)
  return rowCount !== 0
}
