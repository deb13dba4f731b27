import type { Queryable } from '../../../db/database.ts'
import { type Fragment, rowsOf, sql, typed } from '../../../db/sql.ts'
import { groupHours, groupsOfIssue, onlyTotals } from '../../counters/index.ts'

/** Fewer events in an hour never escalate an issue. */
const leastEvents = sql.lit(20)
/** Multiple of the median hour of the last seven days. */
const factor = sql.lit(5)

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
