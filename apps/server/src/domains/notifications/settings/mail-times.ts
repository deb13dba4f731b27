import { forEachBucket } from '../../../db/buckets.ts'
import { type Database, transaction } from '../../../db/database.ts'
import { nextLocalTime } from '../../../lib/local-time.ts'
import type { QuietColumns } from '../../../lib/quiet-hours.ts'
import { releaseHeld } from '../pending/index.ts'
import { findMailTimes, type MailTimes, putMailTimes } from './mail-times-store.ts'

/** Digests are sent at nine, weekly ones on Mondays. */
const digestMinute = 9 * 60
const monday = 1

/** How often a digest comes, and where it is nine. */
export interface DigestChoice {
  digest: 'daily' | 'weekly'
  timeZone: string
}

/** Returns when the digest after this time is sent. */
export function nextDigestAt(now: Date, { digest, timeZone }: DigestChoice): Date {
  return nextLocalTime(now, { minute: digestMinute, timeZone, weekday: digest === 'weekly' ? monday : undefined })
}

/** Changes what is given; null ends the digest. What was held for quiet hours that are changed is judged again. */
export async function changeMailTimes(
  db: Database,
  userId: string,
  { quiet, digest }: { quiet: QuietColumns | undefined; digest: DigestChoice | null | undefined },
  now: Date,
): Promise<MailTimes> {
  const changed = await transaction(db, async (tx) => {
    const digests = digest === undefined ? {} : digestColumnsOf(digest, now)
    const times = { ...(await findMailTimes(tx, userId)), ...quiet, ...digests }
    await putMailTimes(tx, userId, times)
    return times
  })
  // In a bucket that is away it stays held until the quiet hours end that were changed.
  if (quiet !== undefined) await forEachBucket(db, (bucket) => releaseHeld(bucket, userId))
  return changed
}

type DigestColumns = Pick<MailTimes, 'digest' | 'digestTimeZone' | 'digestFrom' | 'digestDueAt'>

function digestColumnsOf(choice: DigestChoice | null, now: Date): DigestColumns {
  if (choice === null) return { digest: null, digestTimeZone: null, digestFrom: null, digestDueAt: null }
  const digestDueAt = nextDigestAt(now, choice)
  return { digest: choice.digest, digestTimeZone: choice.timeZone, digestFrom: now, digestDueAt }
}
