import type { SentrySettings } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

/** The columns of `projects` by the names that the API has for them. */
export const sentryColumns = sql`projects.keep_user_fields, projects.keep_request_body, projects.drop_vars,
  projects.sensitive_keys, projects.require_app_id`

/** Returns the settings of a project that was authorized; undefined if it is gone. */
export async function findSentrySettings(db: Queryable, projectId: number): Promise<SentrySettings | undefined> {
  const rows = await rowsOf(
    db,
    sql<SentrySettings>`select ${sentryColumns} from projects where projects.id = ${projectId}`,
  )
  return rows[0]
}

export async function updateSentrySettings(tx: Tx, projectId: number, settings: SentrySettings): Promise<void> {
  await execute(
    tx,
    sql`
      update projects
      set keep_user_fields = ${settings.keep_user_fields}, keep_request_body = ${settings.keep_request_body},
        drop_vars = ${settings.drop_vars}, sensitive_keys = ${settings.sensitive_keys},
        require_app_id = ${settings.require_app_id}
      where projects.id = ${projectId}`,
  )
}
