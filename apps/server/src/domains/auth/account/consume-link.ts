import type { Tx } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { findUser, lockUser, type UserRecord } from '../../accounts/index.ts'
import type { LinkPurpose } from './account-link.ts'
import { findLink, takeLink } from './account-link-store.ts'

/**
 * Uses up a link in the transaction of its purpose. The user's row is locked first, as everywhere, so that changes to
 * an account never wait for each other in a cycle.
 *
 * @throws Refusal `link_expired`, also when a concurrent request was faster
 */
export async function consumeLink(
  tx: Tx,
  purpose: LinkPurpose,
  tokenHash: Buffer,
): Promise<{ user: UserRecord; email: string | null }> {
  const found = await findLink(tx, purpose, tokenHash)
  if (found === undefined || !(await lockUser(tx, found.userId))) throw new Refusal('link_expired')
  const link = await takeLink(tx, purpose, tokenHash)
  const user = await findUser(tx, found.userId)
  if (link === undefined || user === undefined) throw new Refusal('link_expired')
  return { user, email: link.email }
}
