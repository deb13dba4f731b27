import type { ClientKind } from '@bugle/protocol'
import type { Tx } from '../../../db/database.ts'
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
import { findAcquaintance, rememberBrowser } from './known-browser-store.ts'

/** The acting user, with address and session. */
export interface Actor extends AuditOrigin {
  userId: string
  tokenId: number
  address: string
}

/** The client that asks for a session. */
export interface LoginClient {
  kind: ClientKind
  /** Its own description, for the list of sessions. */
  device: string | null
  address: string
  /** sha256 of the cookie by which a browser is recognized. */
  browser?: Buffer | undefined
}

/** Settings of sessions, and the clock of mails. */
export interface SessionDeps {
  /** Live sessions of each kind that a user may have. */
  sessionsPerKind: number
  now: () => Date
  /** Queues a mail, within the transaction. */
  mailNewLogin: (tx: Tx, login: NewLogin) => Promise<void>
}

/** A login from where its user has not logged in before. */
export interface NewLogin {
  /** The user's address. */
  to: string
  kind: ClientKind
  at: string
  address: string
}

/**
 * Opens a session, within a transaction: the user's row is held, so that of logins at the same moment the last ones stay. The
 * longest unused sessions of the kind end for it. A login from a browser and address that the user has not used before is
 * mailed to the user.
 *
 * @param details recorded in the audit trail, besides the kind
 * @param sso the login by the identity provider, if it is one
 * @returns the token as the client holds it
 */
export async function openSession(
  { sessionsPerKind, now, mailNewLogin }: SessionDeps,
  tx: Tx,
  userId: string,
  client: LoginClient,
  details: AuditRecord['details'] = {},
  sso: SsoLogin | null = null,
): Promise<string> {
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new Refusal('invalid_credentials')
  if (user.disabledAt !== null) throw new Refusal('account_disabled')
  const { byBrowser, byAddress, hasSessions } = await findAcquaintance(tx, userId, client)
  if (hasSessions && !byBrowser && !byAddress && user.emailConfirmedAt !== null && details.by !== 'code')
    await mailNewLogin(tx, { to: user.email, kind: client.kind, at: now().toISOString(), address: client.address })
  if (client.browser !== undefined) await rememberBrowser(tx, userId, client.browser)
  await revokeReplaced(tx, userId, client.kind, sessionsPerKind)
  await forgetEndedTokens(tx, userId)
  const { secret, secretHash } = newSecret()
  const { address, device, kind } = client
  const tokenId = await insertToken(tx, { userId, secretHash, sso, kind, device, address })
  const origin = { address, device, tokenId }
  await recordAudit(tx, { userId, action: 'session.started', origin, details: { kind, ...details } })
  return writeToken(tokenId, secret)
}
