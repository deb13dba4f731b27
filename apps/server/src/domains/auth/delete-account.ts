import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { deleteUser, lockUser } from '../accounts/index.ts'
import type { Actor } from './change-password.ts'
import { confirmPassword } from './confirm-password.ts'
import type { LoginDeps } from './log-in.ts'

export interface DeleteAccountDeps extends LoginDeps {
  /** Makes the projects of these organizations unreadable; what they hold is erased later. */
  deleteProjects: (tx: Kysely<Schema>, organizationIds: string[]) => Promise<void>
}

/** Ends an account: nobody can log in to it, and its projects and their tokens are dead, from this moment on. */
export async function deleteAccount(deps: DeleteAccountDeps, actor: Actor, password: string): Promise<void> {
  await confirmPassword(deps, actor.userId, { field: 'password', password, address: actor.address })
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, actor.userId))) throw new Refusal('unauthenticated')
    await deps.deleteProjects(tx, await deleteUser(tx, actor.userId))
  })
}
