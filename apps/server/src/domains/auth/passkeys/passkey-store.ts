import { limits } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

type Db = Kysely<Schema>

export interface PasskeyRecord {
  id: number
  credentialId: Buffer
  transports: string[]
  name: string
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** A passkey as logins need it. */
export interface CredentialRecord {
  id: number
  userId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  name: string
}

export interface NewPasskey extends Omit<CredentialRecord, 'id'> {
  transports: string[]
  isBackedUp: boolean
}

const columns = sql`
  passkeys.id, passkeys.credential_id as "credentialId", passkeys.transports, passkeys.name,
  passkeys.is_backed_up as "isBackedUp", passkeys.created_at as "createdAt", passkeys.last_used_at as "lastUsedAt"`

export async function findPasskeys(db: Db, userId: string): Promise<PasskeyRecord[]> {
  const { rows } = await sql<PasskeyRecord>`
    select ${columns} from passkeys where passkeys.user_id = ${userId} order by passkeys.id`.execute(db)
  return rows
}

export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from passkeys where passkeys.user_id = ${userId} limit 1`.execute(db)
  return rows.length > 0
}

export async function findCredential(db: Db, credentialId: Buffer): Promise<CredentialRecord | undefined> {
  const { rows } = await sql<CredentialRecord>`
    select passkeys.id, passkeys.user_id as "userId", passkeys.credential_id as "credentialId",
      passkeys.public_key as "publicKey", passkeys.counter, passkeys.name
    from passkeys where passkeys.credential_id = ${credentialId}`.execute(db)
  return rows[0]
}

/** The user's row must be locked. @returns `full` when the user has as many as one may have, `taken` when it is known */
export async function insertPasskey(tx: Db, passkey: NewPasskey): Promise<PasskeyRecord | 'full' | 'taken'> {
  const { userId, credentialId, publicKey, counter, transports, name, isBackedUp } = passkey
  if ((await findPasskeys(tx, userId)).length >= limits.passkeys) return 'full'
  const { rows } = await sql<PasskeyRecord>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
    values (${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${name}, ${isBackedUp})
    on conflict (credential_id) do nothing
    returning ${columns}`.execute(tx)
  return rows[0] ?? 'taken'
}

/** Records a use. The counter only ever rises, whatever is verified at the same moment. @returns false if it did not */
export async function countUse(
  tx: Db,
  id: number,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}::bigint, is_backed_up = ${isBackedUp}, last_used_at = clock_timestamp()
    where passkeys.id = ${id} and (passkeys.counter < ${counter}::bigint or (passkeys.counter = 0 and ${counter}::bigint = 0))
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function renamePasskey(
  tx: Db,
  { userId, id, name }: { userId: string; id: number; name: string },
): Promise<PasskeyRecord | undefined> {
  const { rows } = await sql<PasskeyRecord>`
    update passkeys set name = ${name} where passkeys.user_id = ${userId} and passkeys.id = ${id}
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** @returns its name */
export async function deletePasskey(tx: Db, userId: string, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys where passkeys.user_id = ${userId} and passkeys.id = ${id} returning passkeys.name`.execute(tx)
  return rows[0]?.name
}

/** Deletes all of a user's. @returns their names */
export async function deletePasskeys(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys where passkeys.user_id = ${userId} returning passkeys.name`.execute(tx)
  return rows.map(({ name }) => name)
}
