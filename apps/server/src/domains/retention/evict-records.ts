import type { Connection } from '../../db/database.ts'
import type { Owner } from '../../lib/fair-share.ts'
import { evictAuditEntries } from '../accounts/index.ts'
import { evictActivity } from '../issues/index.ts'
import { evictOrganizationAudits } from '../organizations/index.ts'
import { evictExports } from '../people/index.ts'

type EvictRecords = (client: Connection, owner: Owner, bytes: number) => Promise<number>

/** Evictions from the server of a bucket, and from that of the accounts. */
const ofEvents: readonly EvictRecords[] = [evictExports, evictActivity]
const ofAccounts: readonly EvictRecords[] = [evictOrganizationAudits, evictAuditEntries]

/**
 * Returns a function that removes about `bytes` of what an organization or an account can do without, the oldest first: finished
 * exports, activity of issues, then audit trails. Texts and records that people made stay; more of them are refused.
 *
 * @param hasAccounts whether the accounts are on the same server as the events: nothing is freed on another one
 */
export function evictRecords({ hasAccounts }: { hasAccounts: boolean }): EvictRecords {
  const evictions = hasAccounts ? [...ofEvents, ...ofAccounts] : ofEvents
  return async (client, owner, bytes) => {
    let freed = 0
    for (const evict of evictions) freed += await evict(client, owner, bytes - freed)
    return freed
  }
}
