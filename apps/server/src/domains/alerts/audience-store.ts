import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'

export interface AudienceQuestion {
  projectId: number
  /** Undefined for something of the project, which nobody is assigned to. */
  issueId: string | undefined
  notifiesMembers: boolean
  notifiesAssignee: boolean
  teamIds: readonly string[]
}

/** Returns the users who see a project and are meant: all of them, whoever has the issue, or the people of teams. */
export async function findAudiences(
  db: Queryable,
  { projectId, issueId, notifiesMembers, notifiesAssignee, teamIds }: AudienceQuestion,
): Promise<string[]> {
  const assignee = notifiesAssignee && issueId !== undefined ? await findAssignee(db, projectId, issueId) : undefined
  const teams = assignee?.teamId == null ? teamIds : [...teamIds, assignee.teamId]
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
      select v.viewer_id as id from visible_projects v
       where v.project_id = ${projectId} and v.role <> 'token' and (
         ${notifiesMembers} or v.viewer_id = ${assignee?.userId ?? null}::uuid or v.viewer_id in (
           select t.user_id from team_members t where t.team_id = any(${teams}::uuid[])))
       order by 1`,
  )
  return rows.map(({ id }) => id)
}

async function findAssignee(
  db: Queryable,
  projectId: number,
  issueId: string,
): Promise<{ userId: string | null; teamId: string | null } | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ userId: string | null; teamId: string | null }>`
      select s.assignee_id as "userId", s.assignee_team_id as "teamId" from issue_stats s
       where s.project_id = ${projectId} and s.issue_id = ${issueId}`,
  )
  return rows[0]
}
