import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

/** An Expo update of a release. */
export interface UpdateRecord {
  updateId: string
  group: string | null
  runtimeVersion: string | null
  channel: string | null
  message: string | null
  createdAt: Date
}

/** Adds an Expo update to a release, or changes it. */
export async function putUpdate(
  tx: Tx,
  { projectId, version }: { projectId: number; version: string },
  { updateId, group, runtimeVersion, channel, message }: Omit<UpdateRecord, 'createdAt'>,
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into release_updates as e (project_id, update_id, version, update_group, runtime_version, channel, message)
      values (${projectId}, ${updateId}, ${version}, ${group}, ${runtimeVersion}, ${channel}, ${message})
      on conflict (project_id, update_id) do update set
        version = excluded.version, update_group = coalesce(excluded.update_group, e.update_group),
        runtime_version = coalesce(excluded.runtime_version, e.runtime_version),
        channel = coalesce(excluded.channel, e.channel), message = coalesce(excluded.message, e.message)`,
  )
}

export async function findUpdates(
  db: Queryable,
  projectId: number,
  version: string,
  limit: number,
): Promise<UpdateRecord[]> {
  return rowsOf(
    db,
    sql<UpdateRecord>`
      select e.update_id as "updateId", e.update_group as "group", e.runtime_version as "runtimeVersion", e.channel,
             e.message, e.created_at as "createdAt"
        from release_updates e
       where e.project_id = ${projectId} and e.version = ${version} order by e.created_at desc, e.update_id
       limit ${limit}`,
  )
}
