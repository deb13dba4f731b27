import type { Tx } from '../../../db/database.ts'
import { takeKeyLock } from '../../../db/locks.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { forgetOldAttempts } from './attempt-store.ts'
import type { Attempt } from './login-limit.ts'

/** Mails that may be requested per hour. */
export interface MailLimits {
  email: number
  address: number
}

export type MailVerdict = { kind: 'send' } | { kind: 'wait'; because: 'email' | 'address'; seconds: number }

/**
 * Counts a mail requested for this e-mail from this address; a request beyond the limit does not count. Only requests
 * are counted, so that an e-mail without an account behaves the same.
 */
export async function countMailRequest(
  tx: Tx,
  { emailHash, address }: Attempt,
  limits: MailLimits,
): Promise<MailVerdict> {
  await takeKeyLock(tx, 'mailAddress', address)
  await takeKeyLock(tx, 'mailEmail', emailHash.toString('hex'))
  const rows = await rowsOf(
    tx,
    sql<{ because: 'email' | 'address'; seconds: number }>`
      select blocks.because, extract(epoch from blocks.until - clock_timestamp())::float8 as seconds
      from (
        (select 'address' as because, mail_requests.requested_at + interval '1 hour' as until from mail_requests
          where mail_requests.address = ${address} and mail_requests.requested_at <= clock_timestamp()
          order by mail_requests.requested_at desc offset ${limits.address - 1} limit 1)
        union all
        (select 'email', mail_requests.requested_at + interval '1 hour' from mail_requests
          where mail_requests.email_hash = ${emailHash} and mail_requests.requested_at <= clock_timestamp()
          order by mail_requests.requested_at desc offset ${limits.email - 1} limit 1)
      ) as blocks
      where blocks.until > clock_timestamp()
      order by blocks.because limit 1`,
  )
  if (rows[0] !== undefined) return { kind: 'wait', ...rows[0] }
  await execute(
    tx,
    sql`
      insert into mail_requests (email_hash, address, requested_at)
      values (${emailHash}, ${address}, clock_timestamp())`,
  )
  await forgetOldAttempts(tx, 'mail_requests')
  return { kind: 'send' }
}
