import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** Takes the issues of an organization from a member who leaves. Issues are locked in key order, as digest does. */
export async function clearAssignee(tx: Kysely<Schema>, organizationId: string, userId: string): Promise<void> {
  await sql`
    with own as (
      select s.project_id, s.issue_id from issue_stats s
      where s.assignee_id = ${userId}
        and s.project_id in (select p.id from projects p where p.organization_id = ${organizationId})
      order by s.project_id, s.issue_id for no key update of s)
    update issue_stats s set assignee_id = null from own
    where s.project_id = own.project_id and s.issue_id = own.issue_id`.execute(tx)
}

/** Takes its issues from a team that ends. */
export async function clearAssignedTeam(tx: Kysely<Schema>, organizationId: string, teamId: string): Promise<void> {
  await sql`
    with own as (
      select s.project_id, s.issue_id from issue_stats s
      where s.assignee_team_id = ${teamId}
        and s.project_id in (select p.id from projects p where p.organization_id = ${organizationId})
      order by s.project_id, s.issue_id for no key update of s)
    update issue_stats s set assignee_team_id = null from own
    where s.project_id = own.project_id and s.issue_id = own.issue_id`.execute(tx)
}
