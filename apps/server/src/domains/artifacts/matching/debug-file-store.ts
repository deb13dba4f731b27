import type { Queryable } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { DebugFileKind } from '../content/index.ts'
import type { MatchRecord } from './match-store.ts'

/** A debug file that a stack may belong to. */
export interface DebugFileRecord extends MatchRecord {
  buildId: string | null
}

const columns = sql`a.id, a.kind, a.sha256, a.url, coalesce(a.debug_id, c.debug_id) as "debugId", c.build_id as "buildId",
  a.release, a.dist, c.state, c.reason, c.index_version as "indexVersion", c.map_reference as "mapReference"`
const from = sql`from artifacts a join artifact_contents c on c.project_id = a.project_id and c.sha256 = a.sha256`
const maxFound = 200

/** Whether a project has debug files of any kind: few projects do, and only their events are looked at closely. */
export async function hasDebugFiles(db: Queryable, projectId: number): Promise<boolean> {
  const found = await execute(
    db,
    sql`
      select 1 from artifacts a
       where a.project_id = ${projectId} and a.kind in ('jvm_mapping', 'native_symbols', 'dart_names') limit 1`,
  )
  return found > 0
}

/** Finds debug files by the ids that tools name them by, or that the build wrote into them, the latest first. */
export async function findDebugFilesByIds(
  db: Queryable,
  projectId: number,
  { debugIds, buildIds }: { debugIds: string[]; buildIds: string[] },
): Promise<DebugFileRecord[]> {
  if (debugIds.length + buildIds.length === 0) return []
  return rowsOf(
    db,
    sql<DebugFileRecord>`
      select ${columns} ${from}
       where a.project_id = ${projectId} and a.kind in ('jvm_mapping', 'native_symbols', 'dart_names')
         and a.id = any(array(
           select d.id from artifacts d where d.project_id = ${projectId} and d.debug_id = any(${debugIds}::text[])
           union all
           select d.id from artifact_contents e join artifacts d on d.project_id = e.project_id and d.sha256 = e.sha256
            where e.project_id = ${projectId} and e.debug_id = any(${debugIds}::text[])
           union all
           select d.id from artifact_contents e join artifacts d on d.project_id = e.project_id and d.sha256 = e.sha256
            where e.project_id = ${projectId} and e.build_id = any(${buildIds}::text[])))
       order by a.id desc limit ${maxFound}`,
  )
}

/** Finds the debug files of a kind that were uploaded for a release, the latest first. */
export async function findDebugFilesOfRelease(
  db: Queryable,
  projectId: number,
  kind: DebugFileKind,
  release: string,
): Promise<DebugFileRecord[]> {
  return rowsOf(
    db,
    sql<DebugFileRecord>`
      select ${columns} ${from}
       where a.project_id = ${projectId} and a.kind = ${kind} and a.release = ${release}
       order by a.id desc limit ${maxFound}`,
  )
}
