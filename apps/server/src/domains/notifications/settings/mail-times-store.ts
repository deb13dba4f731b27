import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import type { QuietColumns } from '../../../lib/quiet-hours.ts'

/** When a person is mailed about issues. */
export interface MailTimes extends QuietColumns {
  /** Null for no digest. */
  digest: 'daily' | 'weekly' | null
  digestTimeZone: string | null
  /** The next digest is about what happened since `digestFrom`. */
  digestFrom: Date | null
  digestDueAt: Date | null
}

/** Columns of quiet hours; the table is `t`. */
export const quietColumns = sql`
  t.quiet_from as "quietFrom", t.quiet_to as "quietTo", t.time_zone as "timeZone", t.quiet_days as "quietDays"`

const never: MailTimes = {
  quietFrom: null,
  quietTo: null,
  timeZone: null,
  quietDays: null,
  digest: null,
  digestTimeZone: null,
  digestFrom: null,
  digestDueAt: null,
}

export async function findMailTimes(db: Queryable, userId: string): Promise<MailTimes> {
  const rows = await rowsOf(
    db,
    sql<MailTimes>`
      select ${quietColumns}, t.digest, t.digest_time_zone as "digestTimeZone", t.digest_from as "digestFrom",
             t.digest_due_at as "digestDueAt"
        from mail_times t where t.user_id = ${userId}`,
  )
  return rows[0] ?? never
}

/** Returns the quiet hours of those of these people who have any, and the time of the database. */
export async function findQuietPeople(
  db: Queryable,
  userIds: readonly string[],
): Promise<(QuietColumns & { userId: string; now: Date })[]> {
  return rowsOf(
    db,
    sql<QuietColumns & { userId: string; now: Date }>`
      select t.user_id as "userId", ${quietColumns}, now() from mail_times t
       where t.user_id = any(${userIds}::uuid[]) and t.quiet_from is not null`,
  )
}

export async function putMailTimes(tx: Tx, userId: string, times: MailTimes): Promise<void> {
  await execute(
    tx,
    sql`
      insert into mail_times (user_id, quiet_from, quiet_to, time_zone, quiet_days, digest, digest_time_zone, digest_from, digest_due_at)
      values (${userId}, ${times.quietFrom}, ${times.quietTo}, ${times.timeZone}, ${times.quietDays}::int2[], ${times.digest},
              ${times.digestTimeZone}, ${times.digestFrom}, ${times.digestDueAt})
      on conflict (user_id) do update
        set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, time_zone = excluded.time_zone,
            quiet_days = excluded.quiet_days, digest = excluded.digest, digest_time_zone = excluded.digest_time_zone,
            digest_from = excluded.digest_from, digest_due_at = excluded.digest_due_at`,
  )
}

export async function endDigest(db: Queryable, userId: string): Promise<void> {
  await execute(
    db,
    sql`
      update mail_times t set digest = null, digest_time_zone = null, digest_from = null, digest_due_at = null
       where t.user_id = ${userId}`,
  )
}
