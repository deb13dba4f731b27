import { parsePlainId, type QueryTerm, type QueryTime, type StatusCounts } from '@bugle/protocol'
import { levelCode } from '../../../db/codes.ts'
import type { Queryable } from '../../../db/database.ts'
import { allOf, anyOf, type Fragment, rowsOf, sql } from '../../../db/sql.ts'
import { hourMs, startOfHour } from '../../../lib/time.ts'
import { groupHours, groupsOfIssue, userKeyOf } from '../../counters/index.ts'
import { escalatingIssues, newForMs } from '../record/index.ts'
import { findScope, keptSince, matchedByTag, matchedByUser, matchedEvents } from './event-filter-store.ts'
import { type Clause, countSourceOf, type IssueFilter, type IssueSort } from './issue-filter.ts'
import { likePattern } from './like-pattern.ts'
import { type FoundIssue, keepOrdered } from './list-snapshot-store.ts'

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

export interface FirstFound extends Counted {
  issues: (FoundIssue & { count: number })[]
  /** Snapshot from which further pages are read. */
  list: string | undefined
}

/**
 * Returns the first issues that match a filter, in order, each with its number of matching events, and the number of
 * matching issues per status.
 *
 * @param keep stores the order of up to this many issues for further pages, under a hash of the request, if there are
 * more
 */
export async function findFirst(
  db: Queryable,
  search: Search,
  { limit, keep }: { limit: number; keep?: { request: Buffer; maxListed: number } },
): Promise<FirstFound> {
  type Row = CountedRow & { issues: [projectId: number, issueId: string, count: number][] | null; list: string | null }
  const [first] = await rowsOf(
    db,
    sql<Row>`${await foundIssues(db, search)},
          ordered as materialized (
            select f.project_id, f.issue_id, f.count,
                   row_number() over (order by f.sort_key desc, f.last_seen_at desc, f.issue_id desc) as number
              from found f where f.count is not null and f.status = any(${search.filter.statuses}::text[])
             order by number limit ${keep?.maxListed ?? limit}::int4)
          ${keep === undefined ? sql`` : sql`, ${keepOrdered(search.userId, keep.request, limit)}`}
     select ${counted(search)}, ${keep === undefined ? sql`null` : sql`(select k.id from kept k)`} as list,
            (select json_agg(json_build_array(o.project_id, o.issue_id, o.count) order by o.number)
               from ordered o where o.number <= ${limit}::int4) as issues`,
  )
  const { issues, list, ...row } = first!
  return {
    issues: (issues ?? []).map(([projectId, issueId, count]) => ({ projectId, issueId, count })),
    ...toCounted(row),
    list: list ?? undefined,
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
                   and ${allOf(clauses.map((clause) => ofIssue(search, clause)))})`
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
      : matchedByUser(await findScope(db, search), filter, source.clause)
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

function ofIssue(search: Search, clause: Clause): Fragment {
  return anyOf(
    clause.map((term) => {
      const condition = conditionOf(search, term)
      return term.not ? sql`not (${condition})` : condition
    }),
  )
}

function conditionOf(search: Search, term: QueryTerm): Fragment {
  switch (term.key) {
    case 'text':
      return ofText(search, term.value)
    case 'is':
      return ofFact(search, term.value)
    case 'level':
      return sql`i.level = ${levelCode[term.value]}::int2`
    case 'assigned':
      return ofAssignee(search, term.value)
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
function ofText({ projectIds }: Search, text: string): Fragment {
  const contains = sql`issue_text(i.type, i.message, i.culprit) ilike ${likePattern(text)}::text`
  const short = /^([a-z][a-z0-9]*)-(\d{1,9})$/i.exec(text)
  if (short === null) return contains
  return sql`${contains} or (i.project_id, i.short_number) in (
            select p.id, ${Number(short[2])}::int4 from projects p
             where p.id = any(${projectIds}::int8[]) and p.short_prefix = ${short[1]!.toUpperCase()}::text)`
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

function ofAssignee({ userId }: Search, who: string): Fragment {
  if (who === 'none') return sql`not ${isAssigned}`
  // coalesce: under NOT, a null assignee must count as 'not this user'.
  return sql`coalesce(${assignedTo(userId, who)}, false)`
}

const isAssigned = sql`(s.assignee_id is not null or s.assignee_team_id is not null)`

/** `me` has what is assigned to one's teams, too. Others are given by id or e-mail, teams by id or `#name`. */
function assignedTo(userId: string, who: string): Fragment {
  const [person, team] = [parsePlainId('usr', who), parsePlainId('tea', who)]
  if (person !== undefined) return sql`s.assignee_id = ${person}::uuid`
  if (team !== undefined) return sql`s.assignee_team_id = ${team}::uuid`
  if (who === 'me')
    return sql`(s.assignee_id = ${userId}::uuid or s.assignee_team_id in (
              select t.team_id from team_members t where t.user_id = ${userId}::uuid))`
  if (who.startsWith('#'))
    return sql`s.assignee_team_id in (
              select t.id from teams t join projects tp on tp.organization_id = t.organization_id
               where tp.id = s.project_id and lower(t.name) = lower(${who.slice(1)}::text))`
  return sql`s.assignee_id in (select u.id from users u where lower(u.email) = lower(${who}::text))`
}

const inGroups = (rest: Fragment) => sql`exists (
  select 1 from groups g where g.project_id = s.project_id and g.issue_id = s.issue_id and exists (select 1 from ${rest}))`

function timeOf(time: QueryTime, now: Date): Date {
  return 'at' in time ? new Date(time.at) : new Date(now.getTime() - time.agoMs)
}
