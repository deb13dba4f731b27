import type { Queryable } from '../../../db/database.ts'
import { groupHours, groupsOfIssue, overAll } from '../counters/index.ts'

/** This many events in an hour are nothing to speak of. */
const leastEvents = 20
/** Multiple of the median hour of the last seven days. */
const factor = 5

/**
 * The median of the 168 hours before one, those without events included: the mean of the 84th and the 85th of them,
 * the largest first. Parts of statements are columns or parameters.
 */
function medianBefore(projectId: string, issueId: string, hour: string): string {
  const hours = groupHours(groupsOfIssue(projectId, issueId), { since: `${hour} - interval '168 hours'`, until: hour })
  return `(select coalesce(sum(x.count), 0) / 2
             from (select sum(h.event_count)::int8 as count from (${hours}) as h
                    group by h.hour order by count desc offset 83 limit 2) as x)`
}

/** The count of the requested hour in a day's counters `c`. */
const ofHour = (hour: string) => `c.hours[extract(hour from ${hour} at time zone 'UTC')::int4]`
const isOfDay = (hour: string) => `c.day = (${hour} at time zone 'UTC')::date and ${overAll('c')}`

/** Selects the issues of projects whose hour is far above their usual rate. */
export function escalatingIssues(projects: string, hour: string): string {
  return `select m.project_id, m.issue_id
            from group_daily c join groups m on m.project_id = c.project_id and m.group_id = c.group_id
           where c.project_id = any(${projects}) and ${isOfDay(hour)}
           group by m.project_id, m.issue_id
          having sum(${ofHour(hour)}) > ${leastEvents}
             and sum(${ofHour(hour)}) > ${factor} * ${medianBefore('m.project_id', 'm.issue_id', hour)}`
}

/** The issues among these whose hour is far above their usual rate. */
export async function findEscalating(
  db: Queryable,
  issues: readonly { projectId: number; issueId: string }[],
  hour: Date,
): Promise<Set<string>> {
  const { rows } = await db.query<{ issue_id: string }>({
    name: 'find-escalating',
    text: `select i.issue_id
             from (select w.project_id, w.issue_id,
                          (select sum(${ofHour('$3::timestamptz')})
                             from groups g
                             join group_daily c on c.project_id = g.project_id and c.group_id = g.group_id
                              and ${isOfDay('$3::timestamptz')}
                            where g.project_id = w.project_id and g.issue_id = w.issue_id) as count
                     from unnest($1::int8[], $2::uuid[]) as w (project_id, issue_id) offset 0) as i
            where i.count > ${leastEvents}
              and i.count > ${factor} * ${medianBefore('i.project_id', 'i.issue_id', '$3::timestamptz')}`,
    values: [issues.map(({ projectId }) => projectId), issues.map(({ issueId }) => issueId), hour],
  })
  return new Set(rows.map((row) => row.issue_id))
}
