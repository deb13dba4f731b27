import { issueStatuses, parsePlainId, type QueryTerm, type QueryTime, type StatusCounts } from '@bugle/protocol'
import { levelCode } from '../../../db/codes.ts'
import type { Queryable } from '../../../db/database.ts'
import { allOf, anyOf, type Fragment, rowsOf, sql } from '../../../db/sql.ts'
import { hourMs, startOfHour } from '../../../lib/time.ts'
import { groupHours, groupsOfIssue, userKeyOf } from '../../counters/index.ts'
import { escalatingIssues, newForMs } from '../record/index.ts'
import { findScope, keptSince, matchedByTag, matchedByUser, matchedEvents } from './event-filter-store.ts'
import { type Clause, countSourceOf, type IssueFilter, type IssueSort } from './issue-filter.ts'
import { likePattern } from './like-pattern.ts'
import type { FoundIssue } from './list-snapshot-store.ts'
import { findNames, type Names, shortIdOf } from './names-store.ts'

export interface Search {
  projectIds: readonly number[]
  filter: IssueFilter
  /** Only these issues. */
  issueIds?: readonly string[]
  sort: IssueSort
  /** The user of `assigned:me`. */
  userId: string
  now: Date
}

/** Properties of a list's counts. */
export interface Counted {
  statusCounts: StatusCounts
  /** Whether events of a requested value may be in the overflow bucket. */
  isBeyond: boolean
  /** Start of the time that counts cover; undefined unless they cover only kept events. */
  since: Date | undefined
}

/** An issue with its number of matching events, and its place in the list: higher values come first, and then higher ids. */
export interface PlacedIssue extends FoundIssue {
  count: number
  /** The value by which the list is sorted; times in seconds. */
  sortKey: number
  /** Seconds since 1970. */
  lastSeen: number
}

/**
 * Returns the first issues that match a filter, in order, and the number of matching issues per status.
 */
export async function findFirst(
  db: Queryable,
  search: Search,
  { limit }: { limit: number },
): Promise<Counted & { issues: PlacedIssue[] }> {
  type Placed = [projectId: number, issueId: string, count: number, sortKey: number, lastSeen: number]
  const isTime = search.sort === 'last_seen' || search.sort === 'first_seen'
  const sortKey = isTime ? sql`extract(epoch from o.sort_key)` : sql`o.sort_key`
  const [first] = await rowsOf(
    db,
    sql<CountedRow & { issues: Placed[] | null }>`${await foundIssues(db, search)},
          ordered as materialized (
            select f.project_id, f.issue_id, f.count, f.sort_key, f.last_seen_at,
                   row_number() over (order by f.sort_key desc, f.last_seen_at desc, f.issue_id desc) as number
              from found f where f.count is not null and f.status = any(${search.filter.statuses}::text[])
             order by number limit ${limit}::int4)
     select ${counted(search)},
            (select json_agg(json_build_array(o.project_id, o.issue_id, o.count, ${sortKey}, extract(epoch from o.last_seen_at))
                             order by o.number)
               from ordered o) as issues`,
  )
  const { issues, ...row } = first!
  return {
    issues: (issues ?? []).map(([projectId, issueId, count, sortKey, lastSeen]) => ({
      ...{ projectId, issueId, count },
      ...{ sortKey, lastSeen },
    })),
    ...toCounted(row),
  }
}

/**
 * Returns matching issues in the order of their keys, which no event changes, and the number of matching issues per status.
 *
 * @param after the last issue of the former portion
 */
export async function findPortion(
  db: Queryable,
  search: Search,
  { after, limit }: { after: FoundIssue | undefined; limit: number },
): Promise<{ issues: FoundIssue[]; statusCounts: StatusCounts }> {
  const isBehind =
    after === undefined
      ? sql``
      : sql`and (f.project_id, f.issue_id) > (${after.projectId}::int8, ${after.issueId}::uuid)`
  const [first] = await rowsOf(
    db,
    sql<{ counts: number[]; issues: [projectId: number, issueId: string][] | null }>`${await foundIssues(db, search)},
          portion as (
            select f.project_id, f.issue_id from found f
             where f.count is not null and f.status = any(${search.filter.statuses}::text[]) ${isBehind}
             order by f.project_id, f.issue_id limit ${limit}::int4)
     select ${statusCounts} as counts,
            (select json_agg(json_build_array(p.project_id, p.issue_id) order by p.project_id, p.issue_id)
               from portion p) as issues`,
  )
  return {
    issues: (first!.issues ?? []).map(([projectId, issueId]) => ({ projectId, issueId })),
    statusCounts: toCounts(first!.counts),
  }
}

/**
 * Returns the number of matching events of each of these issues, in order, and the number of matching issues per
 * status. The count of an issue that no longer matches is undefined.
 */
export async function countFound(
  db: Queryable,
  issues: readonly FoundIssue[],
  search: Search,
): Promise<Counted & { counts: (number | undefined)[] }> {
  const projectIds = issues.map(({ projectId }) => projectId)
  const issueIds = issues.map(({ issueId }) => issueId)
  const [first] = await rowsOf(
    db,
    sql<CountedRow & { found: (number | null)[] | null }>`${await foundIssues(db, search)}
     select ${counted(search)},
            (select json_agg(f.count order by w.position)
               from unnest(${projectIds}::int8[], ${issueIds}::uuid[]) with ordinality as w (project_id, issue_id, position)
               left join found f on f.project_id = w.project_id and f.issue_id = w.issue_id) as found`,
  )
  const { found, ...row } = first!
  return { ...toCounted(row), counts: (found ?? []).map((count) => count ?? undefined) }
}

/**
 * Builds the first part of a statement, `found`: every matching issue, whatever its status. If `count` is null, the
 * issue may match, but the counters cannot decide it.
 */
async function foundIssues(db: Queryable, search: Search): Promise<Fragment> {
  const { filter } = search
  const names = await findNames(db, search)
  const { matched, from, narrows } = await sourceOf(db, search)
  const source = countSourceOf(filter)
  const settled = 'clause' in source ? source.clause : undefined
  const clauses = filter.ofIssue.filter((clause) => clause !== settled)
  const needsText = clauses.some((clause) => clause.some(({ key }) => key === 'text' || key === 'level'))
  return sql`with ${matched === undefined ? sql`` : sql`matched as (${matched}),`}
          found as materialized (
            select s.project_id, s.issue_id, s.status, s.last_seen_at, ${narrows ? sql`m.count` : sql`s.event_count`} as count,
                   ${settled === undefined ? sql`false` : sql`m.is_beyond`} as is_beyond, ${sortKeyOf(search, narrows)} as sort_key
              from ${from}
              ${needsText ? sql`join issues i on i.project_id = s.project_id and i.issue_id = s.issue_id` : sql``}
             where s.project_id = any(${search.projectIds}::int8[])
                   ${search.issueIds === undefined ? sql`` : sql`and s.issue_id = any(${search.issueIds}::uuid[])`}
                   ${settled === undefined ? sql`` : sql`and (m.count is not null or m.is_beyond)`}
                   and ${allOf(clauses.map((clause) => ofIssue(search, names, clause)))})`
}

/** Sources of issues `s`, and of the counts `m` of their matching events if the filter narrows them. */
async function sourceOf(
  db: Queryable,
  search: Search,
): Promise<{ matched?: Fragment; from: Fragment; narrows: boolean }> {
  const { filter } = search
  const source = countSourceOf(filter)
  if (source.of === 'issues') return { from: sql`issue_stats s`, narrows: false }
  if (source.of === 'counters')
    return {
      matched: matchedEvents(await findScope(db, search), search),
      from: sql`matched m join issue_stats s on s.project_id = m.project_id and s.issue_id = m.issue_id`,
      narrows: true,
    }
  // Issue by issue, by keys alone: no statistics estimate how many issues have a user or a tag, and a plan that expects
  // one takes seconds for three thousand.
  const ofIssue =
    source.of === 'tag'
      ? matchedByTag(source.clause)
      : matchedByUser(await findScope(db, search), search, source.clause)
  return { from: sql`issue_stats s cross join lateral (${ofIssue}) as m`, narrows: true }
}

interface CountedRow {
  counts: number[]
  is_beyond: boolean | null
  since: Date | null
}

/** Builds the columns of `CountedRow`. */
function counted({ filter, projectIds }: Search): Fragment {
  const { of } = countSourceOf(filter)
  return sql`${statusCounts} as counts,
          ${of === 'tag' ? sql`(select bool_or(f.is_beyond) from found f)` : sql`false`} as is_beyond,
          ${of === 'user' ? keptSince(projectIds) : sql`null::timestamptz`} as since`
}

function toCounted({ counts, is_beyond, since }: CountedRow): Counted {
  return { statusCounts: toCounts(counts), isBeyond: is_beyond === true, since: since ?? undefined }
}

const statusCounts = sql`(select array[count(*) filter (where f.status = 'unresolved'),
                                    count(*) filter (where f.status = 'snoozed'),
                                    count(*) filter (where f.status = 'resolved'),
                                    count(*) filter (where f.status = 'ignored')]
                         from found f where f.count is not null)::int4[]`

function toCounts(counts: readonly number[]): StatusCounts {
  const [unresolved, snoozed, resolved, ignored] = counts as [number, number, number, number]
  return { unresolved, snoozed, resolved, ignored }
}

/** Adds up what several buckets have. */
export function sumOf(parts: readonly Pick<Counted, 'statusCounts'>[]): StatusCounts {
  const sum: StatusCounts = { unresolved: 0, snoozed: 0, resolved: 0, ignored: 0 }
  for (const { statusCounts } of parts) for (const status of issueStatuses) sum[status] += statusCounts[status]
  return sum
}

/** Builds the sort key, higher values first. Under a filter of events, times are known to the hour. */
function sortKeyOf(search: Search, narrows: boolean): Fragment {
  switch (search.sort) {
    case 'last_seen':
      return narrows ? sql`least(s.last_seen_at, to_timestamp((m.last_hour + 1) * 3600.0))` : sql`s.last_seen_at`
    case 'first_seen':
      return narrows ? sql`greatest(s.first_seen_at, to_timestamp(m.first_hour * 3600.0))` : sql`s.first_seen_at`
    case 'events':
      return narrows ? sql`m.count` : sql`s.event_count`
    case 'users':
      return sql`s.user_count`
    case 'change':
      return changeOf(search)
  }
}

/** Events of a usual day that are added to every issue: a handful against none is no spike. */
const usualNoise = sql.lit(5)
/** Issues whose change is computed: those of the most events, of the ones that were active. A second for 10,000. */
const maxChanges = sql.lit(10_000)

/**
 * Builds how many times the events of the last 24 hours are those of a usual day, the mean of the 13 days before. The counts are
 * those of the whole issue. Where very many issues were active, those of the fewest events come last: an issue of three events
 * is no spike.
 */
function changeOf({ now, projectIds }: Search): Fragment {
  const hour = startOfHour(now.getTime())
  const at = (hoursAgo: number) => sql`${new Date(hour - hoursAgo * hourMs)}::timestamptz`
  const first = sql`${Math.round(hour / hourMs) - 23}::int4`
  const hours = groupHours(groupsOfIssue(sql`s.project_id`, sql`s.issue_id`), { since: at(14 * 24 - 1) })
  // Uncorrelated: PostgreSQL computes it once.
  const fewest = sql`(
    select t.event_count from issue_stats t
    where t.project_id = any(${projectIds}::int8[]) and t.last_seen_at >= ${at(23)}
    order by t.event_count desc offset ${maxChanges} limit 1)`
  return sql`case when s.last_seen_at < ${at(23)} or s.event_count <= coalesce(${fewest}, 0) then 0 else (
            select coalesce(sum(x.event_count) filter (where x.hour >= ${first}), 0)::float8
                   / (coalesce(sum(x.event_count) filter (where x.hour < ${first}), 0)::float8 / 13 + ${usualNoise})
              from (${hours}) as x) end`
}

function ofIssue(search: Search, names: Names, clause: Clause): Fragment {
  return anyOf(
    clause.map((term) => {
      const condition = conditionOf(search, names, term)
      return term.not ? sql`not (${condition})` : condition
    }),
  )
}

function conditionOf(search: Search, names: Names, term: QueryTerm): Fragment {
  switch (term.key) {
    case 'text':
      return ofText(names, term.value)
    case 'is':
      return ofFact(search, term.value)
    case 'level':
      return sql`i.level = ${levelCode[term.value]}::int2`
    case 'assigned':
      return ofAssignee(names, search.userId, term.value)
    case 'first-seen':
      return sql`s.first_seen_at ${sql.raw(term.operator)} ${timeOf(term.time, search.now)}::timestamptz`
    case 'last-seen':
      return sql`s.last_seen_at ${sql.raw(term.operator)} ${timeOf(term.time, search.now)}::timestamptz`
    case 'user':
      return inGroups(sql`group_users u where u.project_id = g.project_id and u.group_id = g.group_id
                         and u.user_key = ${userKeyOf(term.value)}::int8`)
    case 'tag':
      return inGroups(sql`group_tags t where t.project_id = g.project_id and t.group_id = g.group_id
                         and t.key = ${term.name}::text and t.value = ${term.value}::text`)
    case 'has':
      if (term.value === 'assignee') return isAssigned
      if (term.value === 'tag')
        return inGroups(sql`group_tags t where t.project_id = g.project_id and t.group_id = g.group_id
                           and t.key = ${term.name}::text`)
      return sql`s.user_count > 0`
    default:
      throw new Error(`${term.key} is a condition on events`)
  }
}

/** Matches literally, without pattern characters; also the short number of an issue. */
function ofText({ prefixes }: Names, text: string): Fragment {
  const contains = sql`issue_text(i.type, i.message, i.culprit) ilike ${likePattern(text)}::text`
  const short = shortIdOf(text)
  if (short === undefined) return contains
  const projectIds = prefixes.get(short.prefix) ?? []
  return sql`${contains} or i.project_id = any(${projectIds}::int8[]) and i.short_number = ${short.number}::int4`
}

function ofFact({ projectIds, now }: Search, fact: Extract<QueryTerm, { key: 'is' }>['value']): Fragment {
  const newSince = sql`${new Date(now.getTime() - newForMs)}::timestamptz`
  const hour = new Date(startOfHour(now.getTime()))
  const escalating = escalatingIssues(sql`${projectIds}::int8[]`, sql`${hour}::timestamptz`)
  const escalates = sql`(s.project_id, s.issue_id) in (${escalating})`
  switch (fact) {
    case 'assigned':
      return isAssigned
    case 'unassigned':
      return sql`not ${isAssigned}`
    case 'regressed':
      return sql`s.status = 'unresolved' and s.regressed_at is not null`
    case 'new':
      return sql`s.status = 'unresolved' and s.regressed_at is null and s.first_seen_at > ${newSince}`
    case 'ongoing':
      return sql`s.status = 'unresolved' and s.regressed_at is null and s.first_seen_at <= ${newSince}
              and not ${escalates}`
    case 'escalating':
      return sql`s.status = 'unresolved' and s.regressed_at is null and s.first_seen_at <= ${newSince} and ${escalates}`
    default:
      return sql`s.status = ${fact}::text`
  }
}

function ofAssignee(names: Names, userId: string, who: string): Fragment {
  if (who === 'none') return sql`not ${isAssigned}`
  // coalesce: under NOT, a null assignee must count as 'not this user'.
  return sql`coalesce(${assignedTo(names, userId, who)}, false)`
}

const isAssigned = sql`(s.assignee_id is not null or s.assignee_team_id is not null)`

/** `me` has what is assigned to one's teams, too. Others are given by id or e-mail, teams by id or `#name`. */
function assignedTo({ teamsOfUser, teams, people }: Names, userId: string, who: string): Fragment {
  const [person, team] = [parsePlainId('usr', who), parsePlainId('tea', who)]
  if (person !== undefined) return sql`s.assignee_id = ${person}::uuid`
  if (team !== undefined) return sql`s.assignee_team_id = ${team}::uuid`
  if (who === 'me') return sql`(s.assignee_id = ${userId}::uuid or s.assignee_team_id = any(${teamsOfUser}::uuid[]))`
  if (who.startsWith('#')) return sql`s.assignee_team_id = any(${teams.get(who) ?? []}::uuid[])`
  return sql`s.assignee_id = any(${people.get(who) ?? []}::uuid[])`
}

const inGroups = (rest: Fragment) => sql`exists (
  select 1 from groups g where g.project_id = s.project_id and g.issue_id = s.issue_id and exists (select 1 from ${rest}))`

function timeOf(time: QueryTime, now: Date): Date {
  return 'at' in time ? new Date(time.at) : new Date(now.getTime() - time.agoMs)
}
