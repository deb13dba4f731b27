import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

/** Browsers of a user that are remembered; the longest unused is forgotten first. */
const maxBrowsers = 20

/** How a user's earlier logins know where a request comes from. */
export interface Acquaintance {
  /** Whether the user has logged in with this browser. */
  byBrowser: boolean
  /** Whether the user has a session, or had one within a month, from this address. */
  byAddress: boolean
  /** Whether the user has or had any session. */
  hasSessions: boolean
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** @param userId undefined where there is no such account: the same work is done */
export async function findAcquaintance(
  db: Queryable,
  userId: string | undefined,
  { address, browser }: { address: string; browser?: Buffer | undefined },
): Promise<Acquaintance> {
  const id = userId ?? nobody
  const rows = await rowsOf(
    db,
    sql<Acquaintance>`
      select exists(select 1 from known_browsers k where k.user_id = ${id} and k.secret_hash = ${browser ?? null}) as "byBrowser",
             exists(select 1 from access_tokens t where t.user_id = ${id} and t.address = ${address}) as "byAddress",
             exists(select 1 from access_tokens t where t.user_id = ${id}) as "hasSessions"`,
  )
  return rows[0]!
}

/** Remembers a browser after a login. The user's row must be locked. */
export async function rememberBrowser(tx: Tx, userId: string, browser: Buffer): Promise<void> {
  await execute(
    tx,
    sql`
      insert into known_browsers (user_id, secret_hash, last_used_at) values (${userId}, ${browser}, clock_timestamp())
      on conflict (user_id, secret_hash) do update set last_used_at = excluded.last_used_at`,
  )
  await execute(
    tx,
    sql`
      delete from known_browsers k where k.user_id = ${userId} and k.secret_hash in (
        select o.secret_hash from known_browsers o where o.user_id = ${userId}
        order by o.last_used_at desc offset ${maxBrowsers})`,
  )
}

/** Forgets all browsers of a user whose password somebody else may have known. */
export async function forgetBrowsers(tx: Tx, userId: string): Promise<void> {
  await execute(tx, sql`delete from known_browsers where user_id = ${userId}`)
}
