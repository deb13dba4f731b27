import { hourMs } from '../../../lib/time.ts'
import { Refusal } from '../../../refusal.ts'
import { findUser, type UserRecord } from '../../accounts/index.ts'
import { checkPassword, type LoginDeps } from './log-in.ts'
import { sessionAgeMs } from './login-code-store.ts'
import type { Actor } from './sessions.ts'

/**
 * Returns the user once their password has been checked again. A wrong one counts like a failed login, and is no 401:
 * the session is as good as before.
 */
export async function confirmPassword(
  deps: LoginDeps,
  userId: string,
  { field, password, address }: { field: 'password' | 'current_password'; password: string; address: string },
): Promise<UserRecord> {
  const user = await findUser(deps.db, userId)
  if (user === undefined) throw new Refusal('unauthenticated')
  try {
    return await checkPassword(deps, { email: user.email, password }, { address, sessionOf: userId })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_credentials') throw wrongPassword(field)
    throw error
  }
}

/** Sessions that are older ask for the password: whoever finds an open dashboard must not take the account with them. */
const freshMs = hourMs

/** Requires the password of a session that is not fresh, and checks one that is sent. */
export async function confirmUnlessFresh(
  deps: LoginDeps,
  { userId, tokenId, address }: Pick<Actor, 'userId' | 'tokenId' | 'address'>,
  password: string | null | undefined,
): Promise<void> {
  if (password != null) await confirmPassword(deps, userId, { field: 'password', password, address })
  else if ((await sessionAgeMs(deps.db, tokenId)) > freshMs) throw new Refusal('password_needed')
}

export function wrongPassword(field: 'password' | 'current_password'): Refusal {
  return new Refusal('wrong_password', { errors: { [field]: ['is wrong'] } })
}
