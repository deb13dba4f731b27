import type { Queryable } from '../../../db/database.ts'
import { CannotOpen, type Sealer } from '../../../ports/sealer.ts'
import { Refusal } from '../../../refusal.ts'
import { setIssueMailsOff } from '../../accounts/index.ts'
import { putOwnChoices } from './settings-store.ts'

// The link in a mail permits unsubscribing and nothing else. It is not stored: its content is sealed under
// BUGLE_SECRET, so that nobody can forge one for somebody else.

const purpose = 'unsubscribe'

export interface Subscriber {
  userId: string
  projectId: number
}

export function unsubscribeToken(sealer: Sealer, { userId, projectId }: Subscriber): string {
  return sealer.seal(`${userId} ${projectId}`, purpose)
}

/** @throws Refusal `invalid_link` when the token was not sealed by this server */
export async function unsubscribe(
  db: Queryable,
  sealer: Sealer,
  token: string,
  { everywhere }: { everywhere: boolean },
): Promise<void> {
  const { userId, projectId } = readToken(sealer, token)
  if (everywhere) return setIssueMailsOff(db, userId, true)
  // Succeeds for a deleted project or account too: the response reveals nothing.
  await putOwnChoices(db, projectId, userId, { newIssues: false, regressedIssues: false })
}

function readToken(sealer: Sealer, token: string): Subscriber {
  try {
    const [userId, projectId] = sealer.open(token, purpose).split(' ')
    return { userId: userId!, projectId: Number(projectId) }
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal('invalid_link')
    throw error
  }
}
