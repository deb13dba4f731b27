import type { LoginBody } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { findUserByEmail, type UserRecord } from '../accounts/index.ts'
import { type Attempt, attemptOf, type LoginLimits } from './login-limit.ts'
import { findBlock, insertFailure, lockAttempts } from './login-limit-store.ts'
import type { Passwords } from './passwords.ts'
import { type Client, openSession } from './sessions.ts'

export interface LoginDeps {
  db: Kysely<Schema>
  passwords: Passwords
  limits: LoginLimits
}

/** Checks e-mail and password and opens a session. Unknown e-mail and wrong password go the same way. */
export async function logIn(deps: LoginDeps, { email, password }: LoginBody, client: Client) {
  const user = await checkPassword(deps, { email, password }, client.address)
  const token = await deps.db.transaction().execute((tx) => openSession(tx, user.id, client))
  return { user, token }
}

/** Whose e-mail and password these are, within the limits on guessing. */
export async function checkPassword(
  deps: LoginDeps,
  { email, password }: LoginBody,
  address: string,
): Promise<UserRecord> {
  const { db, passwords, limits } = deps
  const attempt = attemptOf(email, address)
  const check = async () => refuseWhenBlocked(await findBlock(db, attempt, limits))
  await check()
  const user = await findUserByEmail(db, email)
  const isRight = await passwords.verify(user?.passwordHash, password, check)
  await settle(deps, attempt, isRight)
  if (user === undefined || !isRight) throw new Refusal('invalid_credentials')
  return user
}

/**
 * The verdict is given under a lock, by what has been counted until then. However many guesses run at once,
 * no more than the limit learn whether they were right.
 */
async function settle({ db, limits }: LoginDeps, attempt: Attempt, isRight: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAttempts(tx, attempt)
    refuseWhenBlocked(await findBlock(tx, attempt, limits))
    if (!isRight) await insertFailure(tx, attempt)
  })
}

function refuseWhenBlocked(seconds: number | undefined): void {
  if (seconds === undefined) return
  throw new Refusal('rate_limited', { message: 'Too many failed logins. Try again later.', retryAfterSeconds: seconds })
}
