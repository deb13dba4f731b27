import type { Queryable } from '../db/database.ts'
import { rowsOf, sql } from '../db/sql.ts'

/** An account as the operator sees it. */
export interface AccountRow {
  email: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  sessions: number
  projects: number
  hasTotp: boolean
  isConfirmed: boolean
  isDisabled: boolean
}

/** Returns all accounts, or the one with this e-mail, in order of creation. */
export async function findAccounts(db: Queryable, email?: string): Promise<AccountRow[]> {
  return rowsOf(
    db,
    sql<AccountRow>`
      select users.email, users.name, users.created_at as "createdAt",
        (select max(t.last_used_at) from access_tokens t where t.user_id = users.id) as "lastUsedAt",
        (select count(*) from access_tokens t where t.user_id = users.id and t.revoked_at is null) as sessions,
        (select count(*) from memberships m
          join projects p on p.organization_id = m.organization_id and p.deleted_at is null
          where m.user_id = users.id) as projects,
        exists (select 1 from second_factors f where f.user_id = users.id) as "hasTotp",
        users.email_confirmed_at is not null as "isConfirmed", users.disabled_at is not null as "isDisabled"
      from users
      where ${email ?? null}::text is null or lower(users.email) = lower(${email ?? ''})
      order by users.created_at, users.id`,
  )
}
