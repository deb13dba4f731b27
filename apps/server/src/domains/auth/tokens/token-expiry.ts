import type { Tx } from '../../../db/database.ts'
import { dayMs } from '../../../lib/time.ts'
import { addJob } from '../../jobs/index.ts'

/** How long before its end the owners of a token are warned. */
const warnBeforeMs = 7 * dayMs

/** A token of a program, or of a project's senders. */
export interface ExpiringToken {
  table: 'api_tokens' | 'ingest_tokens'
  id: number
}

/** Returns when a token ends that lasts for a number of days; null for one without an end. */
export function endOf(days: number | null | undefined, now: Date): Date | null {
  return days == null ? null : new Date(now.getTime() + days * dayMs)
}

/** Plans the warning before a token ends. One that lasts for a week or less is expected to end. */
export async function planExpiryWarning(
  tx: Tx,
  token: ExpiringToken,
  { owner, expiresAt, now }: { owner: string; expiresAt: Date | null; now: Date },
): Promise<void> {
  const delayMs = expiresAt === null ? 0 : expiresAt.getTime() - warnBeforeMs - now.getTime()
  if (delayMs <= 0) return
  const job = { kind: 'token_expiry_warning', line: 'mails', owner, payload: token } as const
  await addJob(tx, { ...job, delayMs, keepMs: warnBeforeMs })
}
