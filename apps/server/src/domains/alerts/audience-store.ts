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
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
      select v.viewer_id as id from visible_projects v
        left join issue_stats s on s.project_id = ${projectId} and s.issue_id = ${issueId ?? null}::uuid and ${notifiesAssignee}
       where v.project_id = ${projectId} and v.role <> 'token' and (${notifiesMembers} or v.viewer_id = s.assignee_id or v.viewer_id in (
         select t.user_id from team_members t where t.team_id = any(${teamIds}::uuid[]) or t.team_id = s.assignee_team_id))
       order by 1`,
  )
  return rows.map(({ id }) => id)
}
