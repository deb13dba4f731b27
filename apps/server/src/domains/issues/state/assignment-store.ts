import type { Tx } from '../../../db/database.ts'
import { execute, sql } from '../../../db/sql.ts'
import { findProjectsOf, ofBucketsWith } from '../../projects/index.ts'

/** A member who leaves an organization, or a team that ends. */
export type FormerAssignee = { userId: string } | { teamId: string }

/** Takes the issues of an organization from an assignee. Issues are locked in key order, as digest does. */
export async function clearAssignee(tx: Tx, organizationId: string, assignee: FormerAssignee): Promise<void> {
  const [column, id] =
    'userId' in assignee
      ? (['assignee_id', assignee.userId] as const)
      : (['assignee_team_id', assignee.teamId] as const)
  const allIds = await findProjectsOf(tx, organizationId)
  await ofBucketsWith(tx, allIds, (projectIds) =>
    execute(
      tx,
      sql`
      with own as (
        select s.project_id, s.issue_id from issue_stats s
        where s.${sql.ref(column)} = ${id}
          and s.project_id = any(${projectIds}::int8[])
        order by s.project_id, s.issue_id for no key update of s)
      update issue_stats s set ${sql.ref(column)} = null from own
      where s.project_id = own.project_id and s.issue_id = own.issue_id`,
    ),
  )
}
