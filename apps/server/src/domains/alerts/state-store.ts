import type { AlertThreshold, StateTrigger } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'
import { isLoss } from '../outcomes/index.ts'
import { findLasting } from '../projects/index.ts'
import type { RuleRow } from './rule-store.ts'

/** A project, or a release of it, in a state that a rule speaks of. */
export interface FoundState {
  projectId: number
  /** The release; empty for the project. */
  subject: string
}

export interface StateQuestion {
  trigger: StateTrigger
  rule: Pick<RuleRow, 'threshold' | 'createdAt'>
}

/** Returns which of these projects and their releases a trigger holds for. */
export async function findStates(
  db: Queryable,
  projectIds: readonly number[],
  { trigger, rule }: StateQuestion,
): Promise<FoundState[]> {
  if (trigger === 'release.new') return findNewReleases(db, projectIds, rule.createdAt)
  if (rule.threshold === null) return []
  return finders[trigger](db, projectIds, rule.threshold)
}

/** How long a release is new. */
const newHours = 1

function findNewReleases(db: Queryable, projectIds: readonly number[], since: Date): Promise<FoundState[]> {
  return rowsOf(
    db,
    sql<FoundState>`
      select r.project_id as "projectId", r.version as subject from releases r
       where r.project_id = any(${projectIds}::int8[]) and r.version <> ''
         and r.first_seen_at > greatest(now() - make_interval(hours => ${newHours}), ${since}::timestamptz)`,
  )
}

type Finder = (db: Queryable, projectIds: readonly number[], threshold: AlertThreshold) => Promise<FoundState[]>

const finders: Record<Exclude<StateTrigger, 'release.new'>, Finder> = {
  'project.silent': (db, projectIds, { minutes }) =>
    rowsOf(
      db,
      sql<FoundState>`
      select s.project_id as "projectId", '' as subject from project_stats s
       where s.project_id = any(${projectIds}::int8[]) and s.last_event_at < now() - make_interval(mins => ${minutes})`,
    ),

  'project.losing': (db, projectIds, { count, minutes }) =>
    rowsOf(
      db,
      sql<FoundState>`
      select o.project_id as "projectId", '' as subject from outcomes o
       where o.project_id = any(${projectIds}::int8[])
         and o.hour >= date_trunc('hour', now() - make_interval(mins => ${minutes}))
         and ${isLoss(sql`o`)}
       group by o.project_id having sum(o.event_count) >= ${count}`,
    ),

  /** Exact: each event counts at least once, so that no more of a project are read than the threshold has. */
  'project.rate': (db, projectIds, { count, minutes }) =>
    rowsOf(
      db,
      sql<FoundState>`
      select p.id as "projectId", '' as subject from unnest(${projectIds}::int8[]) as p (id)
       where (select sum(x.repeat) from (
                select e.repeat from issue_stats s
                  join groups g on g.project_id = s.project_id and g.issue_id = s.issue_id
                  cross join lateral (
                    select n.repeat from events n
                     where n.group_id = g.group_id and n.project_id = g.project_id
                       and n.occurred_at > now() - make_interval(mins => ${minutes}) and n.occurred_at <= now()
                     order by n.occurred_at desc limit ${count}) as e
                 where s.project_id = p.id and s.last_seen_at > now() - make_interval(mins => ${minutes})
                 limit ${count}) as x) >= ${count}`,
    ),

  /** Compares this hour and the one before with the mean of the same hour of the four weeks before it, as far as they are known. */
  'project.spike': async (db, projectIds, { count, times }) => {
    const projects = [...(await findLasting(db, projectIds))]
    return rowsOf(
      db,
      sql<FoundState>`
      select distinct p.id as "projectId", '' as subject
        from unnest(
            ${projects.map(([id]) => id)}::int8[], ${projects.map(([, { createdAt }]) => createdAt)}::timestamptz[])
              as p (id, created_at)
          join project_stats s on s.project_id = p.id
          cross join unnest(array[date_trunc('hour', now()), date_trunc('hour', now()) - interval '1 hour']) as t (hour)
          cross join lateral (
            select sum(h.event_count)::float8 as events from project_hourly h
             where h.project_id = p.id and h.hour = t.hour) as n
          cross join lateral (
            select greatest(0, least(4, floor(extract(epoch from t.hour - p.created_at) / 604800)))::float8 as weeks) as w
          cross join lateral (
            select coalesce(sum(h.event_count), 0)::float8 / nullif(w.weeks, 0) as events from project_hourly h
             where h.project_id = p.id
               and h.hour = any(array(select t.hour - make_interval(days => 7 * k) from generate_series(1, 4) as k))) as u
       where n.events >= ${count} and n.events >= u.events * ${times ?? 1}::float8`,
    )
  },

  /** Releases whose first event came within the window; afterwards the state is over. */
  'release.new_issues': (db, projectIds, { count, minutes }) =>
    rowsOf(
      db,
      sql<FoundState>`
      select r.project_id as "projectId", r.version as subject from releases r
       where r.project_id = any(${projectIds}::int8[]) and r.version <> ''
         and r.first_seen_at > now() - make_interval(mins => ${minutes})
         and (select count(distinct g.issue_id) from group_stats gs
                join groups g on g.project_id = gs.project_id and g.group_id = gs.group_id
                join issue_stats s on s.project_id = g.project_id and s.issue_id = g.issue_id
               where gs.project_id = r.project_id and gs.first_release_id = r.id
                 and s.first_seen_at >= r.first_seen_at - interval '1 minute') >= ${count}`,
    ),

  'release.crash_free': (db, projectIds, { count, minutes, percent }) =>
    rowsOf(
      db,
      sql<FoundState>`
      select h.project_id as "projectId", h.release as subject from session_hourly h
       where h.project_id = any(${projectIds}::int8[])
         and h.hour >= date_trunc('hour', now() - make_interval(mins => ${minutes}))
       group by h.project_id, h.release
      having sum(h.started) >= ${count} and 100 * (1 - sum(h.crashed)::float8 / sum(h.started)) < ${percent ?? 100}::float8`,
    ),
}
