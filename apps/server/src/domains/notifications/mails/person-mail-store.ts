import type { MailKind } from '@bugle/protocol'
import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import { findShortPrefix } from '../../projects/index.ts'

/** Returns the users who are meant by an assignee: the person, or those of the team who see the project. */
export async function findAssignedPeople(
  db: Queryable,
  projectId: number,
  { kind, id }: { kind: 'usr' | 'tea'; id: string },
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select v.viewer_id as id from visible_projects v
      where v.project_id = ${projectId} and case ${kind} when 'usr' then v.viewer_id = ${id}::uuid
        else v.viewer_id in (select t.user_id from team_members t where t.team_id = ${id}::uuid) end
      order by 1`,
  )
  return rows.map((row) => row.id)
}

export interface Recipient {
  email: string
  byName: string
  projectName: string
}

/** Returns where a mail goes: undefined for those who no longer see the project, are unreachable or want no such mails. */
export async function findRecipient(
  db: Queryable,
  { userId, byId, projectId, kind }: { userId: string; byId: string | null; projectId: number; kind: MailKind },
): Promise<Recipient | undefined> {
  const rows = await rowsOf(
    db,
    sql<Recipient>`
      select u.email, coalesce(b.name, case when ${byId}::uuid is null then 'An alert rule' else 'Somebody' end) as "byName", p.name as "projectName"
      from visible_projects v
        join projects p on p.id = v.project_id
        join users u on u.id = v.viewer_id and u.email_confirmed_at is not null and u.disabled_at is null
        left join users b on b.id = ${byId}
      where v.viewer_id = ${userId} and v.project_id = ${projectId}
        and not exists (select 1 from muted_mails m where m.user_id = u.id and m.kind = ${kind})`,
  )
  return rows[0]
}

/** An issue as a mail names it. */
export interface NamedIssue {
  issueId: string
  shortId: string
  type: string
  message: string
}

/**
 * Returns those of these issues that are there, or those that they were merged into; with an assignee, those that are still
 * assigned to them or their teams.
 */
export async function findNamedIssues(
  db: Queryable,
  projectId: number,
  issueIds: readonly string[],
  assigneeId?: string,
): Promise<NamedIssue[]> {
  const prefix = await findShortPrefix(db, projectId)
  if (prefix === undefined) return []
  const teams = assigneeId === undefined ? [] : await findTeamsOf(db, assigneeId)
  return rowsOf(
    db,
    sql<NamedIssue>`
      select i.issue_id as "issueId", ${prefix}::text || '-' || i.short_number as "shortId", i.type, i.message
      from (
        select coalesce(g.issue_id, n.issue_id) as issue_id, min(n.position) as position
          from unnest(${issueIds}::uuid[]) with ordinality as n (issue_id, position)
            left join groups g on g.project_id = ${projectId} and g.group_id = n.issue_id
         group by 1) as n
        join issues i on i.project_id = ${projectId} and i.issue_id = n.issue_id
        join issue_stats s on s.project_id = i.project_id and s.issue_id = i.issue_id
      where (${assigneeId ?? null}::uuid is null or s.assignee_id = ${assigneeId ?? null}
          or s.assignee_team_id = any(${teams}::uuid[]))
      order by n.position`,
  )
}

async function findTeamsOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`select t.team_id as id from team_members t where t.user_id = ${userId}`,
  )
  return rows.map(({ id }) => id)
}

export async function findCommentText(
  db: Queryable,
  projectId: number,
  activityId: number,
): Promise<string | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ text: string }>`
      select a.details ->> 'text' as text from issue_activity a
      where a.project_id = ${projectId} and a.id = ${activityId} and a.kind = 'commented'`,
  )
  return rows[0]?.text
}
