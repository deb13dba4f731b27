import type { SentrySettings } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** The columns of `projects` by the names that the API has for them. */
export const sentryColumns = sql`projects.keep_user_fields, projects.keep_request_body, projects.drop_vars,
  projects.sensitive_keys, projects.require_app_id`

/** Returns the settings of a project that was authorized; undefined if it is gone. */
export async function findSentrySettings(db: Kysely<Schema>, projectId: number): Promise<SentrySettings | undefined> {
  const { rows } =
    await sql<SentrySettings>`select ${sentryColumns} from projects where projects.id = ${projectId}`.execute(db)
  return rows[0]
}

export async function updateSentrySettings(
  tx: Kysely<Schema>,
  projectId: number,
  settings: SentrySettings,
): Promise<void> {
  await tx.updateTable('projects').set(settings).where('id', '=', projectId).execute()
}
