import { type IssueStatus, parsePlainId, type QueryTerm, type QueryTime, type StatusCounts } from '@bugle/protocol'
import { levelCode, platformCode } from '../../db/codes.ts'
import type { Tx } from '../../db/database.ts'
import { newForMs } from './issue.ts'
import { type Clause, type IssueFilter, type IssueSort, narrowsEvents } from './issue-filter.ts'
import { likePattern } from './like-pattern.ts'
import { userKeyOf } from './user-key.ts'

type Queryable = Pick<Tx, 'query'>

export interface Search {
  projectIds: readonly number[]
  filter: IssueFilter
  sort: IssueSort
  /** Whom `assigned:me` means. */
  userId: string
  now: Date
  limit: number
}

export interface FoundIssue {
  projectId: number
  issueId: string
}

/** Issues that match a filter, in order, and how many match in each status. */
export async function searchIssues(
  db: Queryable,
  { projectIds, filter, sort, userId, now, limit }: Search,
): Promise<{ issues: FoundIssue[]; statusCounts: StatusCounts }> {
  const sql = new Parameters(projectIds, userId, now)
  const narrows = narrowsEvents(filter)
  const { rows } = await db.query<{ project_ids: string[] | null; issue_ids: string[] | null; counts: StatusCounts }>(
    `with matched as (${narrows ? matchedEvents(sql, filter) : 'select'}),
          found as materialized (
            select s.project_id, s.issue_id, s.status, s.last_seen_at, ${placeOf(sort, narrows)} as place
              from ${narrows ? 'matched m join issue_stats s on s.project_id = m.project_id and s.issue_id = m.issue_id' : 'issue_stats s'}
              join issues i on i.project_id = s.project_id and i.issue_id = s.issue_id
             where s.project_id = any(${sql.projects}) ${and(filter.ofIssue.map((clause) => ofIssue(sql, clause)))})
     select (select array[count(*) filter (where f.status = 'unresolved'), count(*) filter (where f.status = 'snoozed'),
                          count(*) filter (where f.status = 'resolved'), count(*) filter (where f.status = 'ignored')]
               from found f)::int4[] as counts,
            array_agg(o.project_id order by o.number)::text[] as project_ids,
            array_agg(o.issue_id order by o.number)::text[] as issue_ids
       from (select f.project_id, f.issue_id,
                    row_number() over (order by f.place desc, f.last_seen_at desc, f.issue_id desc) as number
               from found f where f.status = any(${sql.add(filter.statuses, 'text[]')})
              order by number limit ${sql.add(limit, 'int4')}) as o`,
    sql.values,
  )
  const { project_ids, issue_ids, counts } = rows[0]!
  const [unresolved, snoozed, resolved, ignored] = counts as unknown as [number, number, number, number]
  return {
    issues: (issue_ids ?? []).map((issueId, index) => ({ projectId: Number(project_ids![index]), issueId })),
    statusCounts: { unresolved, snoozed, resolved, ignored } satisfies Record<IssueStatus, number>,
  }
}

/** How many events of each of these issues match, in their order. */
export async function countMatching(
  db: Queryable,
  issues: readonly FoundIssue[],
  { projectIds, filter, userId, now }: Pick<Search, 'projectIds' | 'filter' | 'userId' | 'now'>,
): Promise<number[]> {
  const sql = new Parameters(projectIds, userId, now)
  const wanted = `unnest(${sql.add(
    issues.map(({ projectId }) => projectId),
    'int8[]',
  )}, ${sql.add(
    issues.map(({ issueId }) => issueId),
    'uuid[]',
  )})`
  const { rows } = await db.query<{ count: number }>(
    `select coalesce(sum(h.event_count), 0)::int8 as count
       from ${wanted} with ordinality as w (project_id, issue_id, place)
       join groups g on g.project_id = w.project_id and g.issue_id = w.issue_id
       left join group_hourly h on h.project_id = g.project_id and h.group_id = g.group_id
                               and h.project_id = any(${sql.projects}) ${and(eventConditions(sql, filter))}
      group by w.place order by w.place`,
    sql.values,
  )
  return rows.map((row) => row.count)
}

/** Values of a statement, each with the place that stands for it. */
class Parameters {
  readonly values: unknown[] = []
  readonly projects: string
  readonly userId: string
  readonly now: Date

  constructor(projectIds: readonly number[], userId: string, now: Date) {
    this.projects = this.add(projectIds, 'int8[]')
    this.userId = userId
    this.now = now
  }

  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

const and = (conditions: readonly string[]) => conditions.map((condition) => `and (${condition})`).join(' ')
const anyOf = (clause: Clause, condition: (term: QueryTerm) => string) =>
  clause.map((term) => (term.not ? `not (${condition(term)})` : condition(term))).join(' or ')

/** Issues by what their counters hold of the events that match. */
function matchedEvents(sql: Parameters, filter: IssueFilter): string {
  // Summed by group first: there are many hours to a group, and one group to most issues.
  return `select g.project_id, g.issue_id, sum(c.count)::int8 as count, min(c.first_hour) as first_hour,
                 max(c.last_hour) as last_hour
            from (select h.project_id, h.group_id, sum(h.event_count) as count, min(h.hour) as first_hour,
                         max(h.hour) as last_hour
                    from group_hourly h
                   where h.project_id = any(${sql.projects}) ${and(eventConditions(sql, filter))}
                   group by h.project_id, h.group_id) as c
            join groups g on g.project_id = c.project_id and g.group_id = c.group_id
           group by g.project_id, g.issue_id`
}

function eventConditions(sql: Parameters, { ofEvents, window: { from, to } }: IssueFilter): string[] {
  return [
    ...(from === undefined ? [] : [`h.hour >= ${sql.add(from, 'timestamptz')}`]),
    ...(to === undefined ? [] : [`h.hour < ${sql.add(to, 'timestamptz')}`]),
    ...ofEvents.map((clause) => anyOf(clause, (term) => ofEvent(sql, term))),
  ]
}

function ofEvent(sql: Parameters, term: QueryTerm): string {
  switch (term.key) {
    case 'environment':
      return `(h.project_id, h.environment_id) in (select n.project_id, n.id from environments n
                where n.project_id = any(${sql.projects}) and n.name = ${sql.add(term.value, 'text')})`
    case 'release':
      return `(h.project_id, h.release_id) in (select r.project_id, r.id from releases r
                where r.project_id = any(${sql.projects}) and r.version = ${sql.add(term.value, 'text')})`
    case 'platform':
      return `h.platform = ${sql.add(platformCode[term.value], 'int2')}`
    default:
      return 'h.release_id <> 0'
  }
}

/** Later and more stand first. Under a filter of events hours are what is known of their times. */
function placeOf(sort: IssueSort, narrows: boolean): string {
  switch (sort) {
    case 'last_seen':
      return narrows ? `least(s.last_seen_at, m.last_hour + interval '1 hour')` : 's.last_seen_at'
    case 'first_seen':
      return narrows ? 'greatest(s.first_seen_at, m.first_hour)' : 's.first_seen_at'
    case 'count':
      return narrows ? 'm.count' : 's.event_count'
    case 'users':
      return 's.user_count'
  }
}

function ofIssue(sql: Parameters, clause: Clause): string {
  return anyOf(clause, (term) => condition(sql, term))
}

function condition(sql: Parameters, term: QueryTerm): string {
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

/** Letter by letter, whatever stands for a pattern elsewhere; the short number of an issue finds it too. */
function ofText(sql: Parameters, text: string): string {
  const pattern = sql.add(likePattern(text), 'text')
  const contains = `issue_text(i.type, i.message, i.culprit) ilike ${pattern}`
  const short = /^([a-z][a-z0-9]*)-(\d{1,9})$/i.exec(text)
  if (short === null) return contains
  return `${contains} or (i.project_id, i.short_number) in (
            select p.id, ${sql.add(Number(short[2]), 'int4')} from projects p
             where p.id = any(${sql.projects}) and p.short_prefix = ${sql.add(short[1]!.toUpperCase(), 'text')})`
}

function ofFact(sql: Parameters, fact: Extract<QueryTerm, { key: 'is' }>['value']): string {
  const newSince = () => sql.add(new Date(sql.now.getTime() - newForMs), 'timestamptz')
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
      return `s.status = 'unresolved' and s.regressed_at is null and s.first_seen_at <= ${newSince()}`
    default:
      return `s.status = ${sql.add(fact, 'text')}`
  }
}

function ofAssignee(sql: Parameters, who: string): string {
  if (who === 'none') return 's.assignee_id is null'
  const id = who === 'me' ? sql.userId : parsePlainId('usr', who)
  const is =
    id === undefined
      ? `s.assignee_id in (select u.id from users u where lower(u.email) = lower(${sql.add(who, 'text')}))`
      : `s.assignee_id = ${sql.add(id, 'uuid')}`
  // Nobody is not somebody else: for not, an unknown would be neither.
  return `coalesce(${is}, false)`
}

const inGroups = (rest: string) => `exists (
  select from groups g where g.project_id = s.project_id and g.issue_id = s.issue_id and exists (select from ${rest}))`

function timeOf(time: QueryTime, now: Date): Date {
  return 'at' in time ? new Date(time.at) : new Date(now.getTime() - time.agoMs)
}
