import { type Kysely, sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

type Db = Kysely<Schema>

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
export async function findIdentity(db: Db, issuer: string, subject: string): Promise<IdentityRow | undefined> {
  const { rows } = await sql<IdentityRow>`
    select ${columns} from identities i where i.issuer = ${issuer} and i.subject = ${subject}`.execute(db)
  return rows[0]
}

export async function findIdentitiesOf(db: Db, userId: string): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select ${columns} from identities i where i.user_id = ${userId} order by i.id`.execute(db)
  return rows
}

/** Links an identity to an account. @returns its number; undefined if it belongs to an account already */
export async function insertIdentity(
  tx: Db,
  identity: { userId: string; issuer: string; subject: string; email: string | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into identities (user_id, issuer, subject, email_at_link)
    values (${identity.userId}, ${identity.issuer}, ${identity.subject}, ${identity.email})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export async function touchIdentity(tx: Db, id: number): Promise<void> {
  await sql`update identities set last_login_at = now() where id = ${id}`.execute(tx)
}

/** @returns whether it was the user's */
export async function deleteIdentity(tx: Db, userId: string, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from identities where id = ${id} and user_id = ${userId}`.execute(tx)
  return numAffectedRows > 0n
}

/** Uses up the state of a login. @returns false if it was used before */
export async function takeState(db: Db, stateHash: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into sso_used_states (state_hash) values (${stateHash}) on conflict do nothing`.execute(db)
  return numAffectedRows > 0n
}

export interface SsoCode {
  userId: string
  identityId: number
  kind: 'cli' | 'mobile'
  challenge: string
  hasSecondFactor: boolean
}

const codeSeconds = 120

export async function insertCode(tx: Db, codeHash: Buffer, code: SsoCode): Promise<void> {
  await sql`
    insert into sso_codes (code_hash, user_id, identity_id, kind, challenge, has_second_factor, expires_at)
    values (${codeHash}, ${code.userId}, ${code.identityId}, ${code.kind}, ${code.challenge}, ${code.hasSecondFactor},
      now() + make_interval(secs => ${codeSeconds}))`.execute(tx)
}

/** Takes a code, whatever becomes of the login: a wrong verifier uses it up, too. */
export async function takeCode(db: Db, codeHash: Buffer): Promise<SsoCode | undefined> {
  const { rows } = await sql<SsoCode>`
    delete from sso_codes where code_hash = ${codeHash} and expires_at > now()
    returning user_id as "userId", identity_id as "identityId", kind, challenge,
      has_second_factor as "hasSecondFactor"`.execute(db)
  return rows[0]
}

/** Deletes codes and states that nobody can use any more. */
export async function forgetOldLogins(client: Queryable): Promise<void> {
  await client.query('delete from sso_codes where expires_at < now()')
  await client.query(`delete from sso_used_states where used_at < now() - interval '1 hour'`)
}
