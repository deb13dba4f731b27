import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

export interface IdentityRow {
  id: number
  userId: string
  issuer: string
  emailAtLink: string | null
  linkedAt: Date
  lastLoginAt: Date | null
}

const columns = sql`
  i.id, i.user_id as "userId", i.issuer, i.email_at_link as "emailAtLink", i.linked_at as "linkedAt",
  i.last_login_at as "lastLoginAt"`

/** Returns the account of an identity: by issuer and subject, and by nothing else. */
export async function findIdentity(db: Queryable, issuer: string, subject: string): Promise<IdentityRow | undefined> {
  const rows = await rowsOf(
    db,
    sql<IdentityRow>`
      select ${columns} from identities i where i.issuer = ${issuer} and i.subject = ${subject}`,
  )
  return rows[0]
}

export async function findIdentitiesOf(db: Queryable, userId: string): Promise<IdentityRow[]> {
  return rowsOf(
    db,
    sql<IdentityRow>`
      select ${columns} from identities i where i.user_id = ${userId} order by i.id`,
  )
}

/** Links an identity to an account. @returns its number; undefined if it belongs to an account already */
export async function insertIdentity(
  tx: Tx,
  identity: { userId: string; issuer: string; subject: string; email: string | null },
): Promise<number | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ id: number }>`
      insert into identities (user_id, issuer, subject, email_at_link)
      values (${identity.userId}, ${identity.issuer}, ${identity.subject}, ${identity.email})
      on conflict do nothing returning id`,
  )
  return rows[0]?.id
}

export async function touchIdentity(tx: Tx, id: number): Promise<void> {
  await execute(tx, sql`update identities set last_login_at = now() where id = ${id}`)
}

/** @returns whether it was the user's */
export async function deleteIdentity(tx: Tx, userId: string, id: number): Promise<boolean> {
  const affected = await execute(
    tx,
    sql`
      delete from identities where id = ${id} and user_id = ${userId}`,
  )
  return affected > 0
}

/** Uses up the state of a login. @returns false if it was used before */
export async function takeState(db: Queryable, stateHash: Buffer): Promise<boolean> {
  const taken = await rowsOf(
    db,
    sql<{ hash: Buffer }>`
      insert into sso_used_states (state_hash) values (${stateHash}) on conflict do nothing returning state_hash as hash`,
  )
  return taken.length > 0
}

export interface SsoCode {
  userId: string
  identityId: number
  kind: 'cli' | 'mobile'
  challenge: string
  hasSecondFactor: boolean
}

const codeSeconds = 120

export async function insertCode(tx: Tx, codeHash: Buffer, code: SsoCode): Promise<void> {
  await execute(
    tx,
    sql`
      insert into sso_codes (code_hash, user_id, identity_id, kind, challenge, has_second_factor, expires_at)
      values (${codeHash}, ${code.userId}, ${code.identityId}, ${code.kind}, ${code.challenge}, ${code.hasSecondFactor},
        now() + make_interval(secs => ${codeSeconds}))`,
  )
}

/** Takes a code, whatever becomes of the login: a wrong verifier uses it up, too. */
export async function takeCode(db: Queryable, codeHash: Buffer): Promise<SsoCode | undefined> {
  const rows = await rowsOf(
    db,
    sql<SsoCode>`
      delete from sso_codes where code_hash = ${codeHash} and expires_at > now()
      returning user_id as "userId", identity_id as "identityId", kind, challenge,
        has_second_factor as "hasSecondFactor"`,
  )
  return rows[0]
}

/** Deletes codes and states that nobody can use any more. */
export async function forgetOldLogins(client: Queryable): Promise<void> {
  await execute(client, sql`delete from sso_codes where expires_at < now()`)
  await execute(client, sql`delete from sso_used_states where used_at < now() - interval '1 hour'`)
}
