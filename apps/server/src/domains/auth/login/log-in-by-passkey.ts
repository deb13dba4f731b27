import type { LoginResponse, PasskeyAssertion, PasskeyRequest } from '@bugle/protocol'
import { type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { type AuditOrigin, lockUser, recordAudit, recordFailedLogin, toUser } from '../../accounts/index.ts'
import { attemptOf, findBlock, insertFailure, lockAttempts } from '../limits/index.ts'
import {
  challengeOf,
  countUse,
  findCredential,
  findPasskeys,
  insertPasskeyChallenge,
  type RelyingParty,
  requestFor,
  takePasskeyChallenge,
  verifyAssertion,
} from '../passkeys/index.ts'
import { findChallenge } from '../second-factor/index.ts'
import { hashOf } from '../tokens/index.ts'
import { completeBy, type LoginDeps, needsSso, refuseWhenBlocked } from './log-in.ts'
import { type LoginClient, openSession } from './sessions.ts'

/** @throws Refusal `passkeys_off` where browsers know no passkeys */
export function getRelyingParty({ relyingParty }: Pick<LoginDeps, 'relyingParty'>): RelyingParty {
  if (relyingParty === undefined) throw new Refusal('passkeys_off')
  return relyingParty
}

/** Returns the options of a login without a password. They are the same for every caller, but for the challenge. */
export async function requestLogin(deps: LoginDeps, address: string): Promise<PasskeyRequest> {
  const relyingParty = getRelyingParty(deps)
  const challenge = await transaction(deps.db, (tx) => insertPasskeyChallenge(tx, { purpose: 'login', address }))
  return requestFor(relyingParty, { challenge })
}

/** Logs in by a passkey alone, whose authenticator has verified its user. */
export async function logInByPasskey(
  deps: LoginDeps,
  credential: PasskeyAssertion,
  client: LoginClient,
): Promise<LoginResponse> {
  const { db, limits } = deps
  const challenge = await take(deps, 'login', credential)
  if (challenge === undefined) throw new Refusal('challenge_expired')
  // Each credential counts as an account of its own: what others send from an address shuts nobody out there sooner.
  const attempt = attemptOf(`passkey ${credential.id}`, client.address)
  const response = await transaction(db, async (tx) => {
    await lockAttempts(tx, attempt)
    refuseWhenBlocked(await findBlock(tx, attempt, limits))
    const opened = await open(deps, tx, { challenge: challenge.text, credential }, client)
    if (opened === undefined) await insertFailure(tx, attempt)
    return opened
  })
  if (response === undefined) throw new Refusal('invalid_passkey')
  return response
}

async function open(
  deps: LoginDeps,
  tx: Tx,
  { challenge, credential }: { challenge: string; credential: PasskeyAssertion },
  client: LoginClient,
): Promise<LoginResponse | undefined> {
  const found = await findCredential(tx, idOf(credential))
  const user = found && (await lockUser(tx, found.userId))
  if (user === undefined) return undefined
  const proof = { challenge, credential, userId: user.id, isAlone: true }
  if (!(await provePasskey(deps, tx, proof, originOf(client)))) return undefined
  if (await needsSso(tx, deps, user)) return undefined
  return { user: toUser(user), token: await openSession(deps, tx, user.id, client, { by: 'passkey' }) }
}

/** Returns the options of a login whose password was right. */
export async function requestSecondFactor(deps: LoginDeps, totpToken: string): Promise<PasskeyRequest> {
  const relyingParty = getRelyingParty(deps)
  return transaction(deps.db, async (tx) => {
    const login = await findChallenge(tx, hashOf(totpToken))
    if (login === undefined) throw new Refusal('challenge_expired')
    const known = await findPasskeys(tx, login.userId)
    if (known.length === 0) throw new Refusal('not_found')
    const challenge = await insertPasskeyChallenge(tx, {
      purpose: 'second_factor',
      userId: login.userId,
      totpTokenHash: login.tokenHash,
    })
    return requestFor(relyingParty, { challenge, known })
  })
}

/** Completes a login by a passkey of the account. */
export async function completeLoginByPasskey(
  deps: LoginDeps,
  { totpToken, credential }: { totpToken: string; credential: PasskeyAssertion },
  client: LoginClient,
): Promise<LoginResponse> {
  const challenge = await take(deps, 'second_factor', credential)
  return completeBy(deps, totpToken, client, {
    wrong: 'invalid_passkey',
    verify: async (tx, { userId, tokenHash }, origin) => {
      if (challenge?.totpTokenHash?.equals(tokenHash) !== true) return { kind: 'wrong' }
      const proof = { challenge: challenge.text, credential, userId, isAlone: false }
      return { kind: (await provePasskey(deps, tx, proof, origin)) ? 'verified' : 'wrong' }
    },
  })
}

/** Uses up the challenge of a response, before anything else of it is believed. */
async function take(
  { db }: LoginDeps,
  purpose: 'login' | 'second_factor',
  credential: PasskeyAssertion,
): Promise<{ text: string; totpTokenHash: Buffer | null } | undefined> {
  const text = challengeOf(credential)
  const taken = text === undefined ? undefined : await takePasskeyChallenge(db, purpose, text)
  return text === undefined || taken === undefined ? undefined : { text, totpTokenHash: taken.totpTokenHash }
}

interface PasskeyProof {
  challenge: string
  credential: PasskeyAssertion
  userId: string
  /** Whether it takes the place of the password. */
  isAlone: boolean
}

/** Whether the response is that of a passkey of the user, whose row must be locked. */
async function provePasskey(
  deps: LoginDeps,
  tx: Tx,
  { userId, challenge, credential, isAlone }: PasskeyProof,
  origin: AuditOrigin,
): Promise<boolean> {
  const relyingParty = getRelyingParty(deps)
  const record = await findCredential(tx, idOf(credential))
  const report =
    record?.userId === userId
      ? await verifyAssertion(relyingParty, { challenge, credential, record, isAlone })
      : undefined
  if (record === undefined || report === undefined || !(await countUse(tx, record.id, report))) {
    await recordFailedLogin(tx, userId, origin, 'passkey')
    return false
  }
  await recordAudit(tx, { userId, action: 'passkey.used', origin, details: { name: record.name } })
  return true
}

function idOf({ id }: PasskeyAssertion): Buffer {
  return Buffer.from(id, 'base64url')
}

function originOf({ address, device }: LoginClient): AuditOrigin {
  return { address, device, tokenId: null }
}
