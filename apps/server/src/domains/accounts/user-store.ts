import { type Kysely, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Schema, Users } from '../../db/schema.ts'
import { type NewAccount, trialEnd, type UserRecord } from './user.ts'

/**
 * Writes a user, an organization of its own and the membership that makes it the owner; within a transaction.
 *
 * @returns undefined when an account has the e-mail already: the unique index decides, whatever races
 */
export async function createAccount(tx: Kysely<Schema>, account: NewAccount): Promise<UserRecord | undefined> {
  const user = await tx
    .insertInto('users')
    .values({
      id: uuidv7(),
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash,
      trial_ends_at: trialEnd(account.createdAt),
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (user === undefined) return undefined
  const organizationId = uuidv7()
  await tx.insertInto('organizations').values({ id: organizationId, name: account.name }).execute()
  await tx
    .insertInto('memberships')
    .values({ organization_id: organizationId, user_id: user.id, role: 'owner' })
    .execute()
  return toRecord(user)
}

export async function findUser(db: Kysely<Schema>, id: string): Promise<UserRecord | undefined> {
  const row = await db.selectFrom('users').selectAll().where('users.id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

/** Without regard to case. No stored e-mail has U+0000, and PostgreSQL would refuse the question. */
export async function findUserByEmail(db: Kysely<Schema>, email: string): Promise<UserRecord | undefined> {
  if (email.includes('\0')) return undefined
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(users.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  return row && toRecord(row)
}

/** Holds the user's row to the end of the transaction, so that logins of one user come one after the other. */
export async function lockUser(tx: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await tx.selectFrom('users').select('id').where('users.id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

function toRecord(row: Selectable<Users>): UserRecord {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    trialEndsAt: row.trial_ends_at,
    subscriptionStatus: row.subscription_status as UserRecord['subscriptionStatus'],
    plan: row.plan as UserRecord['plan'],
  }
}
