import type { activityKinds } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { deleteOldest } from '../../../db/delete-oldest.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { Owner } from '../../../lib/fair-share.ts'
import { findUserNames } from '../../accounts/index.ts'
import { findProjectsOf } from '../../projects/index.ts'

/** Kinds of activity, with their details for display. */
export type Activity =
  | { kind: 'merged'; details: { short_ids: string[] } }
  | { kind: 'unmerged'; details: { short_ids: string[] } }
  | { kind: 'split_off'; details: { short_id: string } }
  | { kind: 'undone'; details: { kind: string } }
  | { kind: 'symbolicated'; details: { stacks: number; events: number; undo_id: string } }
  | { kind: 'resolved'; details: { mode: string; release: string | null } }
  | { kind: 'unresolved' | 'ignored'; details: Record<never, never> }
  | { kind: 'regressed'; details: { release: string | null } }
  | { kind: 'snoozed'; details: { until: string | null; events: number | null; users: number | null } }
  | { kind: 'snooze_ended'; details: { by: 'time' | 'events' | 'users' } }
  | { kind: 'assigned'; details: { to: string | null } }
  | { kind: 'level'; details: { from: string; to: string } }
  | { kind: 'notified'; details: { channel: string; rule: string | null } }
  | { kind: 'commented'; details: { text: string; mentions?: Mention[] } }

/** A member whom a comment mentions, by public id, with the name that they had then. */
export interface Mention {
  id: string
  name: string
}

export interface ActivityRow {
  id: number
  occurredAt: Date
  userId: string | null
  userName: string | null
  kind: (typeof activityKinds)[number]
  details: Record<string, unknown>
}

/** Records an activity of an issue; without a user, Bugle itself acted. Returns the number of the entry. */
export async function recordActivity(
  tx: Queryable,
  issue: { projectId: number; issueId: string },
  userId: string | null,
  { kind, details }: Activity,
): Promise<number> {
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`insert into issue_activity (project_id, issue_id, user_id, kind, details) values (${issue.projectId}, ${issue.issueId}, ${userId}, ${kind}, ${details})
     returning id`,
  )
  return rows[0]!.id
}

/** Records an activity of each of many issues. */
export async function recordActivities(
  tx: Queryable,
  userId: string | null,
  entries: readonly { issue: { projectId: number; issueId: string }; activity: Activity }[],
): Promise<void> {
  if (entries.length === 0) return
  await execute(
    tx,
    sql`insert into issue_activity (project_id, issue_id, user_id, kind, details)
     select e.project_id, e.issue_id, ${userId}, e.kind, e.details
       from jsonb_to_recordset(${JSON.stringify(
         entries.map(({ issue, activity }) => ({
           project_id: issue.projectId,
           issue_id: issue.issueId,
           kind: activity.kind,
           details: activity.details,
         })),
       )}::jsonb) as e (project_id int8, issue_id uuid, kind text, details jsonb)`,
  )
}

/** Returns an entry of the history by its number. */
export async function getActivity(db: Queryable, projectId: number, id: number): Promise<ActivityRow> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${columns} from issue_activity a where a.project_id = ${projectId} and a.id = ${id}`,
  )
  return (await withNames(db, rows))[0]!
}

const columns = sql`a.id, a.occurred_at as "occurredAt", a.user_id as "userId", a.kind, a.details`

type Row = Omit<ActivityRow, 'userName'>

/** Adds the names of accounts, whose tables may be on another server. */
async function withNames(db: Queryable, rows: readonly Row[]): Promise<ActivityRow[]> {
  const names = await findUserNames(
    db,
    rows.flatMap(({ userId }) => userId ?? []),
  )
  return rows.map((row) => ({ ...row, userName: (row.userId === null ? undefined : names.get(row.userId)) ?? null }))
}

/** Moves the history of an issue to another one. */
export async function moveActivity(tx: Tx, projectId: number, from: string, to: string): Promise<void> {
  await execute(
    tx,
    sql`update issue_activity a set issue_id = ${to} where a.project_id = ${projectId} and a.issue_id = ${from}`,
  )
}

/** Returns the activity of an issue, newest first. */
export async function findActivityOf(
  db: Queryable,
  projectId: number,
  issueId: string,
  { before, limit, kind }: { before: number | undefined; limit: number; kind?: ActivityRow['kind'] },
): Promise<ActivityRow[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${columns} from issue_activity a
      where a.project_id = ${projectId} and a.issue_id = ${issueId} and (${before ?? null}::int8 is null or a.id < ${before ?? null}) and (${kind ?? null}::text is null or a.kind = ${kind ?? null})
      order by a.id desc limit ${limit}`,
  )
  return withNames(db, rows)
}

/** Returns the release in which an issue came back last; null if it never did, or by events without a release. */
export async function findRegressedRelease(
  db: Queryable,
  { projectId, issueId }: { projectId: number; issueId: string },
): Promise<string | null> {
  const [last] = await findActivityOf(db, projectId, issueId, { before: undefined, limit: 1, kind: 'regressed' })
  const release = last?.details.release
  return typeof release === 'string' ? release : null
}

export async function countComments(
  db: Queryable,
  { projectId, issueId }: { projectId: number; issueId: string },
): Promise<number> {
  const rows = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from issue_activity a
      where a.project_id = ${projectId} and a.issue_id = ${issueId} and a.kind = 'commented'`,
  )
  return rows[0]!.count
}

/**
 * Removes about `bytes` of the oldest activity of an organization's issues, but for comments, which people wrote.
 *
 * @returns the bytes that it freed
 */
export async function evictActivity(db: Queryable, owner: Owner, bytes: number): Promise<number> {
  const condition = `t.kind <> 'commented' and t.project_id = any($1::int8[])`
  const projectIds = await findProjectsOf(db, String(owner))
  return deleteOldest(db, { table: 'issue_activity', owner: projectIds, condition, order: 't.id' }, bytes)
}
