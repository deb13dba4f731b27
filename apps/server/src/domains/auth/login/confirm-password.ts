import { Refusal } from '../../../refusal.ts'
import { findUser, type UserRecord } from '../../accounts/index.ts'
import { checkPassword, type LoginDeps } from './log-in.ts'

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

export function wrongPassword(field: 'password' | 'current_password'): Refusal {
  return new Refusal('wrong_password', { errors: { [field]: ['is wrong'] } })
}
