import { createHash } from 'node:crypto'
import type { LoginBody, LoginOutcome, LoginResponse } from '@bugle/protocol'
import { type Database, type Queryable, type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import {
  type AuditOrigin,
  findUserByEmail,
  lockUser,
  recordFailedLogin,
  toUser,
  type UserRecord,
} from '../../accounts/index.ts'
import { mustUseSso } from '../../memberships/index.ts'
import { type Attempt, attemptOf, findBlock, insertFailure, type LoginLimits, lockAttempts } from '../limits/index.ts'
import { hasPasskey, type RelyingParty } from '../passkeys/index.ts'
import type { Passwords } from '../passwords/index.ts'
import {
  assertVerified,
  type Challenge,
  deleteChallenge,
  findFactor,
  hasChallenge,
  insertChallenge,
  type Proof,
  type SecondFactorDeps,
  takeTry,
  type Verdict,
  verifySecondFactor,
} from '../second-factor/index.ts'
import type { SsoLogin } from '../tokens/index.ts'
import { hashOf, newSecret } from '../tokens/index.ts'
import { findAcquaintance } from './known-browser-store.ts'
import { type LoginClient, openSession, type SessionDeps } from './sessions.ts'

export interface LoginDeps extends SecondFactorDeps, SessionDeps {
  /** Whether users can log in by an identity provider. */
  hasSso: boolean
  db: Database
  passwords: Passwords
  limits: LoginLimits
  /** The site of passkeys; undefined where there can be none. */
  relyingParty: RelyingParty | undefined
}

/**
 * Checks e-mail and password, and opens a session or asks for the second factor. Unknown e-mail and wrong password go
 * the same way.
 */
export async function logIn(
  deps: LoginDeps,
  { email, password }: LoginBody,
  client: LoginClient,
): Promise<LoginOutcome> {
  const checked = await checkPassword(deps, { email, password }, client, (user) => needsSso(deps.db, deps, user))
  return transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, checked.id)
    // It was changed while this one was being checked.
    if (user === undefined || user.passwordHash !== checked.passwordHash) throw new Refusal('invalid_credentials')
    return openSessionOrChallenge(deps, tx, user, client)
  })
}

/** How a login came about, other than by a password. */
interface Entry {
  /** The identity at the provider. */
  identityId?: number | null
  /** Whether a second factor was proven elsewhere. */
  hasSecondFactor?: boolean
}

/** Opens a session, or asks for the second factor where it is on. The user's row must be locked. */
export async function openSessionOrChallenge(
  deps: SessionDeps,
  tx: Tx,
  user: UserRecord,
  client: LoginClient,
  { identityId = null, hasSecondFactor = false }: Entry = {},
): Promise<LoginOutcome> {
  const factors = await findFactors(tx, user.id)
  if (hasSecondFactor || factors.length === 0)
    return { user: toUser(user), token: await openSession(deps, tx, user.id, client, {}, ssoOf(identityId)) }
  const { secret, secretHash } = newSecret()
  await insertChallenge(tx, { tokenHash: secretHash, userId: user.id, passwordDigest: digestOf(user), identityId })
  const challenge = { requires_totp: true as const, totp_token: secret }
  // Clients of accounts without a passkey are answered as they always were.
  return factors.includes('passkey') ? { ...challenge, factors } : challenge
}

/** Whether a login of the user asks for a second factor. */
export async function hasFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await findFactors(db, userId)).length > 0
}

async function findFactors(db: Queryable, userId: string): Promise<('totp' | 'passkey')[]> {
  const hasTotp = (await findFactor(db, userId))?.confirmedAt != null
  return [...(hasTotp ? ['totp' as const] : []), ...((await hasPasskey(db, userId)) ? ['passkey' as const] : [])]
}

/** Whether the user has to log in by the identity provider, because an organization wants it. Owners never have to. */
export function needsSso(db: Queryable, { hasSso }: Pick<LoginDeps, 'hasSso'>, { id }: UserRecord): Promise<boolean> {
  return hasSso ? mustUseSso(db, id) : Promise.resolve(false)
}

/** Completes a login by a code. */
export function completeLogin(
  deps: LoginDeps,
  totpToken: string,
  proof: Proof,
  client: LoginClient,
): Promise<LoginResponse> {
  return completeBy(deps, totpToken, client, {
    verify: (tx, { userId }, origin) => verifySecondFactor(tx, deps, { userId, proof, origin }),
    wrong: 'invalid_totp',
  })
}

/** A way to prove the second factor. */
interface Way {
  /** Runs with the user's row locked. */
  verify: (tx: Tx, challenge: Challenge, origin: AuditOrigin) => Promise<Verdict>
  wrong: 'invalid_totp' | 'invalid_passkey'
}

/** Completes a login that needs the second factor. A challenge allows few tries, and each counts before its check. */
export async function completeBy(
  deps: LoginDeps,
  totpToken: string,
  client: LoginClient,
  { verify, wrong }: Way,
): Promise<LoginResponse> {
  const { db } = deps
  const challenge = await takeTry(db, hashOf(totpToken))
  if (challenge === undefined) throw new Refusal('challenge_expired')
  const { userId } = challenge
  const { kind: _, ...requester } = client
  const origin = { ...requester, tokenId: null }
  const outcome = await transaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    const isOver =
      user === undefined || !digestOf(user).equals(challenge.passwordDigest) || !(await hasChallenge(tx, challenge))
    if (isOver) throw new Refusal('challenge_expired')
    // The rule may have been made since the password was asked for.
    if (challenge.identityId === null && (await needsSso(tx, deps, user))) throw new Refusal('challenge_expired')
    const verdict = await verify(tx, challenge, origin)
    if (verdict.kind !== 'verified') return { verdict }
    await deleteChallenge(tx, challenge)
    return {
      verdict,
      response: {
        user: toUser(user),
        token: await openSession(deps, tx, userId, client, {}, ssoOf(challenge.identityId)),
      },
    }
  })
  assertVerified(outcome.verdict, () => new Refusal(wrong))
  return outcome.response!
}

/** Where a password comes from. */
export interface PasswordSender extends Pick<LoginClient, 'address' | 'browser'> {
  /** The user whose live session the request has. */
  sessionOf?: string
}

/**
 * Returns the user with this e-mail and password, within the limits on guessing. Those of strangers do not apply to a sender
 * whom the user's earlier logins know: it has limits of its own.
 *
 * @param isBarred whether the right password of a user is treated as a wrong one
 */
export async function checkPassword(
  deps: LoginDeps,
  { email, password }: LoginBody,
  sender: PasswordSender,
  isBarred: (user: UserRecord) => Promise<boolean> = async () => false,
): Promise<UserRecord> {
  const { db, passwords, limits } = deps
  const user = await findUserByEmail(db, email)
  const { attempt, turn } = await attemptFrom(db, email, user, sender)
  const check = async () => refuseWhenBlocked(await findBlock(db, attempt, limits))
  await check()
  const isMatch = await passwords.verify(user?.passwordHash, password, {
    client: turn ?? sender.address,
    isKnown: turn !== undefined,
    beforehand: check,
  })
  const isRight = isMatch && user !== undefined && !(await isBarred(user))
  await settle(deps, attempt, sender.address, { user, isRight })
  if (user === undefined || !isRight) throw new Refusal('invalid_credentials')
  return user
}

/**
 * Returns the attempt as the limits see it, and in whose turn the password of a known sender is hashed: that of the account,
 * however many browsers and addresses it has.
 */
async function attemptFrom(
  db: Queryable,
  email: string,
  user: UserRecord | undefined,
  sender: PasswordSender,
): Promise<{ attempt: Attempt; turn: string | undefined }> {
  const { byBrowser, byAddress } = await findAcquaintance(db, user?.id, sender)
  const plain = attemptOf(email, sender.address)
  const isOwn = user !== undefined && sender.sessionOf === user.id
  // In the place of the address, whose limit others may share or use up.
  const instead = isOwn ? `session of ${user.id}` : byBrowser ? `browser ${sender.browser!.toString('hex')}` : undefined
  if (instead !== undefined)
    return { attempt: { ...plain, address: instead, isKnown: true }, turn: `account ${user!.id}` }
  return { attempt: { ...plain, isKnown: byAddress }, turn: byAddress ? `account ${user!.id} by address` : undefined }
}

/**
 * The verdict is given under a lock, by what has been counted until then. However many guesses run at once,
 * no more than the limit learn whether they were right.
 */
async function settle(
  { db, limits }: LoginDeps,
  attempt: Attempt,
  address: string,
  { user, isRight }: { user: UserRecord | undefined; isRight: boolean },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockAttempts(tx, attempt)
    refuseWhenBlocked(await findBlock(tx, attempt, limits))
    if (isRight) return
    await insertFailure(tx, attempt)
    const origin = { address, device: null, tokenId: null }
    if (user !== undefined) await recordFailedLogin(tx, user.id, origin, 'password')
  })
}

export function refuseWhenBlocked(seconds: number | undefined): void {
  if (seconds === undefined) return
  throw new Refusal('rate_limited', { message: 'Too many failed logins. Try again later.', retryAfterSeconds: seconds })
}

function ssoOf(identityId: number | null): SsoLogin | null {
  return identityId === null ? null : { identityId }
}

function digestOf({ passwordHash }: UserRecord): Buffer {
  return createHash('sha256').update(passwordHash).digest()
}
