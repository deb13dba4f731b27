import type { Queryable } from '../../../db/database.ts'
import { type Fragment, rowsOf, sql, typed } from '../../../db/sql.ts'
import { groupHours, groupsOfIssue, onlyTotals } from '../../counters/index.ts'

/** As many events in an hour, or fewer, never escalate an issue. */
export const calmEvents = 20
/** Multiple of the median hour of the last seven days. */
export const usualTimes = 5
const leastEvents = sql.lit(calmEvents)
const factor = sql.lit(usualTimes)

/**
 * Builds the median of the 168 hours before an hour, including those without events: the mean of the 84th and 85th
 * largest. The arguments are columns or parameters.
 */
function medianBefore(projectId: Fragment, issueId: Fragment, hour: Fragment): Fragment {
  const hours = groupHours(groupsOfIssue(projectId, issueId), {
    since: sql`${hour} - interval '168 hours'`,
    until: hour,
  })
  return sql`(select coalesce(sum(x.count), 0) / 2
             from (select sum(h.event_count)::int8 as count from (${hours}) as h
                    group by h.hour order by count desc offset 83 limit 2) as x)`
}

/** Builds a select of the issues of projects whose hour is far above their usual rate. */
const ofHour = (hour: Fragment) => sql`c.hours[extract(hour from ${hour} at time zone 'UTC')::int4]`
const isOfDay = (hour: Fragment) => sql`c.day = (${hour} at time zone 'UTC')::date and ${onlyTotals('c')}`

/** Selects the issues of projects whose hour is far above their usual rate. */
export function escalatingIssues(projects: Fragment, hour: Fragment): Fragment {
  return sql`select m.project_id, m.issue_id
            from group_daily c join groups m on m.project_id = c.project_id and m.group_id = c.group_id
           where c.project_id = any(${projects}) and ${isOfDay(hour)}
           group by m.project_id, m.issue_id
          having sum(${ofHour(hour)}) > ${leastEvents}
             and sum(${ofHour(hour)}) > ${factor} * ${medianBefore(sql`m.project_id`, sql`m.issue_id`, hour)}`
}

/** An hour in which an issue had events. */
export interface IssueHour {
  projectId: number
  issueId: string
  firstSeenAt: Date
  /** Since 1970. */
  hour: number
  count: number
}

/** Returns the hours with events of the issues with most events that occurred since a time, from a week before it on, in order. */
export async function findHoursOfLargest(
  db: Queryable,
  projectIds: readonly number[],
  since: Date,
  limit: number,
): Promise<IssueHour[]> {
  const largest = sql`
    select m.project_id, m.group_id, m.issue_id, s.first_seen_at
      from (
        select s.project_id, s.issue_id, s.first_seen_at from issue_stats s
         where s.project_id = any(${projectIds}::int8[]) and s.last_seen_at > ${since} and s.event_count > ${leastEvents}
         order by s.event_count desc limit ${limit}) as s
      join groups m on m.project_id = s.project_id and m.issue_id = s.issue_id`
  const hours = groupHours(largest, { since: sql`${since}::timestamptz - interval '168 hours'` })
  return rowsOf(
    db,
    sql<IssueHour>`
      select h.project_id as "projectId", h.issue_id as "issueId", h.first_seen_at as "firstSeenAt", h.hour,
             sum(h.event_count)::int8 as count
        from (${hours}) as h group by 1, 2, 3, 4 order by 1, 2, 4`,
  )
}

/** Returns which of these issues of a project can escalate: they are open, have been for a while, and occur in this hour. */
export async function findEscalatable(
  db: Queryable,
  projectId: number,
  { issueIds, hour, seenBefore }: { issueIds: readonly string[]; hour: Date; seenBefore: Date },
): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ issueId: string }>`
      select s.issue_id as "issueId" from issue_stats s
       where s.project_id = ${projectId} and s.issue_id = any(${issueIds}::uuid[]) and s.status = 'unresolved'
         and s.regressed_at is null and s.first_seen_at <= ${seenBefore} and s.last_seen_at >= ${hour}`,
  )
  return rows.map(({ issueId }) => issueId)
}

/** Returns which of these issues have an hour far above their usual rate. */
export async function findEscalating(
  db: Queryable,
  issues: readonly { projectId: number; issueId: string }[],
  hour: Date,
): Promise<Set<string>> {
  const since = typed(hour, 'timestamptz')
  const projectIds = issues.map(({ projectId }) => projectId)
  const issueIds = issues.map(({ issueId }) => issueId)
  const rows = await rowsOf(
    db,
    sql<{ issue_id: string }>`select i.issue_id
             from (select w.project_id, w.issue_id,
                          (select sum(${ofHour(since)})
                             from groups g
                             join group_daily c on c.project_id = g.project_id and c.group_id = g.group_id
                              and ${isOfDay(since)}
                            where g.project_id = w.project_id and g.issue_id = w.issue_id) as count
                     from unnest(${projectIds}::int8[], ${issueIds}::uuid[]) as w (project_id, issue_id) offset 0) as i
            where i.count > ${leastEvents}
              and i.count > ${factor} * ${medianBefore(sql`i.project_id`, sql`i.issue_id`, since)}`,
    'find-escalating',
  )
  return new Set(rows.map((row) => row.issue_id))
}
