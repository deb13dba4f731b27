import { type Connection, transactionOn } from '../../../db/database.ts'
import { sharesOf } from '../../../lib/fair-share.ts'
import { type EvictedPart, evictContent, evictOriginal, findEvictable, measureArtifacts } from './eviction-store.ts'

/** Shares of the budget above which artifacts are evicted, and to which. */
export const evictAbove = 0.85
const evictTo = 0.8
/** Contents of one statement. */
const atOnce = 50

/**
 * Makes room if artifacts take more than their budget allows. Only projects above their fair share give, those unused
 * for longest first: originals of files that have an index, then whole files, and those of the newest releases last, if others need the room.
 *
 * @returns the number of originals and contents that were evicted
 */
export async function evictArtifacts(
  client: Connection,
  { maxBytes, keepsAccounts }: { maxBytes: number; keepsAccounts: boolean },
): Promise<number> {
  const uses = await measureArtifacts(client, { keepsAccounts })
  const total = uses.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= maxBytes * evictAbove) return 0
  const shares = sharesOf(uses, maxBytes * evictTo)
  let left = total - maxBytes * evictTo
  const isShared = new Set(uses.map(({ organizationId }) => organizationId)).size > 1
  const parts: EvictedPart[] = isShared ? ['originals', 'contents', 'newest'] : ['originals', 'contents']
  let evicted = 0
  for (const { owner, bytes } of uses.toSorted((a, b) => b.bytes - a.bytes)) {
    const due = Math.min(left, bytes - shares.get(owner)!)
    // Chunks of tools are forgotten within a day.
    if (due <= 0 || typeof owner === 'string') continue
    const done = await giveUp(client, owner, { due, parts })
    left -= done.bytes
    evicted += done.count
  }
  return evicted
}

async function giveUp(
  client: Connection,
  projectId: number,
  { due, parts }: { due: number; parts: readonly EvictedPart[] },
): Promise<{ bytes: number; count: number }> {
  const done = { bytes: 0, count: 0 }
  for (const what of parts) {
    while (done.bytes < due) {
      const some = await findEvictable(client, projectId, what, atOnce)
      if (some.length === 0) break
      const before = done.bytes
      for (const key of some) {
        if (done.bytes >= due) break
        const evict = what === 'originals' ? evictOriginal : evictContent
        done.bytes += await transactionOn(client, (tx) => evict(tx, key))
        done.count++
      }
      // Nothing that is left gives a byte.
      if (done.bytes === before) break
    }
  }
  return done
}
