import type { Queryable } from '../../db/database.ts'
import { groupHours, groupsOfIssue } from '../issues/index.ts'

export type Breakdown = 'level' | 'release' | 'environment' | 'platform'

export interface StatsWindow {
  from: Date
  to: Date
  interval: 'hour' | 'day'
  /** Zone in which days begin. */
  tz: string
}

export interface StatsRow {
  bucket: Date
  key: string
  count: number
}

const hourMs = 3_600_000

/** The beginnings of the buckets of a window, oldest first. Counters are by whole hours of UTC; days are a zone's. */
export async function findBuckets(db: Queryable, { from, to, interval, tz }: StatsWindow): Promise<Date[]> {
  if (interval === 'hour') {
    const hours = Math.ceil((to.getTime() - from.getTime()) / hourMs)
    return Array.from({ length: hours }, (_, index) => new Date(from.getTime() + index * hourMs))
  }
  const { rows } = await db.query<{ bucket: Date }>(
    `select b.local_time at time zone $3 as bucket
       from generate_series(date_trunc('day', $1::timestamptz at time zone $3),
                            ($2::timestamptz - interval '1 microsecond') at time zone $3, interval '1 day')
            as b (local_time)
      order by 1`,
    [from, to, tz],
  )
  return rows.map((row) => row.bucket)
}

/** The bucket of a counter’s hour. Hours stay those of UTC: where a clock is set back, an hour of its zone comes twice. */
function bucketOf(hour: string, interval: string, tz: string): string {
  return `case ${interval} when 'hour' then ${hour} else date_trunc('day', ${hour} at time zone ${tz}) at time zone ${tz} end`
}

const keys: Record<Breakdown | 'all', { column: string; name: string; join: string }> = {
  all: { column: '0', name: `'all'`, join: '' },
  level: { column: 'h.level', name: 's.value::text', join: '' },
  platform: { column: 'h.platform', name: 's.value::text', join: '' },
  release: {
    column: 'h.release_id',
    name: `coalesce(n.version, case s.value when 0 then '' else 'other' end)`,
    join: 'left join releases n on n.project_id = $1 and n.id = s.value',
  },
  environment: {
    column: 'h.environment_id',
    name: `coalesce(n.name, 'other')`,
    join: 'left join environments n on n.project_id = $1 and n.id = s.value',
  },
}

/** Events of a project by bucket and value of `by`. */
export async function findProjectStats(
  db: Queryable,
  projectId: number,
  { from, to, interval, tz }: StatsWindow,
  by: Breakdown | 'all',
): Promise<StatsRow[]> {
  const { column, name, join } = keys[by]
  const { rows } = await db.query<StatsRow>({
    name: `project-stats-${by}`,
    // Hours first, by number: names and time zones are expensive, and there are far fewer hours than counters.
    text: `select ${bucketOf('s.hour', '$4', '$5')} as bucket, ${name} as key, sum(s.event_count)::int8 as count
             from (select h.hour, ${column} as value, sum(h.event_count) as event_count
                     from project_hourly h
                    where h.project_id = $1 and h.hour >= $2 and h.hour < $3
                    group by 1, 2) as s ${join}
            group by 1, 2`,
    values: [projectId, from, to, interval, tz],
  })
  return rows
}

/** Events of an issue by bucket, over all its groups. */
export async function findIssueStats(
  db: Queryable,
  { projectId, issueId }: { projectId: number; issueId: string },
  { from, to, interval, tz }: StatsWindow,
): Promise<StatsRow[]> {
  const { rows } = await db.query<StatsRow>({
    name: 'issue-stats',
    text: `select ${bucketOf('s.hour', '$5', '$6')} as bucket, 'all' as key, sum(s.event_count)::int8 as count
             from (select to_timestamp(h.hour * 3600.0) as hour, sum(h.event_count) as event_count
                     from (${groupHours(groupsOfIssue('$1', '$2'), { since: '$3::timestamptz', until: '$4::timestamptz' })}) as h
                    group by 1) as s
            group by 1`,
    values: [projectId, issueId, from, to, interval, tz],
  })
  return rows
}

/** Releases of a project that were first seen in a time, oldest first; the latest of them when they are more. */
export async function findReleasesIn(
  db: Queryable,
  projectId: number,
  { from, to }: Pick<StatsWindow, 'from' | 'to'>,
  limit: number,
): Promise<{ version: string; first_seen: string }[]> {
  const { rows } = await db.query<{ version: string; first_seen_at: Date }>({
    name: 'find-releases-in',
    text: `select r.version, r.first_seen_at from releases r
            where r.project_id = $1 and r.first_seen_at >= $2 and r.first_seen_at < $3
            order by r.first_seen_at desc, r.id desc limit $4`,
    values: [projectId, from, to, limit],
  })
  return rows.reverse().map((row) => ({ version: row.version, first_seen: row.first_seen_at.toISOString() }))
}

export interface ReleaseRow {
  id: number
  version: string
  first_seen_at: Date
  last_seen_at: Date | null
  count: number
}

/** Releases of a project, the one seen first last. */
export async function findReleases(
  db: Queryable,
  projectId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ReleaseRow[]> {
  const { rows } = await db.query<ReleaseRow>({
    name: 'find-releases',
    text: `select r.id, r.version, r.first_seen_at, h.last_hour as last_seen_at, coalesce(h.count, 0)::int8 as count
             from (select x.* from releases x where x.project_id = $1 and x.id < $2 order by x.id desc limit $3) as r
             left join (select y.release_id, max(y.hour) as last_hour, sum(y.event_count) as count
                          from project_hourly y where y.project_id = $1 group by y.release_id) as h
                    on h.release_id = r.id
            order by r.id desc`,
    values: [projectId, before ?? 2_147_483_647, limit],
  })
  return rows
}

/** Whether the database knows a time zone. */
export async function isTimeZone(db: Queryable, tz: string): Promise<boolean> {
  const { rowCount } = await db.query('select from pg_timezone_names z where lower(z.name) = lower($1)', [tz])
  return rowCount !== 0
}
