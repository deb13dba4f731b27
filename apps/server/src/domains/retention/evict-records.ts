import type { Connection } from '../../db/database.ts'
import type { Owner } from '../../lib/fair-share.ts'
import { evictAuditEntries } from '../accounts/index.ts'
import { evictActivity } from '../issues/index.ts'
import { evictOrganizationAudits } from '../organizations/index.ts'
import { evictExports } from '../people/index.ts'

/**
 * Removes about `bytes` of what an organization or an account can do without, the oldest first: finished exports, activity
 * of issues, then audit trails. Texts and records that people made stay; more of them are refused.
 *
 * @returns the bytes that it freed
 */
export async function evictRecords(client: Connection, owner: Owner, bytes: number): Promise<number> {
  let freed = 0
  for (const evict of [evictExports, evictActivity, evictOrganizationAudits, evictAuditEntries])
    freed += await evict(client, owner, bytes - freed)
  return freed
}
