import { limits, type OrganizationTokenScope } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { newOrganizationToken } from './api-token.ts'

/** A token of an organization, as its admins see it. */
export interface OrganizationTokenRecord {
  id: number
  name: string
  scopes: OrganizationTokenScope[]
  last4: string
  createdAt: Date
  createdBy: string | null
  createdByName: string | null
  lastUsedAt: Date | null
  expiresAt: Date | null
}

/** Returns the tokens of an organization, the latest first, or the one of them. */
export async function findOrganizationTokens(
  db: Queryable,
  organizationId: string,
  id?: number,
): Promise<OrganizationTokenRecord[]> {
  return rowsOf(
    db,
    sql<OrganizationTokenRecord>`
      select t.id, t.name, t.scopes, t.last4, t.created_at as "createdAt", t.created_by as "createdBy",
        u.name as "createdByName", t.last_used_at as "lastUsedAt", t.expires_at as "expiresAt"
      from api_tokens t left join users u on u.id = t.created_by
      where t.organization_id = ${organizationId} and (${id ?? null}::int8 is null or t.id = ${id ?? null})
      order by t.id desc limit ${limits.organizationTokens}`,
  )
}

/**
 * Creates a token that belongs to an organization, whose row must be locked. Its text is returned this once.
 *
 * @returns undefined when there are as many as may be
 */
export async function createOrganizationToken(
  tx: Tx,
  token: {
    organizationId: string
    createdBy: string
    name: string
    scopes: OrganizationTokenScope[]
    expiresAt: Date | null
  },
): Promise<{ record: OrganizationTokenRecord; text: string } | undefined> {
  const { text, secretHash } = newOrganizationToken()
  const rows = await rowsOf(
    tx,
    sql<{ id: number }>`
      insert into api_tokens (organization_id, created_by, name, scopes, secret_hash, last4, expires_at)
      select ${token.organizationId}, ${token.createdBy}, ${token.name}, ${[...new Set(token.scopes)]}::text[],
        ${secretHash}, ${text.slice(-4)}, ${token.expiresAt}::timestamptz
      where (select count(*) from api_tokens t where t.organization_id = ${token.organizationId})
        < ${limits.organizationTokens}
      returning id`,
  )
  if (rows[0] === undefined) return undefined
  const [record] = await findOrganizationTokens(tx, token.organizationId, rows[0].id)
  return { record: record!, text }
}

/** @returns its name, or undefined when the organization has no such token */
export async function deleteOrganizationToken(tx: Tx, organizationId: string, id: number): Promise<string | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ name: string }>`
      delete from api_tokens where organization_id = ${organizationId} and id = ${id} returning name`,
  )
  return rows[0]?.name
}

/** Ends all tokens of an organization that ends. */
export async function deleteOrganizationTokens(tx: Tx, organizationId: string): Promise<void> {
  await execute(tx, sql`delete from api_tokens where organization_id = ${organizationId}`)
}
