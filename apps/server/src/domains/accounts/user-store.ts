import { type Kysely, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../db/database.ts'
import type { Schema, Users } from '../../db/schema.ts'
import { createOrganization, leaveOrganizations } from '../memberships/index.ts'
import { type NewAccount, trialEnd, type UserRecord, unconfirmedDays } from './user.ts'

/**
 * Writes a user and, unless they join another one, an organization of their own; within a transaction.
 *
 * @returns undefined if an account already has the e-mail: the unique index decides, whatever races
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
      email_confirmed_at: account.isConfirmed ? account.createdAt : null,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (user === undefined) return undefined
  if (account.hasOrganization) await createOrganization(tx, { name: account.name, ownerId: user.id })
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

export async function hasUsers(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(db)
  return rows.length > 0
}

/** Lets those who would be the first come one after the other, to the end of the transaction. */
export async function lockFirstAccount(tx: Kysely<Schema>): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(tx)
}

/** Holds the user's row to the end of the transaction, so that logins of one user come one after the other. */
export async function lockUser(tx: Kysely<Schema>, id: string): Promise<UserRecord | undefined> {
  const row = await tx.selectFrom('users').selectAll().where('users.id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && toRecord(row)
}

export async function renameUser(db: Kysely<Schema>, id: string, name: string): Promise<UserRecord | undefined> {
  const row = await db.updateTable('users').set({ name }).where('id', '=', id).returningAll().executeTakeFirst()
  return row && toRecord(row)
}

/** Returns false if the password has changed since it was checked. */
export async function changePasswordHash(
  tx: Kysely<Schema>,
  id: string,
  { from, to }: { from?: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .$if(from !== undefined, (query) => query.where('password_hash', '=', from!))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateSubscription(tx: Kysely<Schema>, user: UserRecord): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      subscription_status: user.subscriptionStatus,
      subscription_changed_at: user.subscriptionChangedAt,
      subscription_ends_at: user.subscriptionEndsAt,
      plan: user.plan,
    })
    .where('id', '=', user.id)
    .execute()
}

/** Organizations whose subscription is this user's. */
export async function findOwnedOrganizations(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('organization_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .execute()
  return rows.map((row) => row.organization_id)
}

/** Records the address a user wants to change to, or clears it. */
export async function setPendingEmail(tx: Kysely<Schema>, id: string, email: string | null): Promise<void> {
  await tx.updateTable('users').set({ pending_email: email }).where('id', '=', id).execute()
}

/** @returns false when another account has the e-mail, and then the transaction is to be given up */
export async function changeEmail(tx: Kysely<Schema>, id: string, email: string): Promise<boolean> {
  try {
    await tx
      .updateTable('users')
      .set({ email, pending_email: null, email_confirmed_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    // The unique index decides, whatever races.
    if ((error as { constraint?: string }).constraint === 'users_email_key') return false
    throw error
  }
}

/** @returns false when it was confirmed before */
export async function markConfirmed(tx: Kysely<Schema>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql`now()` })
    .where('id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setDisabled(tx: Kysely<Schema>, id: string, isDisabled: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled_at: isDisabled ? sql`now()` : null })
    .where('id', '=', id)
    .execute()
}

/** Makes a user an operator, or no longer. */
export async function setOperator(db: Kysely<Schema>, id: string, isOperator: boolean): Promise<void> {
  await db.updateTable('users').set({ is_operator: isOperator }).where('id', '=', id).execute()
}

/** Removes accounts whose e-mail nobody confirmed in a week, unless a project belongs to them. */
export async function forgetUnconfirmed(client: Queryable): Promise<void> {
  await client.query(
    `delete from users u
      where u.email_confirmed_at is null and u.created_at < now() - make_interval(days => $1)
        and not exists (
          select from memberships m join projects p on p.organization_id = m.organization_id
           where m.user_id = u.id and p.deleted_at is null)`,
    [unconfirmedDays],
  )
}

/**
 * Deletes a user with everything that is theirs alone: sessions, links, memberships. Organizations without another
 * member lose their name and stay until their projects are erased.
 *
 * @returns those organizations; the lock on the user's row keeps new ones from being created
 * @throws Refusal `sole_owner`
 */
export async function deleteUser(tx: Kysely<Schema>, id: string): Promise<string[]> {
  const lonely = await leaveOrganizations(tx, id)
  await tx.deleteFrom('users').where('id', '=', id).execute()
  return lonely
}

function toRecord(row: Selectable<Users>): UserRecord {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    pendingEmail: row.pending_email,
    trialEndsAt: row.trial_ends_at,
    subscriptionStatus: row.subscription_status as UserRecord['subscriptionStatus'],
    subscriptionChangedAt: row.subscription_changed_at,
    subscriptionEndsAt: row.subscription_ends_at,
    plan: row.plan as UserRecord['plan'],
    emailConfirmedAt: row.email_confirmed_at,
    disabledAt: row.disabled_at,
    isOperator: row.is_operator,
  }
}

/** Turns mails about issues of every project off, or on again. */
export async function setIssueMailsOff(db: Kysely<Schema>, userId: string, isOff: boolean): Promise<void> {
  await sql`update users set issue_mails_off = ${isOff} where users.id = ${userId}`.execute(db)
}
