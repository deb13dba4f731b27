import type { RecoveryCodes, TotpEnrolment, TotpState } from '@bugle/protocol'
import { type Queryable, type Tx, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { lockUser, recordAudit } from '../../accounts/index.ts'
import type { LoginDeps } from '../login/index.ts'
import { deletePasskeys, hasPasskey } from '../passkeys/index.ts'
import {
  assertVerified,
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  forgetProofs,
  newTotpSecret,
  type Proof,
  putPendingFactor,
  sealedFor,
  stepOf,
  toEnrolment,
  useStep,
  verifySecondFactor,
} from '../second-factor/index.ts'
import type { Owner } from '../tokens/index.ts'
import { confirmOwner, forgetProofsUnlessNeeded, lockOwner, writeRecoveryCodes } from './protection.ts'

export async function readTotpState(db: Queryable, userId: string): Promise<TotpState> {
  const confirmedAt = (await findFactor(db, userId))?.confirmedAt ?? null
  return {
    enabled: confirmedAt !== null,
    confirmed_at: confirmedAt?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(db, userId),
  }
}

/** Creates a secret. Codes are required only after one of them has confirmed that it arrived. */
export async function enrolTotp(deps: LoginDeps, owner: Owner, password: string): Promise<TotpEnrolment> {
  const user = await confirmOwner(deps, owner, password)
  const secret = newTotpSecret()
  await transaction(deps.db, async (tx) => {
    await lockOwner(tx, owner.userId, user)
    const sealed = deps.sealer.seal(secret, sealedFor(owner.userId))
    if (!(await putPendingFactor(tx, owner.userId, sealed))) throw new Refusal('totp_enabled')
  })
  return toEnrolment(secret, user.email)
}

/** Enables the second factor with a first code, and returns the recovery codes. */
export function confirmTotp({ db, sealer, now }: LoginDeps, owner: Owner, code: string): Promise<RecoveryCodes> {
  const { userId } = owner
  return transaction(db, async (tx) => {
    await lockOwner(tx, owner.userId)
    const factor = await findFactor(tx, userId)
    if (factor === undefined) throw new Refusal('totp_not_enabled')
    if (factor.confirmedAt !== null) throw new Refusal('totp_enabled')
    // Nothing to guess here: the caller was shown the secret.
    const step = stepOf(sealer.open(factor.sealedSecret, sealedFor(userId)), code, now())
    if (step === undefined) throw wrongCode('code')
    await useStep(tx, userId, step)
    await confirmFactor(tx, userId)
    await recordAudit(tx, { userId, action: 'totp.enabled', origin: owner })
    return writeRecoveryCodes(tx, userId)
  })
}

/** Creates new recovery codes; the old ones become invalid. */
export function renewRecoveryCodes(
  deps: LoginDeps,
  owner: Owner,
  password: string,
  code: string | null | undefined,
): Promise<RecoveryCodes> {
  const proof: Proof | undefined = code == null ? undefined : { kind: 'code', code }
  return withProof(deps, owner, { password, proof }, async (tx) => {
    await recordAudit(tx, { userId: owner.userId, action: 'recovery_codes.replaced', origin: owner })
    return writeRecoveryCodes(tx, owner.userId)
  })
}

/** Turns codes off. Recovery codes and open challenges go with the last factor. */
export function removeTotp(deps: LoginDeps, owner: Owner, password: string, proof: Proof): Promise<void> {
  return withProof(deps, owner, { password, proof }, async (tx) => {
    await deleteFactor(tx, owner.userId)
    await forgetProofsUnlessNeeded(tx, owner.userId)
    await recordAudit(tx, { userId: owner.userId, action: 'totp.removed', origin: owner })
  })
}

/** Turns off a user's second factors on behalf of an operator, passkeys too. @returns false if none was on */
export async function removeTotpByOperator(tx: Tx, userId: string): Promise<boolean> {
  await lockUser(tx, userId)
  const hadCodes = (await findFactor(tx, userId)) !== undefined
  await deleteFactor(tx, userId)
  const names = await deletePasskeys(tx, userId)
  await forgetProofs(tx, userId)
  if (hadCodes) await recordAudit(tx, { userId, action: 'totp.removed', details: { by: 'operator' } })
  for (const name of names)
    await recordAudit(tx, { userId, action: 'passkey.removed', details: { name, by: 'operator' } })
  return hadCodes || names.length > 0
}

/**
 * Checks password and code again before the account's protection changes; the change follows in the same transaction. An
 * account that has passkeys alone has no code to send.
 *
 * @param proof undefined where none was sent
 */
async function withProof<T>(
  deps: LoginDeps,
  owner: Owner,
  { password, proof }: { password: string; proof: Proof | undefined },
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { userId } = owner
  const user = await confirmOwner(deps, owner, password)
  const { verdict, changed } = await transaction(deps.db, async (tx) => {
    await lockOwner(tx, owner.userId, user)
    const hasCodes = (await findFactor(tx, userId))?.confirmedAt != null
    if (proof === undefined && !hasCodes && (await hasPasskey(tx, userId)))
      return { verdict: { kind: 'verified' as const }, changed: await change(tx) }
    if (!hasCodes) throw new Refusal('totp_not_enabled')
    if (proof === undefined) throw new Refusal('validation_failed', { errors: { code: ['is required'] } })
    const verdict = await verifySecondFactor(tx, deps, { userId, proof, origin: owner })
    return { verdict, changed: verdict.kind === 'verified' ? await change(tx) : undefined }
  })
  assertVerified(verdict, () => wrongCode(proof?.kind ?? 'code'))
  return changed as T
}

/** No 401: the session is as good as before. */
function wrongCode(field: 'code' | 'recovery_code'): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: ['is wrong, or was used already'] } })
}
