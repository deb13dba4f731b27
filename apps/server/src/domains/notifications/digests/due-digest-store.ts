import type { Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

/** SQL condition: a digest is due. */
export const digestsAreDue = 'exists (select 1 from mail_times m where m.digest_due_at <= now())'

export interface DueDigest {
  userId: string
  digest: 'daily' | 'weekly'
  timeZone: string
  /** When the last one was queued, or digests were turned on. */
  from: Date
  /** The time of the database. */
  now: Date
}

/** Takes digests that are due; nobody else takes them until the transaction ends. */
export async function takeDueDigests(tx: Tx, limit: number): Promise<DueDigest[]> {
  return rowsOf(
    tx,
    sql<DueDigest>`
      select m.user_id as "userId", m.digest, m.digest_time_zone as "timeZone", m.digest_from as "from", now() from mail_times m
       where m.digest_due_at <= now() order by m.digest_due_at limit ${limit} for update skip locked`,
  )
}

export async function putNextDigest(
  tx: Tx,
  userId: string,
  { from, dueAt }: { from: Date; dueAt: Date },
): Promise<void> {
  await execute(
    tx,
    sql`update mail_times m set digest_from = ${from}, digest_due_at = ${dueAt} where m.user_id = ${userId}`,
  )
}
