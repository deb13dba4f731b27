import type { Level, Platform } from '@bugle/protocol'
import { int8Array } from '../../db/binary-array.ts'
import { levelOf, platformOf } from '../../db/codes.ts'
import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'

/** The row of an event, with the names of its release and environment. */
export interface EventRecord {
  projectId: number
  eventId: string
  issueId: string
  groupId: string
  segmentId: number
  position: number
  occurredAt: Date
  receivedAt: Date
  level: Level
  platform: Platform
  release: string | null
  environment: string
  repeat: number
  flags: number
  userKey: number | null
}

/** Position of an event within its issue, newest first. */
export interface EventPosition {
  occurredAt: Date
  eventId: string
}

interface Row {
  project_id: number
  event_id: string
  issue_id: string
  group_id: string
  segment_id: number
  position: number
  occurred_at: Date
  received_at: Date
  level: number
  platform: number
  release: string | null
  environment: string | null
  repeat: number
  flags: number
  user_key: number | null
}

const columns = sql`e.project_id, e.event_id, g.issue_id, e.group_id, e.segment_id, e.position, e.occurred_at, e.received_at,
                 e.level, e.platform, r.version as release, n.name as environment, e.repeat, e.flags,
                 e.user_key`
/** Events received before their issue was deleted belong to no issue. */
const joins = sql`join groups g on g.project_id = e.project_id and g.group_id = e.group_id
                            and e.received_at >= g.counts_from
               left join releases r on r.project_id = e.project_id and r.id = e.release_id
               left join environments n on n.project_id = e.project_id and n.id = e.environment_id`

export async function findEvent(db: Queryable, projectId: number, eventId: string): Promise<EventRecord | undefined> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${columns} from events e ${joins} where e.project_id = ${projectId} and e.event_id = ${eventId}`,
    'find-event',
  )
  return rows[0] === undefined ? undefined : toRecord(rows[0])
}

/** Returns the newest event of each issue that has one. */
export async function findNewestEvents(
  db: Queryable,
  issues: readonly { projectId: number; issueId: string }[],
): Promise<EventRecord[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select distinct on (g.project_id, g.issue_id) ${columns}
             from unnest(${int8Array(issues.map(({ projectId }) => projectId))}::int8[], ${issues.map(({ issueId }) => issueId)}::uuid[]) as i (project_id, issue_id)
             join groups m on m.project_id = i.project_id and m.issue_id = i.issue_id
             join group_stats s on s.project_id = m.project_id and s.group_id = m.group_id
             join events e on e.project_id = s.project_id and e.event_id = s.last_event_id ${joins}
            order by g.project_id, g.issue_id, e.occurred_at desc, e.event_id desc`,
    'find-newest-events',
  )
  return rows.map(toRecord)
}

/**
 * Returns events of an issue on one side of a position, nearest first. Each group is read from its own range of the
 * index and no further than the page reaches.
 */
export async function findEventsOfIssue(
  db: Queryable,
  issue: { projectId: number; issueId: string },
  { from, towards, limit }: { from: EventPosition | undefined; towards: 'older' | 'newer'; limit: number },
): Promise<EventRecord[]> {
  const [comparison, direction] = towards === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  // A separate statement without a position: an `or … is null` would keep the index from starting at one.
  const beyond =
    from === undefined
      ? sql``
      : sql`and (x.occurred_at, x.event_id) ${comparison} (${from.occurredAt}::timestamptz, ${from.eventId}::uuid)`
  const rows = await rowsOf<Row>(
    db,
    sql`select ${columns}
             from (select t.*
                     from groups m
                    cross join lateral (
                          select x.* from events x
                           where x.group_id = m.group_id and x.received_at >= m.counts_from ${beyond}
                           order by x.occurred_at ${direction}, x.event_id ${direction} limit ${limit}) as t
                    where m.project_id = ${issue.projectId} and m.issue_id = ${issue.issueId}
                    order by t.occurred_at ${direction}, t.event_id ${direction} limit ${limit}) as e ${joins}
            order by e.occurred_at ${direction}, e.event_id ${direction}`,
    `find-${towards}-events-${from === undefined ? 'first' : 'beyond'}`,
  )
  return rows.map(toRecord)
}

/** Returns how many events of the issue are newer, up to a bound. */
export async function countNewer(db: Queryable, event: EventRecord, bound: number): Promise<number> {
  const rows = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count
             from (select 1 from groups m
                    cross join lateral (
                          select 1 from events x
                           where x.group_id = m.group_id and x.received_at >= m.counts_from
                             and (x.occurred_at, x.event_id) > (${event.occurredAt}::timestamptz, ${event.eventId}::uuid)
                           limit ${bound}) as t
                    where m.project_id = ${event.projectId} and m.issue_id = ${event.issueId} limit ${bound}) as newer`,
    'count-newer',
  )
  return rows[0]!.count
}

function toRecord(row: Row): EventRecord {
  return {
    projectId: row.project_id,
    eventId: row.event_id,
    issueId: row.issue_id,
    groupId: row.group_id,
    segmentId: row.segment_id,
    position: row.position,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
    level: levelOf(row.level),
    platform: platformOf(row.platform),
    release: row.release,
    environment: row.environment ?? 'other',
    repeat: row.repeat,
    flags: row.flags,
    userKey: row.user_key,
  }
}
