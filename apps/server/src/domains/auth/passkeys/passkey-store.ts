import { limits } from '@bugle/protocol'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

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

export async function findPasskeys(db: Queryable, userId: string): Promise<PasskeyRecord[]> {
  return rowsOf(
    db,
    sql<PasskeyRecord>`
      select ${columns} from passkeys where passkeys.user_id = ${userId} order by passkeys.id`,
  )
}

export async function hasPasskey(db: Queryable, userId: string): Promise<boolean> {
  const found = await execute(db, sql`select 1 from passkeys where passkeys.user_id = ${userId} limit 1`)
  return found > 0
}

export async function findCredential(db: Queryable, credentialId: Buffer): Promise<CredentialRecord | undefined> {
  const rows = await rowsOf(
    db,
    sql<CredentialRecord>`
      select passkeys.id, passkeys.user_id as "userId", passkeys.credential_id as "credentialId",
        passkeys.public_key as "publicKey", passkeys.counter, passkeys.name
      from passkeys where passkeys.credential_id = ${credentialId}`,
  )
  return rows[0]
}

/** The user's row must be locked. @returns `full` when the user has as many as one may have, `taken` when it is known */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<PasskeyRecord | 'full' | 'taken'> {
  const { userId, credentialId, publicKey, counter, transports, name, isBackedUp } = passkey
  if ((await findPasskeys(tx, userId)).length >= limits.passkeys) return 'full'
  const rows = await rowsOf(
    tx,
    sql<PasskeyRecord>`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
      values (${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${name}, ${isBackedUp})
      on conflict (credential_id) do nothing
      returning ${columns}`,
  )
  return rows[0] ?? 'taken'
}

/** Records a use. The counter only ever rises, whatever is verified at the same moment. @returns false if it did not */
export async function countUse(
  tx: Tx,
  id: number,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const found = await execute(
    tx,
    sql`
      update passkeys set counter = ${counter}::bigint, is_backed_up = ${isBackedUp}, last_used_at = clock_timestamp()
      where passkeys.id = ${id} and (passkeys.counter < ${counter}::bigint or (passkeys.counter = 0 and ${counter}::bigint = 0))
      returning 1`,
  )
  return found > 0
}

export async function renamePasskey(
  db: Queryable,
  { userId, id, name }: { userId: string; id: number; name: string },
): Promise<PasskeyRecord | undefined> {
  const rows = await rowsOf(
    db,
    sql<PasskeyRecord>`
      update passkeys set name = ${name} where passkeys.user_id = ${userId} and passkeys.id = ${id}
      returning ${columns}`,
  )
  return rows[0]
}

/** @returns its name */
export async function deletePasskey(tx: Tx, userId: string, id: number): Promise<string | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ name: string }>`
      delete from passkeys where passkeys.user_id = ${userId} and passkeys.id = ${id} returning passkeys.name`,
  )
  return rows[0]?.name
}

/** Deletes all of a user's. @returns their names */
export async function deletePasskeys(tx: Tx, userId: string): Promise<string[]> {
  const rows = await rowsOf(
    tx,
    sql<{ name: string }>`
      delete from passkeys where passkeys.user_id = ${userId} returning passkeys.name`,
  )
  return rows.map(({ name }) => name)
}
