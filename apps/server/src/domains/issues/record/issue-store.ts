import { type IssueStatus, issueStatuses, limits, type StatusCounts } from '@bugle/protocol'
import { levelOf, platformOf } from '../../../db/codes.ts'
import type { Queryable } from '../../../db/database.ts'
import { type Fragment, rowsOf, sql, typed } from '../../../db/sql.ts'
import { dayMs, hourMs } from '../../../lib/time.ts'
import { groupHours, onlyTotals } from '../../counters/index.ts'
import type { IssueKey } from '../../live-updates/index.ts'
import { findShortPrefix } from '../../projects/index.ts'
import type { ResolvedIn } from '../state/index.ts'
import type { IssueRecord } from './issue.ts'
import { findIssueNames, type IssueNames } from './issue-names-store.ts'

interface Row {
  project_id: number
  issue_id: string
  short_number: number
  type: string
  message: string
  culprit: string | null
  level: number
  platform: number
  status: IssueStatus
  event_count: number
  user_count: number
  first_seen_at: Date
  last_seen_at: Date
  fingerprint: Buffer
  grouping: IssueRecord['grouping']
  first_release: string | null
  last_release: string | null
  resolved_at: Date | null
  resolved_in: ResolvedIn | null
  resolved_release: string | null
  snooze_until: Date | null
  snooze_events: number | null
  snooze_users: number | null
  regressed_at: Date | null
  assignee_id: string | null
  assignee_team_id: string | null
}

const columns = `
  s.project_id, s.issue_id, i.short_number, i.type, i.message, i.culprit, i.level, i.platform, s.status,
  s.event_count, s.user_count, s.first_seen_at, s.last_seen_at, g.fingerprint, g.grouping,
  first.version as first_release, last.version as last_release, s.resolved_at, s.resolved_in,
  fix.version as resolved_release, s.snooze_until, s.snooze_events, s.snooze_users, s.regressed_at, s.assignee_id,
  s.assignee_team_id`

/** Joins to `s`, the stats of some issues. An issue has the id of its first group, and shows one that has events. */
const joins = `
  join issues i on i.project_id = s.project_id and i.issue_id = s.issue_id
  join groups g on g.project_id = s.project_id and g.group_id = coalesce(i.shown_group_id, s.issue_id)
  left join releases fix on fix.project_id = s.project_id and fix.id = s.resolved_release_id
  left join lateral (
    select r.version from groups m
      join group_stats c on c.project_id = m.project_id and c.group_id = m.group_id
      join releases r on r.project_id = c.project_id and r.id = c.first_release_id
     where m.project_id = s.project_id and m.issue_id = s.issue_id order by c.first_seen_at limit 1) as first on true
  left join lateral (
    select r.version from groups m
      join group_stats c on c.project_id = m.project_id and c.group_id = m.group_id
      join releases r on r.project_id = c.project_id and r.id = c.last_release_id
     where m.project_id = s.project_id and m.issue_id = s.issue_id order by c.last_seen_at desc limit 1) as last on true`

export interface IssuePosition {
  lastSeenAt: Date
  issueId: string
  /** The list is read as of this time. */
  asOf: Date
}

export interface ListedIssue {
  issue: IssueRecord
  /** Sort key in the list: when it was last seen, as of the list's time. */
  lastSeenAt: Date
}

/**
 * Returns issues of projects, last seen first. Each project and status is read from its own range of the index, no
 * further than the page reaches, so the time does not grow with the number of issues. Issues that moved up since the
 * first page keep their positions: their events determine when they were last seen at that time.
 */
export async function findIssues(
  db: Queryable,
  {
    projectIds,
    status,
    after,
    limit,
  }: { projectIds: number[]; status: IssueStatus | 'all'; after: IssuePosition | undefined; limit: number },
): Promise<ListedIssue[]> {
  const of = { projects: projectIds.length === 1 ? 'one' : 'many', status: status === 'all' ? 'all' : 'one' } as const
  const kind = `${of.projects}-${of.status}`
  const values = [
    of.projects === 'one' ? projectIds[0] : projectIds,
    limit,
    ...(after === undefined ? [] : [after.lastSeenAt, after.issueId, after.asOf]),
    ...(status === 'all' ? [] : [status]),
  ]
  // One statement per kind: a combined one would be planned on every call, because its generic plan is estimated as
  // more expensive.
  const { rows } = await db.query<Row & { sort_key: Date }>(
    after === undefined
      ? { name: `find-first-issues-${kind}`, text: pageOfIssues(firstIssues, of, '$3'), values }
      : { name: `find-further-issues-${kind}`, text: pageOfIssues(furtherIssues, of, '$6'), values },
  )
  const toRecord = await recordsBy(db, rows)
  return rows.flatMap((row) => toRecord(row).map((issue) => ({ issue, lastSeenAt: row.sort_key })))
}

/**
 * Builds a statement for $2 issues of the project or projects $1 in one status or all, composed of one select per
 * project and status. The number of each is written into the statement, because the planner would assume ten elements
 * of an array.
 */
function pageOfIssues(ofOne: string, of: { projects: 'one' | 'many'; status: 'one' | 'all' }, status: string): string {
  const projects = of.projects === 'one' ? '(select $1::int8)' : 'unnest($1::int8[])'
  const statuses = of.status === 'one' ? `(select ${status}::text)` : `(values ${quoted(issueStatuses)})`
  return `select ${columns}, s.sort_key
            from (select u.*
                    from (select t.*
                            from ${projects} as w (project_id)
                           cross join ${statuses} as v (status)
                           cross join lateral (${ofOne}) as t
                           order by t.sort_key desc, t.issue_id desc limit ${maxPageRows}) as u
                   order by u.sort_key desc, u.issue_id desc limit $2) as s ${joins}
           order by s.sort_key desc, s.issue_id desc`
}

const quoted = (names: readonly string[]) => names.map((name) => `('${name}')`).join(', ')

/**
 * Limit of a page plus one, as a constant that the planner knows. For an unknown limit it expects a tenth of the table,
 * and then sorts all of it or reads all issues for those of a page.
 */
const maxPageRows = limits.pageSize + 1

const firstIssues = `
  select x.*, x.last_seen_at as sort_key from issue_stats x
   where x.project_id = w.project_id and x.status = v.status
   order by x.last_seen_at desc, x.issue_id desc limit ${maxPageRows}`

/** Issues after the issue $4 at $3, as of $5. */
const furtherIssues = `
  (select x.*, x.last_seen_at as sort_key from issue_stats x
    where x.project_id = w.project_id and x.status = v.status
      and (x.last_seen_at, x.issue_id) < ($3::timestamptz, $4::uuid)
    order by x.last_seen_at desc, x.issue_id desc limit ${maxPageRows})
  union all
  (select x.*, seen.sort_key from issue_stats x
    cross join lateral (
          select max(e.occurred_at) as sort_key from groups m
           cross join lateral (
                 select o.occurred_at from events o
                  where o.group_id = m.group_id and o.occurred_at <= $5::timestamptz
                  order by o.occurred_at desc, o.event_id desc limit 1) as e
           where m.project_id = x.project_id and m.issue_id = x.issue_id) as seen
    where x.project_id = w.project_id and x.status = v.status and x.last_seen_at > $5
      and (seen.sort_key, x.issue_id) < ($3, $4))`

/** Returns the issue of an id. The id of a group that was merged into another issue names that one. */
export async function findIssue(db: Queryable, projectId: number, id: string): Promise<IssueRecord | undefined> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${sql.raw(columns)}
             from groups own join issue_stats s on s.project_id = own.project_id and s.issue_id = own.issue_id ${sql.raw(joins)}
            where own.project_id = ${projectId} and own.group_id = ${id}`,
    'find-issue',
  )
  return (await toRecords(db, rows))[0]
}

/** Returns the issues of ids, by the rule of `findIssue`; undefined for ids that name none. */
export async function findIssueKeys(
  db: Queryable,
  ids: readonly { projectId: number; uuid: string }[],
): Promise<(IssueKey | undefined)[]> {
  const rows = await rowsOf<{ project_id: number; issue_id: string | null }>(
    db,
    sql`select w.project_id, s.issue_id
             from unnest(${ids.map(({ projectId }) => projectId)}::int8[], ${ids.map(({ uuid }) => uuid)}::uuid[]) with ordinality as w (project_id, id, ordinal)
             left join groups own on own.project_id = w.project_id and own.group_id = w.id
             left join issue_stats s on s.project_id = own.project_id and s.issue_id = own.issue_id
            order by w.ordinal`,
    'find-issue-keys',
  )
  return rows.map((row) => (row.issue_id === null ? undefined : { projectId: row.project_id, issueId: row.issue_id }))
}

/** Returns these issues in this order, without those that no longer exist. */
export async function findIssuesById(
  db: Queryable,
  issues: readonly { projectId: number; issueId: string }[],
): Promise<IssueRecord[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${sql.raw(columns)}
             from unnest(${issues.map(({ projectId }) => projectId)}::int8[], ${issues.map(({ issueId }) => issueId)}::uuid[]) with ordinality as w (project_id, issue_id, ordinal)
             join issue_stats s on s.project_id = w.project_id and s.issue_id = w.issue_id ${sql.raw(joins)}
            order by w.ordinal`,
    'find-issues-by-id',
  )
  return toRecords(db, rows)
}

/** Returns short ids such as `SHOP-12`, in the order of the numbers. */
export async function shortIdsOf(db: Queryable, projectId: number, issueIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ short_number: number }>(
    db,
    sql`select i.short_number from issues i
      where i.project_id = ${projectId} and i.issue_id = any(${issueIds}::uuid[]) order by i.short_number`,
  )
  if (rows.length === 0) return []
  const prefix = await findShortPrefix(db, projectId)
  return rows.map((row) => `${prefix}-${row.short_number}`)
}

/** Counts the issues of projects by status. */
export async function countStatuses(db: Queryable, projectIds: number[]): Promise<StatusCounts> {
  const rows = await rowsOf<{ status: IssueStatus; count: number }>(
    db,
    sql`select s.status, count(*) as count from issue_stats s where s.project_id = any(${projectIds}::int8[]) group by s.status`,
    'count-statuses',
  )
  const counts: StatusCounts = { unresolved: 0, snoozed: 0, resolved: 0, ignored: 0 }
  for (const row of rows) counts[row.status] = row.count
  return counts
}

export interface SparklineWindow {
  /** Start of the first bucket, epoch milliseconds; of days in UTC. */
  from: number
  unit: 'hour' | 'day'
  buckets: number
}

/** Selects counts of a page's groups by the number of a bucket, from zero. */
function sparklineSource(groups: Fragment, { from, unit, buckets }: SparklineWindow): Fragment {
  if (unit === 'hour')
    return sql`
      select h.position, h.hour - ${from / hourMs}::int4 as bucket, sum(h.event_count)::int8 as count
        from (${groupHours(groups, { since: typed(new Date(from), 'timestamptz') })}) as h group by 1, 2`
  const days = Array.from({ length: buckets }, (_, day) => dateOf(from, day))
  return sql`
    select g.position, (d.day - date '1970-01-01')::int4 - ${from / dayMs}::int4 as bucket,
           sum(d.event_count)::int8 as count
      from (${groups}) as g
      join group_daily d on d.project_id = g.project_id and d.group_id = g.group_id
       and d.day = any(${days}::date[]) and ${onlyTotals('d')}
     group by 1, 2`
}

function dateOf(from: number, day: number): string {
  return new Date(from + day * dayMs).toISOString().slice(0, 10)
}

/** Returns the events of issues by bucket, in the order of the issues. */
export async function findSparklines(
  db: Queryable,
  issues: readonly { projectId: number; issueId: string }[],
  window: SparklineWindow,
): Promise<number[][]> {
  const { unit, buckets } = window
  const lines = issues.map(() => new Array<number>(buckets).fill(0))
  const projectIds = issues.map(({ projectId }) => projectId)
  const issueIds = issues.map(({ issueId }) => issueId)
  const groups = sql`
    select w.position::int4 as position, m.project_id, m.group_id
      from unnest(${projectIds}::int8[], ${issueIds}::uuid[]) with ordinality as w (project_id, issue_id, position)
      join groups m on m.project_id = w.project_id and m.issue_id = w.issue_id`
  const rows = await rowsOf(
    db,
    sql<{ position: number; bucket: number; count: number }>`${sparklineSource(groups, window)}`,
    `find-sparklines-${unit}`,
  )
  for (const { position, bucket, count } of rows) {
    const line = lines[position - 1]
    if (line !== undefined && bucket >= 0 && bucket < buckets) line[bucket] = count
  }
  return lines
}

export interface TagRow {
  key: string
  value: string
  count: number
}

/**
 * Returns the tag counts of an issue, over all its groups: the most common values per key, and the rest under the empty
 * value.
 */
export async function findTagCounts(
  db: Queryable,
  projectId: number,
  issueId: string,
  valuesPerKey: number,
): Promise<(TagRow & { total: number })[]> {
  const rows = await rowsOf<TagRow & { total: number }>(
    db,
    sql`select ranked.key, ranked.value, ranked.count, ranked.total
             from (select t.key, t.value, sum(t.event_count)::int8 as count,
                          sum(sum(t.event_count)) over (partition by t.key)::int8 as total,
                          row_number() over (partition by t.key order by t.value = '', sum(t.event_count) desc, t.value) as rank
                     from groups g join group_tags t on t.project_id = g.project_id and t.group_id = g.group_id
                    where g.project_id = ${projectId} and g.issue_id = ${issueId}
                    group by t.key, t.value) as ranked
            where ranked.rank <= ${valuesPerKey}
            order by ranked.total desc, ranked.key, ranked.rank`,
    'find-tag-counts',
  )
  return rows
}

/** Summarizes the traffic of each project. */
export async function findProjectTraffic(
  db: Queryable,
  projectIds: number[],
): Promise<Map<number, { last_event_at: Date | null; unresolved_count: number; events_24h: number }>> {
  const rows = await rowsOf<{
    project_id: number
    last_event_at: Date | null
    unresolved_count: number
    events_24h: number
  }>(
    db,
    sql`select w.project_id, p.last_event_at,
                  (select count(*) from issue_stats s
                    where s.project_id = w.project_id and s.status = 'unresolved') as unresolved_count,
                  (select coalesce(sum(h.event_count), 0)::int8 from project_hourly h
                    where h.project_id = w.project_id and h.hour > now() - interval '24 hours') as events_24h
             from unnest(${projectIds}::int8[]) as w (project_id) left join project_stats p on p.project_id = w.project_id`,
    'find-activity',
  )
  return new Map(rows.map(({ project_id, ...activity }) => [project_id, activity]))
}

async function toRecords(db: Queryable, rows: readonly Row[]): Promise<IssueRecord[]> {
  const toRecord = await recordsBy(db, rows)
  return rows.flatMap(toRecord)
}

/** Reads the names that belong to rows; the function that it returns drops those of a project that is gone. */
async function recordsBy(db: Queryable, rows: readonly Row[]): Promise<(row: Row) => IssueRecord[]> {
  const names = await findIssueNames(db, rows)
  return (row) => {
    const prefix = names.prefixes.get(row.project_id)
    return prefix === undefined ? [] : [toRecord(row, prefix, names)]
  }
}

function toRecord(row: Row, shortPrefix: string, names: IssueNames): IssueRecord {
  return {
    projectId: row.project_id,
    issueId: row.issue_id,
    shortPrefix,
    shortNumber: row.short_number,
    type: row.type,
    message: row.message,
    culprit: row.culprit,
    level: levelOf(row.level),
    platform: platformOf(row.platform),
    status: row.status,
    count: row.event_count,
    users: row.user_count,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    fingerprint: row.fingerprint.toString('hex'),
    grouping: row.grouping,
    firstRelease: row.first_release,
    lastRelease: row.last_release,
    resolution:
      row.resolved_at === null ? null : { mode: row.resolved_in!, release: row.resolved_release, at: row.resolved_at },
    snooze:
      row.status === 'snoozed' ? { until: row.snooze_until, events: row.snooze_events, users: row.snooze_users } : null,
    assignee: assigneeOf(row, names),
    regressedAt: row.regressed_at,
    isEscalating: false,
  }
}

/** A person or team that is gone has nothing assigned. */
function assigneeOf({ assignee_id, assignee_team_id }: Row, { assignees }: IssueNames): IssueRecord['assignee'] {
  const [kind, id] = assignee_id === null ? (['tea', assignee_team_id] as const) : (['usr', assignee_id] as const)
  const name = id === null ? undefined : assignees.get(id)
  return id === null || name === undefined ? null : { kind, id, name }
}
