import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { Loop } from '../../../lib/loop.ts'
import { dayMs } from '../../../lib/time.ts'
import { addJob } from '../../jobs/index.ts'
import { nextDigestAt } from '../settings/index.ts'
import { putNextDigest, takeDueDigests } from './due-digest-store.ts'

export { digestsAreDue } from './due-digest-store.ts'

/** The payload of a digest's job: whose it is, and the time that it is about, in epoch milliseconds. */
export interface DigestPayload {
  userId: string
  rhythm: 'daily' | 'weekly'
  from: number
  to: number
}

export const digestMail = 'digest_mail'

/** Age after which a digest is no longer useful. */
const keepMs = dayMs / 2
const atOnce = 100

/** Queues the digests that are due when it is woken, beside any number of other workers. */
export function createDigestMailLoop({ db, onFailed }: { db: Database; onFailed: (error: unknown) => void }): Loop {
  return new Loop({
    run: async () => {
      await queueDueDigests(db)
      return undefined
    },
    onFailed,
  })
}

/** Queues the digests that are due. One that is late, since the server was off, is about all of the time since the last. */
async function queueDueDigests(db: Database): Promise<void> {
  while ((await transaction(db, queueSome)) === atOnce);
}

async function queueSome(tx: Tx): Promise<number> {
  const due = await takeDueDigests(tx, atOnce)
  for (const { userId, digest, timeZone, from, now } of due) {
    const payload: DigestPayload = { userId, rhythm: digest, from: from.getTime(), to: now.getTime() }
    await addJob(tx, { kind: digestMail, line: 'mails', owner: `account ${userId}`, payload, keepMs })
    await putNextDigest(tx, userId, { from: now, dueAt: nextDigestAt(now, { digest, timeZone }) })
  }
  return due.length
}
