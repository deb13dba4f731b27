import type { RecoveryCodes } from '@bugle/protocol'
import type { Tx } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { lockUser, type UserRecord } from '../../accounts/index.ts'
import { confirmPassword, hasFactor, type LoginDeps } from '../login/index.ts'
import { forgetProofs, newRecoveryCodes, recoveryHashOf, replaceRecoveryCodes } from '../second-factor/index.ts'
import type { Owner } from '../tokens/index.ts'

/** Checks the password again before the account's protection changes. */
export function confirmOwner(deps: LoginDeps, { userId, address }: Owner, password: string): Promise<UserRecord> {
  return confirmPassword(deps, userId, { field: 'password', password, address: address ?? 'unknown' })
}

/** Locks the user's row. A password that was checked must still be the account's. */
export async function lockOwner(tx: Tx, userId: string, checked?: UserRecord): Promise<UserRecord> {
  const user = await lockUser(tx, userId)
  if (user === undefined || (checked !== undefined && user.passwordHash !== checked.passwordHash))
    throw new Refusal('unauthenticated')
  return user
}

export async function writeRecoveryCodes(tx: Tx, userId: string): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, userId, codes.map(recoveryHashOf))
  return { recovery_codes: codes }
}

/** Deletes recovery codes and unfinished logins with the last second factor. */
export async function forgetProofsUnlessNeeded(tx: Tx, userId: string): Promise<void> {
  if (!(await hasFactor(tx, userId))) await forgetProofs(tx, userId)
}
