import { createHash, randomBytes } from 'node:crypto'
import type { LoginOutcome } from '@bugle/protocol'
import { type Tx, transaction } from '../../db/database.ts'
import { type IdentityProvider, type ProvenIdentity, ProviderRefused } from '../../ports/identity-provider.ts'
import { Refusal } from '../../refusal.ts'
import { createAccount, findUserByEmail, lockUser, recordAudit } from '../accounts/index.ts'
import {
  assertVerified,
  checkPassword,
  createPasswords,
  hasFactor,
  type LoginClient,
  type LoginDeps,
  newSecret,
  openSessionOrChallenge,
  type Proof,
  secretHashOf,
  verifySecondFactor,
} from '../auth/index.ts'
import { findIdentity, insertCode, insertIdentity, takeCode, takeState, touchIdentity } from './identity-store.ts'
import type { PendingLink, PendingLogin } from './pending-login.ts'
import { type GroupRules, syncGroups } from './sync-groups.ts'

export interface SingleSignOnDeps extends LoginDeps {
  /** Undefined where the operator has set none. */
  provider: IdentityProvider | undefined
  rules: GroupRules
  /** Domains of addresses that may get an account; empty for all. */
  allowedDomains: string[]
  /** Whether a second factor at the provider counts as one here. */
  trustsFactor: boolean
  /** Called with the reason when the provider's response does not hold. */
  onRefused: (error: unknown) => void
}

type Requester = Pick<LoginClient, 'address' | 'device' | 'browser'>

/** How a login continues in the browser. */
export type SignedIn =
  | { kind: 'session'; outcome: LoginOutcome }
  /** The program that waits gets a code. */
  | { kind: 'program'; redirect: string }
  /** An account has the address: it must prove itself once. */
  | { kind: 'link'; pending: PendingLink }
  | { kind: 'linked' }

/** Finishes a login whose response came from the provider. Each is good once. */
export async function finishAtProvider(
  deps: SingleSignOnDeps,
  pending: PendingLogin,
  response: URL,
  requester: Requester,
): Promise<SignedIn> {
  if (!(await takeState(deps.db, createHash('sha256').update(pending.state).digest()))) throw new Refusal('sso_failed')
  const identity = await proven(deps, pending, response)
  if (pending.linkTo !== undefined) return linkTo(deps, identity, pending.linkTo, requester)
  const known = await findIdentity(deps.db, identity.issuer, identity.subject)
  if (known !== undefined)
    return continueLogin(deps, { userId: known.userId, identityId: known.id, identity, pending, requester })
  const email = allowedEmail(deps, identity)
  if ((await findUserByEmail(deps.db, email)) !== undefined) {
    const { kind, next, program } = pending
    const { issuer, subject, groups, hasSecondFactor } = identity
    return {
      kind: 'link',
      pending: { step: 'account', kind, next, program, issuer, subject, email, groups, hasSecondFactor },
    }
  }
  const made = await makeAccountFor(deps, identity, email, requester)
  return continueLogin(deps, { ...made, identity, pending, requester })
}

async function proven(
  { provider, onRefused }: SingleSignOnDeps,
  pending: PendingLogin,
  response: URL,
): Promise<ProvenIdentity> {
  if (provider === undefined) throw new Refusal('sso_off')
  try {
    return await provider.finish(response, pending)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    onRefused(error)
    throw new Refusal('sso_failed')
  }
}

/** An address that the provider has not verified is none. */
function allowedEmail({ allowedDomains }: SingleSignOnDeps, { email }: ProvenIdentity): string {
  if (email === undefined || email.length > 254) throw new Refusal('sso_email_unverified')
  const domain = email.split('@').at(-1)!.toLowerCase()
  if (allowedDomains.length > 0 && !allowedDomains.includes(domain)) throw new Refusal('sso_domain')
  return email
}

/** Links to an account that proved itself before the login began. */
function linkTo(
  { db }: SingleSignOnDeps,
  identity: ProvenIdentity,
  userId: string,
  requester: Requester,
): Promise<SignedIn> {
  return transaction(db, async (tx) => {
    if ((await lockUser(tx, userId)) === undefined) throw new Refusal('unauthenticated')
    await link(tx, userId, { ...identity, email: identity.email ?? null }, requester)
    return { kind: 'linked' }
  })
}

/** @throws Refusal `sso_taken` if the identity belongs to another account */
async function link(
  tx: Tx,
  userId: string,
  { issuer, subject, email }: { issuer: string; subject: string; email: string | null },
  requester: Requester,
): Promise<number> {
  const id = await insertIdentity(tx, { userId, issuer, subject, email })
  if (id !== undefined) {
    await recordAudit(tx, {
      userId,
      action: 'identity.linked',
      origin: { ...requester, tokenId: null },
      details: { issuer },
    })
    return id
  }
  const known = await findIdentity(tx, issuer, subject)
  if (known?.userId !== userId) throw new Refusal('sso_taken')
  return known.id
}

/** Creates an account without a password that anybody knows: a mailed link sets one. */
async function makeAccountFor(
  deps: SingleSignOnDeps,
  { issuer, subject, name }: ProvenIdentity,
  email: string,
  requester: Requester,
): Promise<{ userId: string; identityId: number }> {
  const passwordHash = await createPasswords().hash(randomBytes(32).toString('base64url'), requester.address)
  return transaction(deps.db, async (tx) => {
    const user = await createAccount(tx, {
      email,
      name: withoutDirections(name ?? email.split('@')[0]!).slice(0, 200),
      passwordHash,
      createdAt: deps.now(),
      isConfirmed: true,
      hasOrganization: deps.rules.organizationId === undefined,
    })
    // Another login of the same person was faster.
    if (user === undefined) throw new Refusal('sso_failed')
    const origin = { ...requester, tokenId: null }
    await recordAudit(tx, { userId: user.id, action: 'account.created', origin, details: { by: 'single sign-on' } })
    return { userId: user.id, identityId: await link(tx, user.id, { issuer, subject, email }, requester) }
  })
}

interface ContinuedLogin {
  userId: string
  identityId: number
  identity: Pick<ProvenIdentity, 'groups' | 'hasSecondFactor'>
  pending: Pick<PendingLogin, 'kind' | 'program'>
  requester: Requester
}

/** Opens the session, or leaves a code to the program that waits for one. */
function continueLogin(
  deps: SingleSignOnDeps,
  { userId, identityId, identity, pending, requester }: ContinuedLogin,
): Promise<SignedIn> {
  return transaction(deps.db, async (tx): Promise<SignedIn> => {
    const user = await lockUser(tx, userId)
    if (user === undefined) throw new Refusal('sso_failed')
    if (user.disabledAt !== null) throw new Refusal('account_disabled')
    await touchIdentity(tx, identityId)
    await syncGroups(tx, userId, identity.groups, deps.rules, { ...requester, tokenId: null })
    const hasSecondFactor = deps.trustsFactor && identity.hasSecondFactor
    const { kind, program } = pending
    if (program === undefined || kind === 'web') {
      const outcome = await openSessionOrChallenge(
        deps,
        tx,
        user,
        { kind, ...requester },
        { identityId, hasSecondFactor },
      )
      return { kind: 'session', outcome }
    }
    const { secret, secretHash } = newSecret()
    await insertCode(tx, secretHash, { userId, identityId, kind, challenge: program.challenge, hasSecondFactor })
    return { kind: 'program', redirect: withQuery(program.redirect, { code: secret }) }
  })
}

export function withQuery(address: string, query: Record<string, string>): string {
  return `${address}?${new URLSearchParams(query)}`
}

/** Gives a program its session for the code, if it has the verifier of the login that it began. */
export async function finishInProgram(
  deps: SingleSignOnDeps,
  { code, verifier }: { code: string; verifier: string },
  requester: Requester,
): Promise<LoginOutcome> {
  const found = await takeCode(deps.db, secretHashOf(code))
  const isRight = found?.challenge === createHash('sha256').update(verifier).digest('base64url')
  if (found === undefined || !isRight) throw new Refusal('sso_failed')
  const { userId, kind, identityId, hasSecondFactor } = found
  return transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (user === undefined) throw new Refusal('sso_failed')
    return openSessionOrChallenge(deps, tx, user, { kind, ...requester }, { identityId, hasSecondFactor })
  })
}

/**
 * Links a proven identity to the account that has its address, once that has proven itself by password and, where it is
 * on, second factor.
 *
 * @param proof the second factor; undefined until it is asked for
 */
export async function proveAccount(
  deps: SingleSignOnDeps,
  pending: PendingLink,
  { password, proof }: { password: string; proof: Proof | undefined },
  requester: Requester,
): Promise<SignedIn | 'needs_totp'> {
  const { id: userId } = await checkPassword(deps, { email: pending.email, password }, requester)
  if (await hasFactor(deps.db, userId)) {
    if (proof === undefined) return 'needs_totp'
    await checkFactor(deps, userId, proof, requester)
  }
  const identityId = await transaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    return link(tx, userId, pending, requester)
  })
  // The second factor was asked for just now.
  const identity = { groups: pending.groups, hasSecondFactor: true }
  return continueLogin({ ...deps, trustsFactor: true }, { userId, identityId, identity, pending, requester })
}

async function checkFactor(deps: SingleSignOnDeps, userId: string, proof: Proof, requester: Requester): Promise<void> {
  const verdict = await transaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    return verifySecondFactor(tx, deps, { userId, proof, origin: { ...requester, tokenId: null } })
  })
  assertVerified(verdict, () => new Refusal('invalid_totp'))
}

/** Removes marks of direction, which the schema of names refuses: a provider's name must not stop its owner from signing in. */
function withoutDirections(name: string): string {
  return name.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
}
