import { forEachBucket } from '../db/buckets.ts'
import type { Database, Queryable } from '../db/database.ts'
import { execute, rowsOf, sql } from '../db/sql.ts'

/** Whether a user may see the whole installation: a command on the server makes operators, and nothing else does. */
export async function isOperator(db: Queryable, userId: string): Promise<boolean> {
  const found = await execute(
    db,
    sql`
      select 1 from users where users.id = ${userId} and users.is_operator and users.disabled_at is null`,
  )
  return found > 0
}

/** Counts the users, organizations and projects of the installation. */
export async function countInstallation(
  db: Queryable,
): Promise<{ users: number; organizations: number; projects: number }> {
  const rows = await rowsOf(
    db,
    sql<{ users: number; organizations: number; projects: number }>`
      select (select count(*) from users)::int8 as users,
        (select count(distinct m.organization_id) from memberships m)::int8 as organizations,
        (select count(*) from projects p where p.deleted_at is null)::int8 as projects`,
  )
  return rows[0]!
}

export interface OperatorUserRow {
  id: string
  email: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  organizations: number
  projects: number
  hasTotp: boolean
  isConfirmed: boolean
  isDisabled: boolean
  isOperator: boolean
}

interface Page {
  after: string | undefined
  limit: number
}

/** Returns accounts in the order of their ids, which is that of their creation. */
export async function findUsers(db: Queryable, { after, limit }: Page): Promise<OperatorUserRow[]> {
  return rowsOf(
    db,
    sql<OperatorUserRow>`
      select u.id, u.email, u.name, u.created_at as "createdAt",
        (select max(t.last_used_at) from access_tokens t where t.user_id = u.id) as "lastUsedAt",
        (select count(*) from memberships m where m.user_id = u.id)::int as organizations,
        (select count(*) from visible_projects v where v.viewer_id = u.id)::int as projects,
        exists (select 1 from second_factors f where f.user_id = u.id) as "hasTotp",
        u.email_confirmed_at is not null as "isConfirmed", u.disabled_at is not null as "isDisabled",
        u.is_operator as "isOperator"
      from users u
      where ${after ?? null}::uuid is null or u.id > ${after ?? null}
      order by u.id limit ${limit}`,
  )
}

export interface OperatorOrganizationRow {
  id: string
  name: string
  createdAt: Date
  owners: string[]
  members: number
  projects: number
  events: number
}

/** Returns organizations in the order of their ids; events of a bucket that is away are left out of their counts. */
export async function findOrganizations(db: Database, { after, limit }: Page): Promise<OperatorOrganizationRow[]> {
  const rows = await rowsOf(
    db,
    sql<Omit<OperatorOrganizationRow, 'projects' | 'events'> & { projectIds: number[] }>`
      select o.id, o.name, o.created_at as "createdAt",
        array(select u.email from memberships m join users u on u.id = m.user_id
          where m.organization_id = o.id and m.role = 'owner' order by m.created_at) as owners,
        (select count(*) from memberships m where m.organization_id = o.id)::int as members,
        array(select p.id from projects p where p.organization_id = o.id and p.deleted_at is null) as "projectIds"
      from organizations o
      where exists (select 1 from memberships m where m.organization_id = o.id)
        and (${after ?? null}::uuid is null or o.id > ${after ?? null})
      order by o.id limit ${limit}`,
  )
  const counts = await countEvents(
    db,
    rows.flatMap(({ projectIds }) => projectIds),
  )
  return rows.map(({ projectIds, ...row }) => ({
    ...row,
    projects: projectIds.length,
    events: projectIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0),
  }))
}

async function countEvents(db: Database, projectIds: readonly number[]): Promise<Map<number, number>> {
  const { results } = await forEachBucket(db, (bucket) => countEventsIn(bucket, projectIds))
  return new Map(results.flat().map(({ id, events }) => [id, events]))
}

function countEventsIn(db: Queryable, projectIds: readonly number[]): Promise<{ id: number; events: number }[]> {
  return rowsOf(
    db,
    sql<{ id: number; events: number }>`
      select s.project_id as id, sum(s.event_count)::int8 as events from issue_stats s
       where s.project_id = any(${projectIds}::int8[]) group by 1`,
  )
}
