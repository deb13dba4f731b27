import type { Tx } from '../../../db/database.ts'
import type { Sealer } from '../../../ports/sealer.ts'
import { Refusal } from '../../../refusal.ts'
import { type AuditOrigin, recordAudit, recordFailedLogin } from '../../accounts/index.ts'
import { recoveryHashOf, stepOf } from './totp.ts'
import { findFactor, findTotpBlock, insertTotpFailure, useRecoveryCode, useStep } from './totp-store.ts'

export interface SecondFactorDeps {
  sealer: Sealer
  /** Wrong codes in an hour for an account. */
  totpFailures: number
  now: () => Date
}

/** Proof of the second factor, as it was sent. */
export type Proof = { kind: 'code'; code: string } | { kind: 'recovery_code'; code: string }

export type Verdict = { kind: 'verified' } | { kind: 'wrong' } | { kind: 'wait'; seconds: number }

/** Returns the proof in a body, which must hold exactly one of the two. */
export function proofOf(body: { code?: string | null; recovery_code?: string | null }): Proof {
  const { code = null, recovery_code = null } = body
  if (code !== null && recovery_code === null) return { kind: 'code', code }
  if (recovery_code !== null && code === null) return { kind: 'recovery_code', code: recovery_code }
  const sentence = 'send this or recovery_code, and not both'
  throw new Refusal('validation_failed', { errors: { code: [sentence] } })
}

/** Binds a sealed secret to its account. */
export function sealedFor(userId: string): string {
  return `totp:${userId}`
}

/**
 * Verifies a proof and uses it up. The verdict is a value, since a wrong proof is counted in the same transaction, which
 * must then be committed. The user's row must be locked, so that simultaneous proofs are verified one after the other.
 */
export async function verifySecondFactor(
  tx: Tx,
  { sealer, totpFailures, now }: SecondFactorDeps,
  { userId, proof, origin }: { userId: string; proof: Proof; origin: AuditOrigin },
): Promise<Verdict> {
  if (proof.kind === 'recovery_code') {
    // No limit: 125 random bits are not guessed, and their owner must get in while somebody else uses up the limit.
    if (!(await useRecoveryCode(tx, userId, recoveryHashOf(proof.code)))) return { kind: 'wrong' }
    await recordAudit(tx, { userId, action: 'recovery_code.used', origin })
    return { kind: 'verified' }
  }
  const seconds = await findTotpBlock(tx, userId, totpFailures)
  if (seconds !== undefined) return { kind: 'wait', seconds }
  const factor = await findFactor(tx, userId)
  const step = factor && stepOf(sealer.open(factor.sealedSecret, sealedFor(userId)), proof.code, now())
  if (step !== undefined && (await useStep(tx, userId, step))) return { kind: 'verified' }
  await insertTotpFailure(tx, userId)
  await recordFailedLogin(tx, userId, origin, 'totp')
  return { kind: 'wrong' }
}

/** @throws Refusal unless the proof was verified: what `wrong` makes for a wrong one, `rate_limited` after too many */
export function assertVerified(verdict: Verdict, wrong: () => Refusal): void {
  if (verdict.kind === 'wait')
    throw new Refusal('rate_limited', {
      message: 'Too many wrong codes. Try again later.',
      retryAfterSeconds: verdict.seconds,
    })
  if (verdict.kind === 'wrong') throw wrong()
}
