import type { Queryable, Tx } from './database.ts'
import { rowsOf, sql } from './sql.ts'

/**
 * Writes a time to its microsecond, which a Date does not have, in a form that every DateStyle and time zone of a session reads
 * alike.
 *
 * @example sql`select ${exactly('i.fired_at')} as "firedAt" from alert_incidents i`
 */
export const exactly = (time: string) => sql.raw(`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

/**
 * Returns the time at which the transaction began, by the clock of the database and to its microsecond: `now()` as a parameter.
 * A statement that writes many rows gets it this way, because a distributed engine computes no time inside such a statement.
 */
export async function transactionTime(tx: Tx): Promise<string> {
  const rows = await rowsOf(tx, sql<{ time: string }>`select ${exactly('now()')} as time`, 'transaction-time')
  return rows[0]!.time
}

/** Returns the time by the clock of the database, which moves on during a transaction; in whole milliseconds, like the times of events. */
export async function currentTime(db: Queryable): Promise<string> {
  const rows = await rowsOf(
    db,
    sql<{ time: string }>`select ${exactly("date_trunc('milliseconds', clock_timestamp())")} as time`,
    'current-time',
  )
  return rows[0]!.time
}
