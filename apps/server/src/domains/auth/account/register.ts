import { randomBytes } from 'node:crypto'
import type { RegisterBody } from '@bugle/protocol'
import { type Database, type Queryable, type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import {
  type AuditOrigin,
  createAccount,
  findUserByEmail,
  hasUsers,
  lockFirstAccount,
  recordAudit,
  type UserRecord,
} from '../../accounts/index.ts'
import { countRegistration } from '../limits/index.ts'
import type { LoginDeps } from '../login/index.ts'
import { type LoginClient, openSession } from '../login/index.ts'
import { createPasswords } from '../passwords/index.ts'
import { queueMail } from './mail-jobs.ts'

export interface RegisterDeps extends LoginDeps {
  registration: 'open' | 'invited' | 'closed'
  /** Whether the e-mail address must be confirmed by a mailed link. */
  confirmsEmail: boolean
  invitations: Invitations
  /** How people call the identity provider, if there is one. */
  ssoName: string | undefined
}

/** The link of an invitation, as a registration needs it. */
export interface Invitations {
  /** @throws Refusal `link_expired` */
  get(db: Queryable, token: string): Promise<{ email: string | null; isMailed: boolean }>
  accept(tx: Tx, user: UserRecord, token: string, origin: AuditOrigin): Promise<unknown>
}

/** Makes an account and opens its first session. Without an invitation it gets an organization of its own. */
export async function register(deps: RegisterDeps, body: RegisterBody, client: LoginClient) {
  const { db, passwords, limits, now, confirmsEmail, invitations } = deps
  const { email, password, name, invitation: token } = body
  const seconds = await transaction(db, (tx) => countRegistration(tx, client.address, limits.registrationsAddress))
  if (seconds !== undefined) throw new Refusal('rate_limited', { retryAfterSeconds: seconds })
  const invitation = token == null ? undefined : await invitations.get(db, token)
  if (!(await isOpen(deps, invitation !== undefined))) throw new Refusal('registration_closed')
  if (invitation?.email != null && invitation.email.toLowerCase() !== email.toLowerCase())
    throw new Refusal('validation_failed', { errors: { email: ['must be the one that was invited'] } })
  if (await findUserByEmail(db, email)) throw emailTaken()
  const passwordHash = await passwords.hash(password, client.address)
  return transaction(db, async (tx) => {
    if (invitation === undefined && deps.registration !== 'open') {
      await lockFirstAccount(tx)
      if (await hasUsers(tx)) throw new Refusal('registration_closed')
    }
    // The link of a mail proves the address.
    const isConfirmed = !confirmsEmail || invitation?.isMailed === true
    const hasOrganization = invitation === undefined
    const user = await createAccount(tx, { email, name, passwordHash, createdAt: now(), isConfirmed, hasOrganization })
    if (user === undefined) throw emailTaken()
    const { address, device } = client
    await recordAudit(tx, { userId: user.id, action: 'account.created', origin: { address, device, tokenId: null } })
    // An invitation to an address waits until the address is confirmed.
    if (token != null && (isConfirmed || invitation?.email == null))
      await invitations.accept(tx, user, token, { address, device, tokenId: null })
    if (!isConfirmed) await queueMail(tx, 'confirm_email_mail', { userId: user.id, email: user.email })
    return { user, token: await openSession(deps, tx, user.id, client) }
  })
}

/** Creates an account on behalf of an operator, regardless of BUGLE_REGISTRATION. Nobody knows its password: a link sets one. */
export async function createAccountByOperator(
  db: Database,
  { email, name, now }: { email: string; name: string; now: Date },
): Promise<UserRecord> {
  const passwordHash = await createPasswords().hash(randomBytes(32).toString('base64url'), 'operator')
  return transaction(db, async (tx) => {
    const made = { email, name, passwordHash, createdAt: now, isConfirmed: true, hasOrganization: true }
    const user = await createAccount(tx, made)
    if (user === undefined) throw emailTaken()
    await recordAudit(tx, { userId: user.id, action: 'account.created', details: { by: 'operator' } })
    return user
  })
}

/** Whether anybody, or somebody invited, may register now; the first account always may be made. */
export async function isOpen(
  { db, registration }: { db: Database } & Pick<RegisterDeps, 'registration'>,
  isInvited = false,
) {
  return registration === 'open' || (isInvited && registration === 'invited') || !(await hasUsers(db))
}

/** Whether the next account is the first one of the server. */
export async function isFirst({ db }: { db: Database }): Promise<boolean> {
  return !(await hasUsers(db))
}

function emailTaken(): Refusal {
  return new Refusal('email_taken', { errors: { email: ['is taken already'] } })
}
