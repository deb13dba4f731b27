import type { Tx } from '../../../db/database.ts'
import { execute, sql } from '../../../db/sql.ts'

/** The tables of attempts that are limited, with the column of their times. */
const columns = {
  login_failures: 'failed_at',
  registration_attempts: 'attempted_at',
  mail_requests: 'requested_at',
} as const

/** Deletes some attempts that no limit looks at any more. Two calls may meet: each skips what the other holds. */
export async function forgetOldAttempts(tx: Tx, table: keyof typeof columns): Promise<void> {
  const time = sql.ref(`attempt.${columns[table]}`)
  await execute(
    tx,
    sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select attempt.ctid from ${sql.table(table)} as attempt
        where ${time} not between now() - interval '1 hour' and now() + interval '1 minute'
        order by ${time} limit 100
        for update skip locked))`,
  )
}
