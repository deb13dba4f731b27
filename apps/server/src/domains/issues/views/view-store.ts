import { limits, type ViewFilter } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { takeKeyLock } from '../../../db/locks.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

export interface ViewRow {
  id: string
  /** Position in the order of creation. */
  position: number
  projectId: number | null
  name: string
  filter: ViewFilter
  createdAt: Date
}

const columns = sql`v.id, v.position, v.project_id as "projectId", v.name, v.filter, v.created_at as "createdAt"`

/** Returns the views of a user on projects that they see, in order of creation. */
export async function findViews(
  db: Queryable,
  { userId, projectIds, after, limit }: { userId: string; projectIds: readonly number[]; after: number; limit: number },
): Promise<ViewRow[]> {
  const rows = await rowsOf<ViewRow>(
    db,
    sql`select ${columns} from saved_views v
      where v.user_id = ${userId} and v.position > ${after} and (v.project_id is null or v.project_id = any(${projectIds}::int8[]))
      order by v.position limit ${limit}`,
  )
  return rows
}

/** Saves a view, unless the user has reached the limit of views. */
export async function addView(
  tx: Tx,
  userId: string,
  { projectId, name, filter }: Pick<ViewRow, 'projectId' | 'name' | 'filter'>,
): Promise<ViewRow | undefined> {
  await takeKeyLock(tx, 'views', userId)
  const rows = await rowsOf<ViewRow>(
    tx,
    sql`insert into saved_views as v (id, user_id, project_id, name, filter)
     select gen_random_uuid(), ${userId}, ${projectId}, ${name}, ${JSON.stringify(filter)}
      where (select count(*) from saved_views o where o.user_id = ${userId}) < ${limits.views}
     returning ${columns}`,
  )
  return rows[0]
}

/** Deletes saved searches of a project's members that name a person who is being erased. */
export async function forgetViewsNaming(db: Queryable, projectId: number, person: string): Promise<void> {
  await execute(
    db,
    sql`delete from saved_views v
      where position(${person} in v.filter ->> 'query') > 0
        and v.user_id in (select m.user_id from memberships m join projects p on p.organization_id = m.organization_id
                           where p.id = ${projectId})`,
  )
}

/** @returns whether it existed */
export async function deleteView(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rowCount = await execute(db, sql`delete from saved_views v where v.id = ${id} and v.user_id = ${userId}`)
  return rowCount === 1
}

/** Records that a user is looking at a project. Returns this time and the previous one. */
export async function markSeen(
  db: Queryable,
  projectId: number,
  userId: string,
  now: Date,
): Promise<{ seenAt: Date; previous: Date | null }> {
  const rows = await rowsOf<{ seenAt: Date; previous: Date | null }>(
    db,
    sql`with before as (select o.seen_at from project_seen o where o.project_id = ${projectId} and o.user_id = ${userId})
     insert into project_seen as s (project_id, user_id, seen_at) values (${projectId}, ${userId}, ${now})
     on conflict (project_id, user_id) do update set seen_at = greatest(s.seen_at, excluded.seen_at)
     returning s.seen_at as "seenAt", (select b.seen_at from before b) as previous`,
  )
  return rows[0]!
}
