import type { Role } from '@bugle/protocol'
import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'
import type { MembershipSource } from '../memberships/index.ts'

export interface MemberRow {
  userId: string
  name: string
  email: string
  role: Role
  joinedAt: Date
  source: MembershipSource
  hasTotp: boolean
  teamIds: string[]
}

/** Returns the members of an organization by name, or the one of them. */
export async function findMembersOf(
  db: Queryable,
  organizationId: string,
  { userId, limit }: { userId?: string; limit: number },
): Promise<MemberRow[]> {
  return rowsOf(
    db,
    sql<MemberRow>`
      select u.id as "userId", u.name, u.email, m.role, m.created_at as "joinedAt", m.source,
        exists (select 1 from second_factors f where f.user_id = u.id) as "hasTotp",
        array(select t.id::text from team_members tm join teams t on t.id = tm.team_id
          where tm.user_id = u.id and t.organization_id = m.organization_id order by lower(t.name)) as "teamIds"
      from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and (${userId ?? null}::uuid is null or m.user_id = ${userId ?? null})
      order by lower(u.name), u.id limit ${limit}`,
  )
}
