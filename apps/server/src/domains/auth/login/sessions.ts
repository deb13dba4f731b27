import type { ClientKind } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../refusal.ts'
import { type AuditOrigin, type AuditRecord, lockUser, recordAudit } from '../../accounts/index.ts'
import {
  forgetEndedTokens,
  insertToken,
  newSecret,
  revokeReplaced,
  type SsoLogin,
  writeToken,
} from '../tokens/index.ts'

/** The acting user, with address and session. */
export interface Actor extends AuditOrigin {
  userId: string
  tokenId: number
  address: string
}

/** The client that asks for a session. */
export interface Client {
  kind: ClientKind
  /** Its own description, for the list of sessions. */
  device: string | null
  address: string
}

/**
 * Makes the one live session of its kind, within a transaction: the user's row is held, so that of logins at
 * the same moment the last one stays.
 *
 * @param details recorded in the audit trail, besides the kind
 * @param sso the login by the identity provider, if it is one
 * @returns the token as the client holds it
 */
export async function openSession(
  tx: Kysely<Schema>,
  userId: string,
  client: Client,
  details: AuditRecord['details'] = {},
  sso: SsoLogin | null = null,
): Promise<string> {
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new Refusal('invalid_credentials')
  if (user.disabledAt !== null) throw new Refusal('account_disabled')
  await revokeReplaced(tx, userId, client.kind)
  await forgetEndedTokens(tx, userId)
  const { secret, secretHash } = newSecret()
  const tokenId = await insertToken(tx, { userId, secretHash, sso, ...client })
  const { address, device, kind } = client
  const origin = { address, device, tokenId }
  await recordAudit(tx, { userId, action: 'session.started', origin, details: { kind, ...details } })
  return writeToken(tokenId, secret)
}
