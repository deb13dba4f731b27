import type { ChangeMailTimesBody, MailTimes as ShownTimes } from '@bugle/protocol'
import { type Database, transaction } from '../../../db/database.ts'
import { knownTimeZone, quietColumnsOf, toQuietHours } from '../../../http/index.ts'
import { nextLocalTime } from '../../../lib/local-time.ts'
import { releaseHeld } from '../pending/index.ts'
import { findMailTimes, type MailTimes, putMailTimes } from './mail-times-store.ts'

/** Digests are sent at nine, weekly ones on Mondays. */
const digestMinute = 9 * 60
const monday = 1

/** Returns when the digest after this time is sent. */
export function nextDigestAt(now: Date, { digest, timeZone }: { digest: 'daily' | 'weekly'; timeZone: string }): Date {
  return nextLocalTime(now, { minute: digestMinute, timeZone, weekday: digest === 'weekly' ? monday : undefined })
}

/** Changes only what is sent. @throws Refusal `validation_failed` if a time zone is unknown */
export function changeMailTimes(
  db: Database,
  userId: string,
  { quiet_hours, digest }: ChangeMailTimesBody,
  now: Date,
): Promise<MailTimes> {
  const quiet = quiet_hours === undefined ? {} : quietColumnsOf(quiet_hours)
  const digests = digest === undefined ? {} : digestColumnsOf(digest, now)
  return transaction(db, async (tx) => {
    const times = { ...(await findMailTimes(tx, userId)), ...quiet, ...digests }
    await putMailTimes(tx, userId, times)
    if (quiet_hours !== undefined) await releaseHeld(tx, userId)
    return times
  })
}

type DigestColumns = Pick<MailTimes, 'digest' | 'digestTimeZone' | 'digestFrom' | 'digestDueAt'>

function digestColumnsOf(digest: ChangeMailTimesBody['digest'], now: Date): DigestColumns {
  if (digest == null) return { digest: null, digestTimeZone: null, digestFrom: null, digestDueAt: null }
  const timeZone = knownTimeZone(digest.time_zone, 'digest.time_zone')
  const digestDueAt = nextDigestAt(now, { digest: digest.every, timeZone })
  return { digest: digest.every, digestTimeZone: timeZone, digestFrom: now, digestDueAt }
}

export function toMailTimes(times: MailTimes): ShownTimes {
  const { digest, digestTimeZone, digestDueAt } = times
  return {
    quiet_hours: toQuietHours(times),
    digest:
      digest === null || digestTimeZone === null || digestDueAt === null
        ? null
        : { every: digest, time_zone: digestTimeZone, next_at: digestDueAt.toISOString() },
  }
}
