import type { CreateLoginCodeBody, LoginCode, LoginResponse } from '@bugle/protocol'
import { type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { findUser, toUser } from '../../accounts/index.ts'
import { attemptOf, findBlock, insertFailure, lockAttempts } from '../limits/index.ts'
import { hashOf, newSecret } from '../tokens/index.ts'
import { confirmUnlessFresh } from './confirm-password.ts'
import { type LoginDeps, refuseWhenBlocked } from './log-in.ts'
import { putLoginCode, takeLoginCode } from './login-code-store.ts'
import { type Actor, type LoginClient, openSession } from './sessions.ts'

// A phone is signed in by a code that the dashboard shows: the phone reads it, never the other way round, because a code
// shown by one device and approved on another is what phishing asks for.

/** Time to point a phone at a screen. */
const validSeconds = 120

export async function createLoginCode(
  deps: LoginDeps,
  { userId, tokenId, address }: Actor,
  { password }: CreateLoginCodeBody,
): Promise<LoginCode> {
  await confirmUnlessFresh(deps, { userId, tokenId, address }, password)
  const { secret, secretHash } = newSecret()
  const expiresAt = await putLoginCode(deps.db, { tokenId, userId, codeHash: secretHash, seconds: validSeconds })
  return { code: secret, expires_at: expiresAt.toISOString() }
}

/** Opens a session by a code. A second factor is not asked for: it was given to the session that made the code. */
export async function useLoginCode(deps: LoginDeps, code: string, client: LoginClient): Promise<LoginResponse> {
  const { db, limits } = deps
  // Guesses count for their address alone, as if all codes were one account there.
  const attempt = attemptOf(`login code ${client.address}`, client.address)
  const response = await transaction(db, async (tx) => {
    await lockAttempts(tx, attempt)
    refuseWhenBlocked(await findBlock(tx, attempt, limits))
    const opened = await openByCode(deps, tx, code, client)
    if (opened === undefined) await insertFailure(tx, attempt)
    return opened
  })
  if (response === undefined) throw new Refusal('login_code_expired')
  return response
}

async function openByCode(
  deps: LoginDeps,
  tx: Tx,
  code: string,
  client: LoginClient,
): Promise<LoginResponse | undefined> {
  const taken = await takeLoginCode(tx, hashOf(code))
  const user = taken && (await findUser(tx, taken.userId))
  if (taken === undefined || user === undefined) return undefined
  return { user: toUser(user), token: await openSession(deps, tx, user.id, client, { by: 'code' }, taken.sso) }
}
