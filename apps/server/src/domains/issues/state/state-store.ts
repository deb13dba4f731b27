import { type IssueStatus, toPlainId } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { ResolvedIn } from './issue-state.ts'

/** Columns of issue_stats that people decide, in the form in which they are written. */
export interface DecidedColumns {
  status: IssueStatus
  resolved_at: Date | string | null
  resolved_in: ResolvedIn | null
  resolved_release_id: number | null
  snooze_until: Date | string | null
  snooze_events: number | null
  snooze_users: number | null
  regressed_at: Date | string | null
  assignee_id: string | null
  /** A team instead of a person. */
  assignee_team_id: string | null
  /** Level of the issue. */
  level: number
}

export const noDecision: Omit<DecidedColumns, 'assignee_id' | 'assignee_team_id' | 'level'> = {
  status: 'unresolved',
  resolved_at: null,
  resolved_in: null,
  resolved_release_id: null,
  snooze_until: null,
  snooze_events: null,
  snooze_users: null,
  regressed_at: null,
}

/** An issue as decisions need it: its state, and the counts that a snooze depends on. */
export interface DecidedIssue extends DecidedColumns {
  issue_id: string
  event_count: number
  user_count: number
}

const decided = sql`s.status, s.resolved_at, s.resolved_in, s.resolved_release_id, s.snooze_until, s.snooze_events,
  s.snooze_users, s.regressed_at, s.assignee_id, s.assignee_team_id`

/** Locks issues in key order, as digest does, and returns their state. */
export async function lockIssues(tx: Tx, projectId: number, issueIds: readonly string[]): Promise<DecidedIssue[]> {
  const rows = await rowsOf<DecidedIssue>(
    tx,
    sql`select s.issue_id, s.event_count, s.user_count, i.level, ${decided}
       from issue_stats s join issues i on i.project_id = s.project_id and i.issue_id = s.issue_id
      where s.project_id = ${projectId} and s.issue_id = any(${issueIds}::uuid[]) order by s.issue_id for update of s`,
  )
  return rows
}

/** Writes decisions. The issues must be locked. */
export async function writeDecisions(
  tx: Tx,
  projectId: number,
  issues: readonly (DecidedColumns & { issue_id: string })[],
): Promise<void> {
  const decisions = JSON.stringify(issues)
  await execute(
    tx,
    sql`update issue_stats s
        set status = d.status, resolved_at = d.resolved_at, resolved_in = d.resolved_in,
            resolved_release_id = d.resolved_release_id, snooze_until = d.snooze_until, snooze_events = d.snooze_events,
            snooze_users = d.snooze_users, regressed_at = d.regressed_at, assignee_id = d.assignee_id,
            assignee_team_id = d.assignee_team_id
       from jsonb_populate_recordset(null::issue_stats, ${decisions}::jsonb) as d
      where s.project_id = ${projectId} and s.issue_id = d.issue_id`,
  )
  await execute(
    tx,
    sql`update issues i set level = d.level
       from jsonb_to_recordset(${decisions}::jsonb) as d (issue_id uuid, level smallint)
      where i.project_id = ${projectId} and i.issue_id = d.issue_id and i.level <> d.level`,
  )
}

/** Locks and returns issues whose snooze time has passed; a few at a time. */
export async function lockExpiredSnoozes(tx: Tx, limit: number): Promise<(DecidedIssue & { project_id: number })[]> {
  const rows = await rowsOf<DecidedIssue & { project_id: number }>(
    tx,
    sql`select s.project_id, s.issue_id, s.event_count, s.user_count, i.level, ${decided}
       from issue_stats s join issues i on i.project_id = s.project_id and i.issue_id = s.issue_id
      where s.snooze_until <= now() order by s.snooze_until limit ${limit} for update of s skip locked`,
  )
  return rows
}

/** SQL condition: the time of a snooze is over. */
export const snoozesHaveExpired = 'exists (select 1 from issue_stats s where s.snooze_until <= now())'

/** A person or a team that issues can be assigned to. */
export interface Assignee {
  kind: 'usr' | 'tea'
  id: string
  name: string
}

/** Returns an assignee by its public id, if it sees the project. */
export async function findAssignee(db: Queryable, projectId: number, publicId: string): Promise<Assignee | undefined> {
  const assignees = await findAssignees(db, projectId)
  return assignees.find(({ kind, id }) => toPlainId(kind, id) === publicId)
}

/** Returns everybody whom issues of a project can be assigned to: members who see it, and teams that have it. */
export async function findAssignees(db: Queryable, projectId: number): Promise<Assignee[]> {
  const rows = await rowsOf<Assignee>(
    db,
    sql`select 'usr' as kind, u.id, u.name from visible_projects v join users u on u.id = v.viewer_id
      where v.project_id = ${projectId}
     union all
     select 'tea', t.id, t.name from projects p
       join organizations o on o.id = p.organization_id join teams t on t.organization_id = o.id
      where p.id = ${projectId} and (o.membership = 'open' or exists (
        select 1 from team_projects tp where tp.team_id = t.id and tp.project_id = p.id))
     order by kind desc, name`,
  )
  return rows
}
