import type { AuditEntry } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { deleteOldest } from '../../db/delete-oldest.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import type { Owner } from '../../lib/fair-share.ts'
import { type AuditOrigin, type AuditRecord, auditDays } from './audit.ts'

/**
 * Writes to the audit trail of an account, in the transaction of the action it records. Does nothing if the account is
 * being deleted at that moment.
 */
export async function recordAudit(tx: Tx, { userId, action, origin, details = {} }: AuditRecord): Promise<void> {
  const { address, device, tokenId } = origin ?? { address: null, device: null, tokenId: null }
  await execute(
    tx,
    sql`
      insert into audit_entries (user_id, action, address, device, token_id, details)
      select users.id, ${action}, ${address}, ${device}, ${tokenId}::bigint, ${JSON.stringify(details)}::jsonb
      from users where users.id = ${userId} for key share`,
  )
}

/** Records a failed login, for each address once in ten minutes: a guesser must not fill the trail. */
export async function recordFailedLogin(
  tx: Tx,
  userId: string,
  { address, device, tokenId }: AuditOrigin,
  factor: 'password' | 'totp' | 'passkey',
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into audit_entries (user_id, action, address, device, token_id, details)
      select ${userId}, 'login.failed', ${address}, ${device}, ${tokenId}, jsonb_build_object('factor', ${factor}::text)
      where not exists (
        select 1 from audit_entries recent
        where recent.user_id = ${userId} and recent.address = ${address} and recent.action = 'login.failed'
          and recent.created_at > now() - interval '10 minutes')`,
  )
}

/** Returns entries of one account, the latest first, before the one with the number `before`. */
export async function findAuditEntries(
  db: Queryable,
  userId: string,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const rows = await rowsOf(
    db,
    sql<Omit<AuditEntry, 'created_at'> & { created_at: Date }>`
      select audit_entries.id, audit_entries.action, audit_entries.created_at, audit_entries.address,
        audit_entries.device, audit_entries.token_id, audit_entries.details
      from audit_entries
      where audit_entries.user_id = ${userId} and audit_entries.id < ${before}
      order by audit_entries.id desc limit ${limit}`,
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** Deletes entries older than the audit trail reaches back. */
export async function forgetOldAuditEntries(client: Queryable): Promise<void> {
  await execute(client, sql`delete from audit_entries where created_at < now() - make_interval(days => ${auditDays})`)
}

/** Removes about `bytes` of the oldest entries of an account. @returns the bytes that it freed */
export function evictAuditEntries(db: Queryable, owner: Owner, bytes: number): Promise<number> {
  return deleteOldest(db, { table: 'audit_entries', owner, condition: 't.user_id = $1', order: 't.id' }, bytes)
}
