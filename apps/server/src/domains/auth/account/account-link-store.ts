import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { type LinkPurpose, linkMinutes } from './account-link.ts'

export interface NewLinkRow {
  userId: string
  purpose: LinkPurpose
  tokenHash: Buffer
  /** The address that the link confirms. */
  email?: string
}

/** Keeps a link; the older one of its purpose is dead from here on. */
export async function putLink(db: Queryable, { userId, purpose, tokenHash, email }: NewLinkRow): Promise<void> {
  await execute(
    db,
    sql`
      insert into account_links (user_id, purpose, token_hash, email, expires_at)
      values (${userId}, ${purpose}, ${tokenHash}, ${email ?? null},
        now() + make_interval(mins => ${linkMinutes[purpose]}))
      on conflict (user_id, purpose) do update set token_hash = excluded.token_hash, email = excluded.email,
        created_at = now(), expires_at = excluded.expires_at`,
  )
}

export interface FoundLink {
  userId: string
  email: string | null
}

/** A link that is good, and stays so. */
export async function findLink(db: Queryable, purpose: LinkPurpose, tokenHash: Buffer): Promise<FoundLink | undefined> {
  const rows = await rowsOf(
    db,
    sql<FoundLink>`
      select account_links.user_id as "userId", account_links.email from account_links
      where account_links.token_hash = ${tokenHash} and account_links.purpose = ${purpose}
        and account_links.expires_at > now()`,
  )
  return rows[0]
}

/** Uses up a link, in the transaction of its purpose: of concurrent requests one gets it. */
export async function takeLink(tx: Tx, purpose: LinkPurpose, tokenHash: Buffer): Promise<FoundLink | undefined> {
  const rows = await rowsOf(
    tx,
    sql<FoundLink>`
      delete from account_links
      where account_links.token_hash = ${tokenHash} and account_links.purpose = ${purpose}
        and account_links.expires_at > now()
      returning account_links.user_id as "userId", account_links.email`,
  )
  return rows[0]
}

export async function removeLinks(tx: Tx, userId: string, purpose?: LinkPurpose): Promise<void> {
  await execute(
    tx,
    sql`
      delete from account_links
      where account_links.user_id = ${userId} and account_links.purpose = coalesce(${purpose ?? null}, account_links.purpose)`,
  )
}
