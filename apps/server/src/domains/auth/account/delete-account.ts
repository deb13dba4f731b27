import { type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { deleteUser, lockUser } from '../../accounts/index.ts'
import type { Actor, LoginDeps } from '../login/index.ts'
import { confirmPassword } from '../login/index.ts'

export interface DeleteAccountDeps extends LoginDeps {
  /** Makes the projects of these organizations unreadable; their data is erased later. */
  deleteProjects: (tx: Tx, organizationIds: string[]) => Promise<void>
}

/** Deletes an account. From this moment nobody can log in to it, and its projects and their tokens are invalid. */
export async function deleteAccount(deps: DeleteAccountDeps, actor: Actor, password: string): Promise<void> {
  await confirmPassword(deps, actor.userId, { field: 'password', password, address: actor.address })
  await transaction(deps.db, async (tx) => {
    if (!(await deleteUserAndProjects(tx, actor.userId, deps.deleteProjects))) throw new Refusal('unauthenticated')
  })
}

/** Deletes a user and the projects that nobody else can see, within a transaction. @returns false if there is no such user */
export async function deleteUserAndProjects(
  tx: Tx,
  userId: string,
  deleteProjects: DeleteAccountDeps['deleteProjects'],
): Promise<boolean> {
  if (!(await lockUser(tx, userId))) return false
  await deleteProjects(tx, await deleteUser(tx, userId))
  return true
}
