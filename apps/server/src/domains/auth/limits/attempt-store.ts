import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** The tables of attempts that are limited, with the column of their times. */
const columns = {
  login_failures: 'failed_at',
  registration_attempts: 'attempted_at',
  mail_requests: 'requested_at',
} as const

/** Deletes some attempts that no limit looks at any more. Two calls may meet: each skips what the other holds. */
export async function forgetOldAttempts(tx: Kysely<Schema>, table: keyof typeof columns): Promise<void> {
  const time = sql.ref(`attempt.${columns[table]}`)
  await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select attempt.ctid from ${sql.table(table)} as attempt
      where ${time} not between now() - interval '1 hour' and now() + interval '1 minute'
      order by ${time} limit 100
      for update skip locked))`.execute(tx)
}
