import type { Queryable } from '../../../db/database.ts'
import { CannotOpen, type Sealer } from '../../../ports/sealer.ts'
import { Refusal } from '../../../refusal.ts'
import { setIssueMailsOff } from '../../accounts/index.ts'
import { inBucketOf } from '../../projects/index.ts'
import { endDigest } from './mail-times-store.ts'
import { putOwnChoices } from './settings-store.ts'

// The link in a mail permits unsubscribing and nothing else. It is not stored: its content is sealed under
// BUGLE_SECRET, so that nobody can forge one for somebody else.

const purpose = 'unsubscribe'

export interface Subscriber {
  userId: string
  projectId: number
}

/** Stands for a project in the link of a digest. */
const digest = 'digest'

export function unsubscribeToken(sealer: Sealer, { userId, projectId }: Subscriber): string {
  return sealer.seal(`${userId} ${projectId}`, purpose)
}

export function digestUnsubscribeToken(sealer: Sealer, userId: string): string {
  return sealer.seal(`${userId} ${digest}`, purpose)
}

/** @throws Refusal `invalid_link` when the token was not sealed by this server */
export async function unsubscribe(
  db: Queryable,
  sealer: Sealer,
  token: string,
  { everywhere }: { everywhere: boolean },
): Promise<void> {
  const { userId, from } = readToken(sealer, token)
  if (from === digest) await endDigest(db, userId)
  if (everywhere) return setIssueMailsOff(db, userId, true)
  if (from === digest) return
  // Succeeds for a deleted project or account too: the response reveals nothing.
  const projectId = Number(from)
  await inBucketOf(db, projectId, () =>
    putOwnChoices(db, projectId, userId, { newIssues: false, regressedIssues: false }),
  )
}

/** Returns the user, and the number of the project or the word for digests. */
function readToken(sealer: Sealer, token: string): { userId: string; from: string } {
  try {
    const [userId, from] = sealer.open(token, purpose).split(' ')
    return { userId: userId!, from: from! }
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal('invalid_link')
    throw error
  }
}
