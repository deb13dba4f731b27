import { uuidv7 } from 'uuidv7'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { createOrganization, leaveOrganizations } from '../memberships/index.ts'
import { type NewAccount, trialEnd, type UserRecord, unconfirmedDays } from './user.ts'

const columns = sql`
  users.id, users.email, users.name, users.password_hash as "passwordHash", users.pending_email as "pendingEmail",
  users.trial_ends_at as "trialEndsAt", users.subscription_status as "subscriptionStatus",
  users.subscription_changed_at as "subscriptionChangedAt", users.subscription_ends_at as "subscriptionEndsAt", users.plan,
  users.email_confirmed_at as "emailConfirmedAt", users.disabled_at as "disabledAt", users.is_operator as "isOperator"`

/**
 * Writes a user and, unless they join another one, an organization of their own; within a transaction.
 *
 * @returns undefined if an account already has the e-mail: the unique index decides, whatever races
 */
export async function createAccount(tx: Tx, account: NewAccount): Promise<UserRecord | undefined> {
  const { email, name, passwordHash, createdAt, isConfirmed } = account
  const [user] = await rowsOf(
    tx,
    sql<UserRecord>`
      insert into users (id, email, name, password_hash, trial_ends_at, created_at, email_confirmed_at)
      values (${uuidv7()}, ${email}, ${name}, ${passwordHash}, ${trialEnd(createdAt)}, ${createdAt},
        ${isConfirmed ? createdAt : null})
      on conflict (lower(email)) do nothing
      returning ${columns}`,
  )
  if (user === undefined) return undefined
  if (account.hasOrganization) await createOrganization(tx, { name, ownerId: user.id })
  return user
}

export async function findUser(db: Queryable, id: string): Promise<UserRecord | undefined> {
  const [user] = await rowsOf(db, sql<UserRecord>`select ${columns} from users where users.id = ${id}`)
  return user
}

/** Returns the names of those of these accounts that are there. */
export async function findUserNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(
    db,
    sql<{
      id: string
      name: string
    }>`select users.id, users.name from users where users.id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Without regard to case. No stored e-mail has U+0000, and PostgreSQL would refuse the question. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRecord | undefined> {
  if (email.includes('\0')) return undefined
  const [user] = await rowsOf(
    db,
    sql<UserRecord>`select ${columns} from users where lower(users.email) = lower(${email})`,
  )
  return user
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  const found = await execute(db, sql`select 1 from users limit 1`)
  return found > 0
}

/** Lets those who would be the first come one after the other, to the end of the transaction. */
export async function lockFirstAccount(tx: Tx): Promise<void> {
  await execute(tx, sql`lock table users in share row exclusive mode`)
}

/** Holds the user's row to the end of the transaction, so that logins of one user come one after the other. */
export async function lockUser(tx: Tx, id: string): Promise<UserRecord | undefined> {
  const [user] = await rowsOf(
    tx,
    sql<UserRecord>`select ${columns} from users where users.id = ${id} for no key update`,
  )
  return user
}

export async function renameUser(db: Queryable, id: string, name: string): Promise<UserRecord | undefined> {
  const [user] = await rowsOf(
    db,
    sql<UserRecord>`update users set name = ${name} where users.id = ${id} returning ${columns}`,
  )
  return user
}

/** Returns false if the password has changed since it was checked. */
export async function changePasswordHash(
  tx: Tx,
  id: string,
  { from, to }: { from?: string; to: string },
): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`
      update users set password_hash = ${to}
      where users.id = ${id} and users.password_hash = coalesce(${from ?? null}, users.password_hash)`,
  )
  return changed > 0
}

export async function updateSubscription(tx: Tx, user: UserRecord): Promise<void> {
  await execute(
    tx,
    sql`
      update users
      set subscription_status = ${user.subscriptionStatus}, subscription_changed_at = ${user.subscriptionChangedAt},
        subscription_ends_at = ${user.subscriptionEndsAt}, plan = ${user.plan}
      where users.id = ${user.id}`,
  )
}

/** Organizations whose subscription is this user's. */
export async function findOwnedOrganizations(db: Queryable, userId: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ organizationId: string }>`
      select m.organization_id as "organizationId" from memberships m where m.user_id = ${userId} and m.role = 'owner'`,
  )
  return rows.map(({ organizationId }) => organizationId)
}

/** Records the address a user wants to change to, or clears it. */
export async function setPendingEmail(tx: Tx, id: string, email: string | null): Promise<void> {
  await execute(tx, sql`update users set pending_email = ${email} where users.id = ${id}`)
}

/** @returns false when another account has the e-mail, and then the transaction is to be given up */
export async function changeEmail(tx: Tx, id: string, email: string): Promise<boolean> {
  try {
    await execute(
      tx,
      sql`
        update users set email = ${email}, pending_email = null, email_confirmed_at = now() where users.id = ${id}`,
    )
    return true
  } catch (error) {
    // The unique index decides, whatever races.
    if ((error as { constraint?: string }).constraint === 'users_email_key') return false
    throw error
  }
}

/** @returns false when it was confirmed before */
export async function markConfirmed(tx: Tx, id: string): Promise<boolean> {
  const confirmed = await execute(
    tx,
    sql`update users set email_confirmed_at = now() where users.id = ${id} and users.email_confirmed_at is null`,
  )
  return confirmed > 0
}

export async function setDisabled(tx: Tx, id: string, isDisabled: boolean): Promise<void> {
  await execute(tx, sql`update users set disabled_at = case when ${isDisabled} then now() end where users.id = ${id}`)
}

/** Makes a user an operator, or no longer. */
export async function setOperator(db: Queryable, id: string, isOperator: boolean): Promise<void> {
  await execute(db, sql`update users set is_operator = ${isOperator} where users.id = ${id}`)
}

/** Removes accounts whose e-mail nobody confirmed in a week, unless a project belongs to them. */
export async function forgetUnconfirmed(client: Queryable): Promise<void> {
  await execute(
    client,
    sql`delete from users u
      where u.email_confirmed_at is null and u.created_at < now() - make_interval(days => ${unconfirmedDays})
        and not exists (
          select 1 from memberships m join projects p on p.organization_id = m.organization_id
           where m.user_id = u.id and p.deleted_at is null)`,
  )
}

/**
 * Deletes a user with everything that is theirs alone: sessions, links, memberships. Organizations without another
 * member lose their name and stay until their projects are erased.
 *
 * @returns those organizations; the lock on the user's row keeps new ones from being created
 * @throws Refusal `sole_owner`
 */
export async function deleteUser(tx: Tx, id: string): Promise<string[]> {
  const lonely = await leaveOrganizations(tx, id)
  await execute(tx, sql`delete from users where users.id = ${id}`)
  return lonely
}

/** Turns mails about issues of every project off, or on again. */
export async function setIssueMailsOff(db: Queryable, userId: string, isOff: boolean): Promise<void> {
  await execute(db, sql`update users set issue_mails_off = ${isOff} where users.id = ${userId}`)
}
