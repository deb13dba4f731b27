import type { Queryable } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { QuietColumns } from '../../../lib/quiet-hours.ts'
import { quietColumns } from './mail-times-store.ts'
import type { NotificationChoices, NotificationSettings } from './settings.ts'

/** A member who may be mailed about a project. */
export interface Member extends NotificationSettings {
  userId: string
  email: string
  projectName: string
  /** When mails are held. */
  quiet: QuietColumns
}

interface Row extends QuietColumns {
  userId: string
  email: string
  projectName: string
  isOffEverywhere: boolean
  isReachable: boolean
}

/** Returns the members who see a project, or the one of them. */
export async function findMembers(db: Queryable, projectId: number, userId?: string): Promise<Member[]> {
  const rows = await rowsOf(
    db,
    sql<Row>`
      select u.id as "userId", u.email, p.name as "projectName", u.issue_mails_off as "isOffEverywhere",
        u.email_confirmed_at is not null and u.disabled_at is null as "isReachable", ${quietColumns}
      from visible_projects v
        join projects p on p.id = v.project_id
        join users u on u.id = v.viewer_id
        left join mail_times t on t.user_id = u.id
      where v.project_id = ${projectId} and (${userId ?? null}::uuid is null or u.id = ${userId ?? null})
      order by u.id`,
  )
  if (rows.length === 0) return []
  const choices = await findChoices(db, projectId, userId)
  return rows.map(({ quietFrom, quietTo, timeZone, quietDays, ...row }) => ({
    ...row,
    quiet: { quietFrom, quietTo, timeZone, quietDays },
    project: choices.get(null) ?? unset,
    own: choices.get(row.userId) ?? unset,
  }))
}

const unset: NotificationChoices = { newIssues: null, regressedIssues: null }

/** Returns the choices of members of a project, or of the one of them, by their ids; those of the project under null. */
async function findChoices(
  db: Queryable,
  projectId: number,
  userId: string | undefined,
): Promise<Map<string | null, NotificationChoices>> {
  const rows = await rowsOf(
    db,
    sql<NotificationChoices & { userId: string | null }>`
      select null::uuid as "userId", n.new_issues as "newIssues", n.regressed_issues as "regressedIssues"
        from project_notification_settings n where n.project_id = ${projectId}
      union all
      select o.user_id, o.new_issues, o.regressed_issues from member_notification_settings o
       where o.project_id = ${projectId} and (${userId ?? null}::uuid is null or o.user_id = ${userId ?? null})`,
  )
  return new Map(rows.map(({ userId: id, ...choices }) => [id, choices]))
}

export async function putProjectChoices(db: Queryable, projectId: number, choices: NotificationChoices): Promise<void> {
  await execute(
    db,
    sql`
      insert into project_notification_settings as n (project_id, new_issues, regressed_issues)
      values (${projectId}, ${choices.newIssues}, ${choices.regressedIssues})
      on conflict (project_id) do update
         set new_issues = excluded.new_issues, regressed_issues = excluded.regressed_issues`,
  )
}

export async function putOwnChoices(
  db: Queryable,
  projectId: number,
  userId: string,
  choices: NotificationChoices,
): Promise<void> {
  await execute(
    db,
    sql`
      insert into member_notification_settings as n (project_id, user_id, new_issues, regressed_issues)
      values (${projectId}, ${userId}, ${choices.newIssues}, ${choices.regressedIssues})
      on conflict (project_id, user_id) do update
         set new_issues = excluded.new_issues, regressed_issues = excluded.regressed_issues`,
  )
}
