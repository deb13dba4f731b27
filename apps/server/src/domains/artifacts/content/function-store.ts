import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { ContentKey } from './artifact.ts'

type Db = Kysely<Schema>

export async function findFunctions(
  db: Db,
  { projectId, sha256 }: ContentKey,
  source: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select f.bytes from artifact_functions f
     where f.project_id = ${projectId} and f.sha256 = ${sha256} and f.source = ${source}`.execute(db)
  return rows[0]?.bytes
}

/** Stores the functions of a source, unless its content was deleted meanwhile. */
export async function insertFunctions(
  db: Db,
  { projectId, sha256 }: ContentKey,
  source: number,
  bytes: Uint8Array,
): Promise<void> {
  await sql`
    insert into artifact_functions (project_id, sha256, source, bytes)
    select c.project_id, c.sha256, ${source}::int4, ${Buffer.from(bytes)}::bytea
      from artifact_contents c where c.project_id = ${projectId} and c.sha256 = ${sha256} for key share
    on conflict (project_id, sha256, source) do nothing`.execute(db)
}

export async function deleteFunctions(db: Db, { projectId, sha256 }: ContentKey): Promise<void> {
  await sql`delete from artifact_functions f where f.project_id = ${projectId} and f.sha256 = ${sha256}`.execute(db)
}
