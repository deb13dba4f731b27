import { parsePlainId, type QueryTerm, type QueryTime, type StatusCounts } from '@bugle/protocol'
import { levelCode } from '../../../db/codes.ts'
import type { Queryable } from '../../../db/database.ts'
import { userKeyOf } from '../counters/index.ts'
import { escalatingIssues, hourOf, newForMs } from '../record/index.ts'
import { findScope, keptSince, matchedByTag, matchedByUser, matchedEvents } from './event-filter-store.ts'
import { type Clause, countSourceOf, type IssueFilter, type IssueSort } from './issue-filter.ts'
import { likePattern } from './like-pattern.ts'
import { type FoundIssue, keepOrdered } from './list-snapshot-store.ts'
import { Parameters } from './parameters.ts'

export interface Search {
  projectIds: readonly number[]
  filter: IssueFilter
  sort: IssueSort
  /** The user that `assigned:me` means. */
  userId: string
  now: Date
}

/** Requirements of a list's counts beside its filter. */
export interface Counted {
  statusCounts: StatusCounts
  /** Events of a requested value may be in the overflow bucket. */
  isBeyond: boolean
  /** Counts are of events since then, undefined where they are not of the events kept. */
  since: Date | undefined
}

export interface FirstFound extends Counted {
  issues: (FoundIssue & { count: number })[]
  /** The kept list that further pages are read from. */
  list: string | undefined
}

/**
 * The first issues that match a filter, in order, each with its number of matching events, and the number of matching
 * issues per status.
 *
 * @param keep stores the order of up to this many for further pages, under a hash of the request, if there are more
 */
export async function findFirst(
  db: Queryable,
  search: Search,
  { limit, keep }: { limit: number; keep?: { request: Buffer; maxListed: number } },
): Promise<FirstFound> {
  const sql = new SearchParameters(search)
  const longerThan = sql.add(limit, 'int4')
  const { rows } = await db.query<
    {
      issues: [projectId: number, issueId: string, count: number][] | null
      list: string | null
    } & CountedRow
  >(
    `${await foundIssues(db, sql, search)},
          ordered as materialized (
            select f.project_id, f.issue_id, f.count,
                   row_number() over (order by f.place desc, f.last_seen_at desc, f.issue_id desc) as number
              from found f where f.count is not null and f.status = any(${sql.add(search.filter.statuses, 'text[]')})
             order by number limit ${sql.add(keep?.maxListed ?? limit, 'int4')})
          ${keep === undefined ? '' : `, ${keepOrdered(sql, { userId: search.userId, request: keep.request, longerThan })}`}
     select ${counted(sql, search)}, ${keep === undefined ? 'null' : '(select k.id from kept k)'} as list,
            (select json_agg(json_build_array(o.project_id, o.issue_id, o.count) order by o.number)
               from ordered o where o.number <= ${longerThan}) as issues`,
    sql.values,
  )
  const { issues, list, ...row } = rows[0]!
  return {
    issues: (issues ?? []).map(([projectId, issueId, count]) => ({ projectId, issueId, count })),
    ...toCounted(row),
    list: list ?? undefined,
  }
}

/**
 * How many events of each of these issues match, in their order, and how many issues match in each status. Of an issue
 * that does not match any more the count is undefined.
 */
export async function countFound(
  db: Queryable,
  issues: readonly FoundIssue[],
  search: Search,
): Promise<Counted & { counts: (number | undefined)[] }> {
  const sql = new SearchParameters(search)
  const projects = sql.add(
    issues.map(({ projectId }) => projectId),
    'int8[]',
  )
  const ids = sql.add(
    issues.map(({ issueId }) => issueId),
    'uuid[]',
  )
  const { rows } = await db.query<{ found: (number | null)[] | null } & CountedRow>(
    `${await foundIssues(db, sql, search)}
     select ${counted(sql, search)},
            (select json_agg(f.count order by w.place)
               from unnest(${projects}, ${ids}) with ordinality as w (project_id, issue_id, place)
               left join found f on f.project_id = w.project_id and f.issue_id = w.issue_id) as found`,
    sql.values,
  )
  const { found, ...row } = rows[0]!
  return { ...toCounted(row), counts: (found ?? []).map((count) => count ?? undefined) }
}

/**
 * Every issue that matches, whatever its status, as the first part of a statement: `found`. Where `count` is null it
 * may match, and the counters cannot tell.
 */
async function foundIssues(db: Queryable, sql: SearchParameters, search: Search): Promise<string> {
  const { filter, sort } = search
  const { matched, from, count } = await sourceOf(db, sql, search)
  const narrows = count === 'm.count'
  const source = countSourceOf(filter)
  const settled = 'clause' in source ? source.clause : undefined
  const conditions = filter.ofIssue.filter((clause) => clause !== settled).map((clause) => ofIssue(sql, clause))
  const needsText = conditions.some((condition) => /\bi\./.test(condition))
  return `with ${matched === undefined ? '' : `matched as (${matched}),`}
          found as materialized (
            select s.project_id, s.issue_id, s.status, s.last_seen_at, ${count} as count,
                   ${settled === undefined ? 'false' : 'm.is_beyond'} as is_beyond, ${placeOf(sort, narrows)} as place
              from ${from}
              ${needsText ? 'join issues i on i.project_id = s.project_id and i.issue_id = s.issue_id' : ''}
             where s.project_id = any(${sql.projects})
                   ${settled === undefined ? '' : 'and (m.count is not null or m.is_beyond)'} ${and(conditions)})`
}

/** Where issues and their counts come from. */
async function sourceOf(
  db: Queryable,
  sql: SearchParameters,
  search: Search,
): Promise<{ matched?: string; from: string; count: 'm.count' | 's.event_count' }> {
  const { filter } = search
  const source = countSourceOf(filter)
  if (source.of === 'issues') return { from: 'issue_stats s', count: 's.event_count' }
  if (source.of === 'counters')
    return {
      matched: matchedEvents(sql, await findScope(db, search), search),
      from: 'matched m join issue_stats s on s.project_id = m.project_id and s.issue_id = m.issue_id',
      count: 'm.count',
    }
  // Issue by issue, by keys alone: no statistics say how many of them have a user or a tag, and a plan that expects one
  // takes seconds for three thousand.
  const ofIssue =
    source.of === 'tag'
      ? matchedByTag(sql, source.clause)
      : matchedByUser(sql, await findScope(db, search), filter, source.clause)
  return { from: `issue_stats s cross join lateral (${ofIssue}) as m`, count: 'm.count' }
}

interface CountedRow {
  counts: number[]
  is_beyond: boolean | null
  since: Date | null
}

/** The columns of `CountedRow`. */
function counted(sql: SearchParameters, { filter }: Search): string {
  const { of } = countSourceOf(filter)
  return `${statusCounts} as counts,
          ${of === 'tag' ? '(select bool_or(f.is_beyond) from found f)' : 'false'} as is_beyond,
          ${of === 'user' ? keptSince(sql) : 'null::timestamptz'} as since`
}

function toCounted({ counts, is_beyond, since }: CountedRow): Counted {
  return { statusCounts: toCounts(counts), isBeyond: is_beyond === true, since: since ?? undefined }
}

const statusCounts = `(select array[count(*) filter (where f.status = 'unresolved'),
                                    count(*) filter (where f.status = 'snoozed'),
                                    count(*) filter (where f.status = 'resolved'),
                                    count(*) filter (where f.status = 'ignored')]
                         from found f where f.count is not null)::int4[]`

function toCounts(counts: readonly number[]): StatusCounts {
  const [unresolved, snoozed, resolved, ignored] = counts as [number, number, number, number]
  return { unresolved, snoozed, resolved, ignored }
}

class SearchParameters extends Parameters {
  readonly userId: string
  readonly now: Date

  constructor({ projectIds, userId, now }: Search) {
    super(projectIds)
    this.userId = userId
    this.now = now
  }
}

const and = (conditions: readonly string[]) => conditions.map((condition) => `and (${condition})`).join(' ')
const anyOf = (clause: Clause, condition: (term: QueryTerm) => string) =>
  clause.map((term) => (term.not ? `not (${condition(term)})` : condition(term))).join(' or ')

/** Later and higher values first. Under a filter of events their times are known by the hour. */
function placeOf(sort: IssueSort, narrows: boolean): string {
  switch (sort) {
    case 'last_seen':
      return narrows ? 'least(s.last_seen_at, to_timestamp((m.last_hour + 1) * 3600.0))' : 's.last_seen_at'
    case 'first_seen':
      return narrows ? 'greatest(s.first_seen_at, to_timestamp(m.first_hour * 3600.0))' : 's.first_seen_at'
    case 'events':
      return narrows ? 'm.count' : 's.event_count'
    case 'users':
      return 's.user_count'
  }
}

function ofIssue(sql: SearchParameters, clause: Clause): string {
  return anyOf(clause, (term) => condition(sql, term))
}

function condition(sql: SearchParameters, term: QueryTerm): string {
  switch (term.key) {
    case 'text':
      return ofText(sql, term.value)
    case 'is':
      return ofFact(sql, term.value)
    case 'level':
      return `i.level = ${sql.add(levelCode[term.value], 'int2')}`
    case 'assigned':
      return ofAssignee(sql, term.value)
    case 'first-seen':
      return `s.first_seen_at ${term.operator} ${sql.add(timeOf(term.time, sql.now), 'timestamptz')}`
    case 'last-seen':
      return `s.last_seen_at ${term.operator} ${sql.add(timeOf(term.time, sql.now), 'timestamptz')}`
    case 'user':
      return inGroups(`group_users u where u.project_id = g.project_id and u.group_id = g.group_id
                         and u.user_key = ${sql.add(userKeyOf(term.value), 'int8')}`)
    case 'tag':
      return inGroups(`group_tags t where t.project_id = g.project_id and t.group_id = g.group_id
                         and t.key = ${sql.add(term.name, 'text')} and t.value = ${sql.add(term.value, 'text')}`)
    case 'has':
      if (term.value === 'assignee') return 's.assignee_id is not null'
      if (term.value === 'tag')
        return inGroups(`group_tags t where t.project_id = g.project_id and t.group_id = g.group_id
                           and t.key = ${sql.add(term.name, 'text')}`)
      return 's.user_count > 0'
    default:
      throw new Error(`${term.key} is a condition of events`)
  }
}

/** Matches literally, without pattern characters; the short number of an issue matches too. */
function ofText(sql: SearchParameters, text: string): string {
  const pattern = sql.add(likePattern(text), 'text')
  const contains = `issue_text(i.type, i.message, i.culprit) ilike ${pattern}`
  const short = /^([a-z][a-z0-9]*)-(\d{1,9})$/i.exec(text)
  if (short === null) return contains
  return `${contains} or (i.project_id, i.short_number) in (
            select p.id, ${sql.add(Number(short[2]), 'int4')} from projects p
             where p.id = any(${sql.projects}) and p.short_prefix = ${sql.add(short[1]!.toUpperCase(), 'text')})`
}

function ofFact(sql: SearchParameters, fact: Extract<QueryTerm, { key: 'is' }>['value']): string {
  const newSince = () => sql.add(new Date(sql.now.getTime() - newForMs), 'timestamptz')
  const escalates = () =>
    `(s.project_id, s.issue_id) in (${escalatingIssues(sql.projects, sql.add(hourOf(sql.now), 'timestamptz'))})`
  switch (fact) {
    case 'assigned':
      return 's.assignee_id is not null'
    case 'unassigned':
      return 's.assignee_id is null'
    case 'regressed':
      return `s.status = 'unresolved' and s.regressed_at is not null`
    case 'new':
      return `s.status = 'unresolved' and s.regressed_at is null and s.first_seen_at > ${newSince()}`
    case 'ongoing':
      return `s.status = 'unresolved' and s.regressed_at is null and s.first_seen_at <= ${newSince()}
              and not ${escalates()}`
    case 'escalating':
      return `s.status = 'unresolved' and s.regressed_at is null and s.first_seen_at <= ${newSince()} and ${escalates()}`
    default:
      return `s.status = ${sql.add(fact, 'text')}`
  }
}

function ofAssignee(sql: SearchParameters, who: string): string {
  if (who === 'none') return 's.assignee_id is null'
  const id = who === 'me' ? sql.userId : parsePlainId('usr', who)
  const is =
    id === undefined
      ? `s.assignee_id in (select u.id from users u where lower(u.email) = lower(${sql.add(who, 'text')}))`
      : `s.assignee_id = ${sql.add(id, 'uuid')}`
  // coalesce: under NOT, a null assignee must count as 'not this user'.
  return `coalesce(${is}, false)`
}

const inGroups = (rest: string) => `exists (
  select from groups g where g.project_id = s.project_id and g.issue_id = s.issue_id and exists (select from ${rest}))`

function timeOf(time: QueryTime, now: Date): Date {
  return 'at' in time ? new Date(time.at) : new Date(now.getTime() - time.agoMs)
}
