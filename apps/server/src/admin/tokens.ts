import { toProjectId } from '@bugle/protocol'
import { type Database, transaction } from '../db/database.ts'
import { revokeTokenByOperator } from '../domains/auth/index.ts'
import { revokeIngestTokenByOperator } from '../domains/projects/index.ts'
import { OperatorError } from './operator-error.ts'
import type { ChangeOptions } from './users.ts'

/** Rolls back a dry run. */
class DryRunRollback extends Error {}

/** Revokes a leaked token of any kind. The whole token is needed, because only its hash is stored. */
export async function revokeToken(db: Database, text: string, { isDryRun, print }: ChangeOptions): Promise<void> {
  const token = text.trim()
  let revoked: string | undefined
  try {
    await transaction(db, async (tx) => {
      const projectId = await revokeIngestTokenByOperator(tx, token)
      if (projectId !== undefined) revoked = `The ingest token of ${toProjectId(projectId)}`
      else {
        const ended = await revokeTokenByOperator(tx, token)
        if (ended !== undefined)
          revoked = `${{ session: 'A session', api: 'An API token' }[ended.kind]} of ${ended.owner}`
      }
      if (isDryRun) throw new DryRunRollback()
    })
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error
  }
  if (revoked === undefined) throw new OperatorError('No live token has this text. Give the whole token, in quotes.')
  if (isDryRun) return print(`${revoked} would be revoked. (dry run: nothing was changed)`)
  print(`${revoked} is revoked.`)
}
