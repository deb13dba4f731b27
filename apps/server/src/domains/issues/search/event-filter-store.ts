import type { QueryTerm } from '@bugle/protocol'
import { platformCode } from '../../../db/codes.ts'
import type { Queryable } from '../../../db/database.ts'
import { allOf, anyOf, type Fragment, rowsOf, sql } from '../../../db/sql.ts'
import { dayMs, hourMs } from '../../../lib/time.ts'
import { totalId, userKeyOf } from '../../counters/index.ts'
import { type Clause, type IssueFilter, type IssueSort, narrowsEvents } from './issue-filter.ts'

/** A filter of events, resolved to the numbers that counters use. */
export interface EventScope {
  /** Environment ids by project, if environments are filtered. */
  environments: ProjectIds | undefined
  /** Release ids by project, if releases are filtered. */
  releases: ProjectIds | undefined
  /** Excluded releases; 0 stands for no release. */
  withoutReleases: ProjectIds | undefined
  isOneProject: boolean
  /** Whole days of the window in UTC, as days since 1970. */
  days: number[]
  /** Days in which the window begins or ends. */
  parts: PartOfDay[]
}

/** Hours of a day, the first inclusive, the last exclusive. */
interface PartOfDay {
  day: number
  from: number
  to: number
}

type ProjectIds = { projectIds: number[]; ids: number[] }

export interface ScopeRequest {
  projectIds: readonly number[]
  filter: IssueFilter
  now: Date
}

/** Looks up names, and splits the window into whole days and remaining hours. */
export async function findScope(db: Queryable, { projectIds, filter, now }: ScopeRequest): Promise<EventScope> {
  const of = (key: string) => filter.ofEvents.filter(([term]) => term.key === key)
  const [environments, releases] = [of('environment'), of('release')]
  // Days are counted by release within an environment.
  const needsEnvironments = environments.length > 0 || releases.length > 0 || of('has').length > 0
  const rows = await rowsOf<{ first_day: number | null; environments: Named[] | null; releases: Named[] | null }>(
    db,
    sql`select (select min(first.day) - date '1970-01-01'
               from unnest(${projectIds}::int8[]) as p (id)
              cross join lateral (select d.day from group_daily d where d.project_id = p.id order by d.day limit 1) as first
            ) as first_day,
            (select json_agg(json_build_array(e.project_id, e.id, e.name)) from environments e
              where ${needsEnvironments} and e.project_id = any(${projectIds}::int8[])) as environments,
            (select json_agg(json_build_array(r.project_id, r.id, r.version)) from releases r
              where r.project_id = any(${projectIds}::int8[]) and r.version = any(${releases.flatMap((clause) => clause.map(nameIn))}::text[])) as releases`,
  )
  const { first_day, ...names } = rows[0]!
  const beyondLimit = projectIds.map((projectId): Named => [projectId, -1, ''])
  const unnamed = projectIds.map((projectId): Named => [projectId, 0, ''])
  const [known, versions] = [[...(names.environments ?? []), ...beyondLimit], names.releases ?? []]
  const positive = releases.filter(([term]) => !term.not)
  const negative = releases.filter(([term]) => term.not)
  const unreleased = of('has').some(([term]) => term.not)
  const released = of('has').some(([term]) => !term.not)
  return {
    environments: needsEnvironments
      ? idsOf(known.filter(([, , name]) => environments.every((clause) => matches(clause, name))))
      : undefined,
    releases:
      positive.length > 0 || unreleased
        ? idsOf(
            [...versions, ...(unreleased ? unnamed : [])].filter(
              ([, id, name]) =>
                positive.every((clause) => matches(clause, name)) &&
                (!unreleased || id === 0) &&
                negative.every((clause) => id === 0 || matches(clause, name)),
            ),
          )
        : undefined,
    withoutReleases:
      negative.length > 0 || released
        ? idsOf([
            ...versions.filter(([, , name]) => negative.some((clause) => !matches(clause, name))),
            ...(released ? unnamed : []),
          ])
        : undefined,
    isOneProject: projectIds.length === 1,
    ...spans(filter.window, first_day, now),
  }
}

type Named = [projectId: number, id: number, name: string]

const nameIn = (term: QueryTerm) => (term.key === 'release' || term.key === 'environment' ? term.value : '')
const matches = (clause: Clause, name: string) => clause.some((term) => (nameIn(term) === name) !== term.not)
const idsOf = (named: readonly Named[]): ProjectIds => ({
  projectIds: named.map(([projectId]) => projectId),
  ids: named.map(([, id]) => id),
})

/** Returns the days of a window, and the hours of the days in which it begins and ends. */
function spans(
  { from, to }: IssueFilter['window'],
  firstDay: number | null,
  now: Date,
): Pick<EventScope, 'days' | 'parts'> {
  if (firstDay === null) return { days: [], parts: [] }
  // No event is much later than now: the current day counts as whole up to its end.
  const end = Math.ceil(now.getTime() / dayMs + 1) * dayMs
  const first = Math.max(from?.getTime() ?? 0, firstDay * dayMs)
  const last = Math.min(to === undefined || to.getTime() > now.getTime() ? end : to.getTime(), end)
  const days: number[] = []
  const parts: PartOfDay[] = []
  for (let day = Math.floor(first / dayMs); day * dayMs < last; day += 1) {
    const part = { day, from: Math.max(0, first / hourMs - day * 24), to: Math.min(24, last / hourMs - day * 24) }
    if (part.to - part.from === 24) days.push(day)
    else parts.push(part)
  }
  return { days, parts }
}

/**
 * Builds a select of counters of the events in a scope, by issue: `project_id`, `issue_id`, `count`, and the first or
 * last hour since 1970 if the list is sorted by it.
 */
export function matchedEvents(
  scope: EventScope,
  { projectIds, filter, sort }: { projectIds: readonly number[]; filter: IssueFilter; sort: IssueSort },
): Fragment {
  const { environments, days, parts } = scope
  const { ofEnvironment, versions, ofPlatform } = conditionsOf(scope, filter)
  const total = sql.lit(totalId)
  const conditions = [
    sql`c.project_id = any(${projectIds}::int8[])`,
    ...(environments === undefined ? [sql`c.environment_id = ${total}`] : ofEnvironment),
    ...(versions.length === 0 ? [sql`c.release_id = ${total}`] : [sql`c.release_id <> ${total}`, ...versions]),
    ...ofPlatform,
  ]
  const ofDays = (dates: string[], { count, first, last }: Summed) =>
    summed([...conditions, sql`c.day = any(${dates}::date[])`], {
      count,
      first: sort === 'first_seen' ? first : sql`null`,
      last: sort === 'last_seen' ? last : sql`null`,
    })
  const sources = parts.map((part) => ofDays([dateOf(part.day)], hoursOf(part)))
  const whole = { count: sql`c.event_count`, first: sql`c.first_hour`, last: sql`c.last_hour` }
  if (days.length > 0 || sources.length === 0) sources.push(ofDays(days.map(dateOf), whole))
  return sql`select g.project_id, g.issue_id, sum(c.count)::int8 as count, min(c.first_hour) as first_hour,
                 max(c.last_hour) as last_hour
            from (${sql.join(sources, sql` union all `)}) as c
            join groups g on g.project_id = c.project_id and g.group_id = c.group_id
           group by g.project_id, g.issue_id having sum(c.count) > 0`
}

/** Issues whose events are counted, and the filter that narrows them. */
type EventFilter = Pick<ScopeRequest, 'projectIds' | 'filter'>

/**
 * Builds a select of the stored events of some users in an issue `s`: `count`, `first_hour` and `last_hour` like
 * `matchedEvents`; `count` is null if none matches. If the filter names users only, it is 0 where none of their events
 * is stored; otherwise a matching event may have been evicted.
 */
export function matchedByUser(scope: EventScope, request: EventFilter, clause: Clause): Fragment {
  const userKeys = clause.map((term) => (term.key === 'user' ? userKeyOf(term.value) : null))
  // «offset 0»: an expression that is merged into the outer query is computed for each of its uses.
  return sql`select case when count(*) > 0 then coalesce(sum((c.sums ->> 0)::int8), 0)::int8 end as count,
                 min((c.sums ->> 1)::int4) as first_hour, max((c.sums ->> 2)::int4) as last_hour, false as is_beyond
            from (select (${eventsOfUsers(scope, request, userKeys)}) -> g.group_id::text as sums from groups g
                   where g.project_id = s.project_id and g.issue_id = s.issue_id
                     and exists (select 1 from group_users u
                                  where u.project_id = g.project_id and u.group_id = g.group_id
                                    and u.user_key = any(${userKeys}::int8[])) offset 0) as c
            ${narrowsEvents(request.filter) ? sql`where c.sums is not null` : sql``}`
}

/**
 * Builds a select of the stored events of some users: a JSON object of their count, first and last hour by group. It depends on
 * no issue, so that PostgreSQL computes it once: the index of users does not know the groups of their events.
 */
function eventsOfUsers(
  scope: EventScope,
  { projectIds, filter }: EventFilter,
  userKeys: readonly (number | null)[],
): Fragment {
  const { ofEnvironment, versions, ofPlatform } = conditionsOf(scope, filter)
  const { from, to } = filter.window
  const conditions = [
    ...ofEnvironment,
    ...versions,
    ...ofPlatform,
    ...(from === undefined ? [] : [sql`c.occurred_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`c.occurred_at < ${to}::timestamptz`]),
  ]
  const hour = sql`floor(extract(epoch from c.occurred_at) / 3600)::int4`
  return sql`select jsonb_object_agg(e.group_id, jsonb_build_array(e.count, e.first_hour, e.last_hour))
            from (select c.group_id, sum(c.repeat) as count, min(${hour}) as first_hour, max(${hour}) as last_hour
                    from events c
                    join groups k on k.project_id = c.project_id and k.group_id = c.group_id and c.received_at >= k.counts_from
                   where c.project_id = any(${projectIds}::int8[]) and c.user_key = any(${userKeys}::int8[])
                     and ${allOf(conditions)}
                   group by c.group_id) as e`
}

/**
 * Builds a select of the counters of one tag in an issue `s`, with the same columns. `is_beyond` is true if a requested
 * value may be in the overflow bucket.
 */
export function matchedByTag(clause: Clause): Fragment {
  const [first] = clause
  if (first.key !== 'tag' && !(first.key === 'has' && first.value === 'tag'))
    throw new Error(`${first.key} is not a tag`)
  const values = [...new Set(clause.flatMap((term) => (term.key === 'tag' ? [term.value] : [])))]
  const isAsked = first.key === 'has' ? sql`true` : sql`t.value = any(${values}::text[])`
  const isBeyond =
    first.key === 'has'
      ? sql`false`
      : sql`count(*) filter (where ${isAsked}) < ${sql.lit(values.length)} and bool_or(t.value = '')`
  const wanted = first.key === 'has' ? sql`true` : sql`t.value = any(${[...values, '']}::text[])`
  return sql`select sum(c.count)::int8 as count, null::int4 as first_hour, null::int4 as last_hour,
                 bool_or(c.is_beyond) as is_beyond
            from (select sum(t.event_count) filter (where ${isAsked}) as count, ${isBeyond} as is_beyond
                    from groups g
                    join group_tags t on t.project_id = g.project_id and t.group_id = g.group_id
                     and t.key = ${first.name}::text and ${wanted}
                   where g.project_id = s.project_id and g.issue_id = s.issue_id
                   group by g.group_id) as c`
}

/** Builds a select of the time since which all events of the projects are kept. */
export function keptSince(projectIds: readonly number[]): Fragment {
  const projects = sql`${projectIds}::int8[]`
  return sql`greatest(
            (select min(first.received_at)
               from unnest(${projects}) as p (id)
              cross join lateral (select e.received_at from events e where e.project_id = p.id
                                   order by e.event_id limit 1) as first),
            (select max(k.last_received_at) from packs k where k.project_id = any(${projects}) and k.pruned))`
}

/** Builds the conditions of the scope on a row `c`. */
function conditionsOf(
  { environments, releases, withoutReleases, isOneProject }: EventScope,
  filter: IssueFilter,
): { ofEnvironment: Fragment[]; versions: Fragment[]; ofPlatform: Fragment[] } {
  const ids = (column: 'environment_id' | 'release_id', of: ProjectIds | undefined) =>
    of === undefined ? [] : [idCondition(column, of, isOneProject)]
  return {
    ofEnvironment: ids('environment_id', environments),
    versions: [
      ...ids('release_id', releases),
      ...ids('release_id', withoutReleases).map((condition) => sql`not ${condition}`),
    ],
    ofPlatform: filter.ofEvents
      .filter(([term]) => term.key === 'platform')
      .map((clause) => anyOf(clause.map(platformCondition))),
  }
}

/** Returns the part of a daily counter `c` that falls into some of its hours. */
function hoursOf({ from, to }: PartOfDay): Summed {
  const hours = Array.from({ length: to - from }, (_, index) => from + index)
  const at = (hour: number) => sql`c.hours[${sql.lit(hour)}]`
  const numbered = sql.join(hours.map((hour) => sql`case when ${at(hour)} is not null then ${sql.lit(hour)} end`))
  return {
    count: sql.join(
      hours.map((hour) => sql`coalesce(${at(hour)}, 0)`),
      sql` + `,
    ),
    first: sql`least(${numbered})`,
    last: sql`greatest(${numbered})`,
  }
}

/** Expressions on a row `c`: the number of events, and the first and last hour of the day with any. */
interface Summed {
  count: Fragment
  first: Fragment
  last: Fragment
}

/** Sums by group first: a group has many days, and most issues have one group. */
function summed(conditions: readonly Fragment[], { count, first, last }: Summed): Fragment {
  const day = sql`(c.day - date '1970-01-01') * 24`
  return sql`select c.project_id, c.group_id, sum(${count})::int8 as count, min(${day} + ${first})::int4 as first_hour,
                 max(${day} + ${last})::int4 as last_hour
            from group_daily c
           where ${allOf(conditions)}
           group by c.project_id, c.group_id`
}

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** Ids are numbered by project, so several projects need pairs. */
function idCondition(
  column: 'environment_id' | 'release_id',
  { projectIds, ids }: ProjectIds,
  isOneProject: boolean,
): Fragment {
  const id = sql.ref(`c.${column}`)
  const isAny = sql`${id} = any(${[...new Set(ids)]}::int4[])`
  if (isOneProject) return sql`(${isAny})`
  const pairs = sql`unnest(${projectIds}::int8[], ${ids}::int4[])`
  return sql`(${isAny} and (c.project_id, ${id}) in (select * from ${pairs}))`
}

function platformCondition(term: QueryTerm): Fragment {
  if (term.key !== 'platform') throw new Error(`${term.key} is not a platform`)
  const code = sql`${platformCode[term.value]}::int2`
  return term.not ? sql`c.platform <> ${code}` : sql`c.platform = ${code}`
}
