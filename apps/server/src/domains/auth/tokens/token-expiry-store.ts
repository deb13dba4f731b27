import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import type { ExpiringToken } from './token-expiry.ts'

/** Somebody who is warned that a token ends. */
export interface ExpiryWarning {
  to: string
  name: string
  /** The organization or project; null for a token of a person. */
  of: string | null
  expiresAt: Date
}

/** Returns whom to warn of the end of a token: its owner, or the owners and admins of its organization. Nobody if it is gone. */
export async function findExpiryWarnings(db: Queryable, { table, id }: ExpiringToken): Promise<ExpiryWarning[]> {
  const token =
    table === 'api_tokens'
      ? sql`select t.user_id, t.organization_id, t.name, o.name as of, t.expires_at
              from api_tokens t left join organizations o on o.id = t.organization_id where t.id = ${id}`
      : sql`select null::uuid as user_id, p.organization_id, '…' || t.last4 as name, p.name as of, t.valid_until as expires_at
              from ingest_tokens t join projects p on p.id = t.project_id
              where t.id = ${id} and t.revoked_at is null and t.expires_at is null and p.deleted_at is null`
  return rowsOf(
    db,
    sql<ExpiryWarning>`
      select u.email as "to", k.name, k.of, k.expires_at as "expiresAt"
      from (${token}) as k join users u on u.id = k.user_id or u.id in (
        select m.user_id from memberships m
        where m.organization_id = k.organization_id and m.role in ('owner', 'admin'))
      where k.expires_at > now() and u.email_confirmed_at is not null and u.disabled_at is null
      order by u.id`,
  )
}
