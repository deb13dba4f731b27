import type { Queryable } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { ContentKey } from './artifact.ts'

export async function findFunctions(
  db: Queryable,
  { projectId, sha256 }: ContentKey,
  source: number,
): Promise<Buffer | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ bytes: Buffer }>`
      select f.bytes from artifact_functions f
       where f.project_id = ${projectId} and f.sha256 = ${sha256} and f.source = ${source}`,
  )
  return rows[0]?.bytes
}

/** Stores the functions of a source, unless its content was deleted meanwhile. */
export async function insertFunctions(
  db: Queryable,
  { projectId, sha256 }: ContentKey,
  source: number,
  bytes: Uint8Array,
): Promise<void> {
  await execute(
    db,
    sql`
      insert into artifact_functions (project_id, sha256, source, bytes)
      select c.project_id, c.sha256, ${source}::int4, ${Buffer.from(bytes)}::bytea
        from artifact_contents c where c.project_id = ${projectId} and c.sha256 = ${sha256} for key share
      on conflict (project_id, sha256, source) do nothing`,
  )
}

export async function deleteFunctions(db: Queryable, { projectId, sha256 }: ContentKey): Promise<void> {
  await execute(db, sql`delete from artifact_functions f where f.project_id = ${projectId} and f.sha256 = ${sha256}`)
}
