import { toProjectId } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { endToken } from '../domains/auth/index.ts'
import { endIngestToken } from '../domains/projects/index.ts'
import { OperatorError } from './operator-error.ts'
import type { Run } from './users.ts'

/** A dry run does all but this. */
class Undone extends Error {}

/** Ends a token that leaked, of whichever kind: it is given as a whole, since nothing but its hash is kept. */
export async function revokeToken(db: Kysely<Schema>, text: string, { isDryRun, print }: Run): Promise<void> {
  const token = text.trim()
  let what: string | undefined
  try {
    await db.transaction().execute(async (tx) => {
      const projectId = await endIngestToken(tx, token)
      if (projectId !== undefined) what = `The ingest token of ${toProjectId(projectId)}`
      else {
        const ended = await endToken(tx, token)
        if (ended !== undefined) what = `${{ session: 'A session', api: 'An API token' }[ended.kind]} of ${ended.email}`
      }
      if (isDryRun) throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  if (what === undefined) throw new OperatorError('No live token has this text. Give it as a whole, in quotes.')
  if (isDryRun) return print(`${what} would end. (dry run: nothing was changed)`)
  print(`${what} is dead from now on.`)
}
