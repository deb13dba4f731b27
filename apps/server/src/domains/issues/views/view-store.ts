import { limits, mayDo, type Role, type ViewFilter } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { takeKeyLock } from '../../../db/locks.ts'
import { execute, type Fragment, rowsOf, sql } from '../../../db/sql.ts'
import { Refusal } from '../../../refusal.ts'

export interface ViewRow {
  id: string
  /** Position in the order of creation. */
  position: number
  projectId: number | null
  /** Owner of a view that is not shared. */
  userId: string | null
  /** Organization that it is shared with. */
  organizationId: string | null
  /** Null once the account of the author is deleted. */
  authorId: string | null
  authorName: string | null
  /** Role of the reader in the organization. */
  role: Role | null
  name: string
  filter: ViewFilter
  createdAt: Date
}

/** A user, or the token of an organization, with the projects that they see. */
export interface ViewReader {
  userId: string
  projectIds: readonly number[]
}

/** Selects the views that somebody sees: their own, and those of the organizations whose projects they see. */
function selectViews({ userId, projectIds }: ViewReader, condition: Fragment) {
  return sql<ViewRow>`
    select v.id, v.position, v.project_id as "projectId", v.user_id as "userId", v.organization_id as "organizationId",
      u.id as "authorId", u.name as "authorName", m.role, v.name, v.filter, v.created_at as "createdAt"
    from saved_views v
    left join users u on u.id = coalesce(v.user_id, v.author_id)
    left join memberships m on m.organization_id = v.organization_id and m.user_id = ${userId}
    where (v.user_id = ${userId} or v.organization_id = any(array(
        select distinct p.organization_id from projects p where p.id = any(${projectIds}::int8[]))))
      and (v.project_id is null or v.project_id = any(${projectIds}::int8[])) and ${condition}`
}

/** Returns the views that somebody sees, in order of creation. */
export function findViews(
  db: Queryable,
  reader: ViewReader,
  { after, limit }: { after: number; limit: number },
): Promise<ViewRow[]> {
  return rowsOf(db, selectViews(reader, sql`v.position > ${after} order by v.position limit ${limit}`))
}

/** Returns a view, and locks it. @throws Refusal `not_found`, also when the reader does not see it */
export async function findView(tx: Tx, reader: ViewReader, id: string): Promise<ViewRow> {
  const rows = await rowsOf(tx, selectViews(reader, sql`v.id = ${id} for update of v`))
  if (rows[0] === undefined) throw new Refusal('not_found')
  return rows[0]
}

/** Whether a role lets somebody change a view. Members change the shared views that they wrote, admins all. */
export function mayChange(
  { userId, authorId, role }: Pick<ViewRow, 'userId' | 'authorId' | 'role'>,
  by: string,
): boolean {
  if (userId !== null) return userId === by
  return role !== null && mayDo(role, authorId === by ? 'issue:write' : 'project:write')
}

/** Whether a user or an organization may have one more view. Their views come one after the other from now on. */
export async function hasRoomForView(tx: Tx, ownerId: string): Promise<boolean> {
  await takeKeyLock(tx, 'views', ownerId)
  const rows = await rowsOf(
    tx,
    sql<{ count: number }>`
      select count(*) as count from saved_views v where v.user_id = ${ownerId} or v.organization_id = ${ownerId}`,
  )
  return rows[0]!.count < limits.views
}

export async function insertView(
  tx: Tx,
  authorId: string,
  { projectId, organizationId, name, filter }: Pick<ViewRow, 'projectId' | 'organizationId' | 'name' | 'filter'>,
): Promise<string> {
  const { user, author } = ownersOf(authorId, organizationId)
  const rows = await rowsOf(
    tx,
    sql<{ id: string }>`
      insert into saved_views (id, user_id, author_id, organization_id, project_id, name, filter)
      values (gen_random_uuid(), ${user}, ${author}, ${organizationId}, ${projectId}, ${name}, ${JSON.stringify(filter)})
      returning id`,
  )
  return rows[0]!.id
}

export interface UpdatedView {
  organizationId: string | null
  name?: string | undefined
  filter?: ViewFilter | undefined
}

export async function updateView(tx: Tx, view: ViewRow, { organizationId, name, filter }: UpdatedView): Promise<void> {
  const { user, author } = ownersOf(view.authorId, organizationId)
  await execute(
    tx,
    sql`
      update saved_views set user_id = ${user}, author_id = ${author}, organization_id = ${organizationId},
        name = ${name ?? view.name}, filter = ${JSON.stringify(filter ?? view.filter)}
      where id = ${view.id}`,
  )
}

/** A view is its author's until it is its organization's; then the author is who wrote it. */
function ownersOf(authorId: string | null, organizationId: string | null) {
  return organizationId === null ? { user: authorId, author: null } : { user: null, author: authorId }
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`delete from saved_views v where v.id = ${id}`)
}

/** Returns the organizations of projects. */
export async function findOrganizationsOf(tx: Tx, projectIds: readonly number[]): Promise<string[]> {
  const rows = await rowsOf(
    tx,
    sql<{
      id: string
    }>`select distinct p.organization_id as id from projects p where p.id = any(${projectIds}::int8[])`,
  )
  return rows.map(({ id }) => id)
}

/** Deletes saved searches of a project's members, and of its organization, that name a person who is being erased. */
export async function forgetViewsNaming(db: Queryable, projectId: number, person: string): Promise<void> {
  await execute(
    db,
    sql`delete from saved_views v
      where position(${person} in v.filter ->> 'query') > 0
        and (v.organization_id = (select p.organization_id from projects p where p.id = ${projectId})
          or v.user_id in (select m.user_id from memberships m join projects p on p.organization_id = m.organization_id
                            where p.id = ${projectId}))`,
  )
}

/** Records that a user is looking at a project. Returns this time and the previous one. */
export async function markSeen(
  db: Queryable,
  projectId: number,
  userId: string,
  now: Date,
): Promise<{ seenAt: Date; previous: Date | null }> {
  const [before] = await rowsOf(
    db,
    sql<{ seenAt: Date }>`
      select o.seen_at as "seenAt" from project_seen o where o.project_id = ${projectId} and o.user_id = ${userId}`,
  )
  const [after] = await rowsOf(
    db,
    sql<{ seenAt: Date }>`
      insert into project_seen as s (project_id, user_id, seen_at) values (${projectId}, ${userId}, ${now})
      on conflict (project_id, user_id) do update set seen_at = greatest(s.seen_at, excluded.seen_at)
      returning s.seen_at as "seenAt"`,
  )
  return { seenAt: after!.seenAt, previous: before?.seenAt ?? null }
}
