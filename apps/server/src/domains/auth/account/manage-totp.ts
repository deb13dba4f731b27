import type { RecoveryCodes, TotpEnrolment, TotpState } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../refusal.ts'
import { lockUser, recordAudit, type UserRecord } from '../../accounts/index.ts'
import type { LoginDeps } from '../login/index.ts'
import { confirmPassword } from '../login/index.ts'
import {
  assertVerified,
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  newRecoveryCodes,
  newTotpSecret,
  type Proof,
  putPendingFactor,
  recoveryHashOf,
  replaceRecoveryCodes,
  sealedFor,
  stepOf,
  toEnrolment,
  useStep,
  verifySecondFactor,
} from '../second-factor/index.ts'
import type { Owner } from '../tokens/index.ts'

type Db = Kysely<Schema>

export async function readTotpState(db: Db, userId: string): Promise<TotpState> {
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
  await deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, owner, user)
    const sealed = deps.sealer.seal(secret, sealedFor(owner.userId))
    if (!(await putPendingFactor(tx, owner.userId, sealed))) throw new Refusal('totp_enabled')
  })
  return toEnrolment(secret, user.email)
}

/** Enables the second factor with a first code, and returns the recovery codes. */
export function confirmTotp({ db, sealer, now }: LoginDeps, owner: Owner, code: string): Promise<RecoveryCodes> {
  const { userId } = owner
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, owner)
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
  code: string,
): Promise<RecoveryCodes> {
  return withProof(deps, owner, { password, proof: { kind: 'code', code } }, async (tx) => {
    await recordAudit(tx, { userId: owner.userId, action: 'recovery_codes.replaced', origin: owner })
    return writeRecoveryCodes(tx, owner.userId)
  })
}

/** Turns the second factor off. Its recovery codes and open challenges go with it. */
export function removeTotp(deps: LoginDeps, owner: Owner, password: string, proof: Proof): Promise<void> {
  return withProof(deps, owner, { password, proof }, async (tx) => {
    await deleteFactor(tx, owner.userId)
    await recordAudit(tx, { userId: owner.userId, action: 'totp.removed', origin: owner })
  })
}

/** Turns off a user's second factor on behalf of an operator. @returns false if it was not on */
export async function removeTotpByOperator(tx: Db, userId: string): Promise<boolean> {
  await lockUser(tx, userId)
  if ((await findFactor(tx, userId)) === undefined) return false
  await deleteFactor(tx, userId)
  await recordAudit(tx, { userId, action: 'totp.removed', details: { by: 'operator' } })
  return true
}

/**
 * Checks password and code again before the account's protection changes; the change follows in the same transaction.
 */
async function withProof<T>(
  deps: LoginDeps,
  owner: Owner,
  { password, proof }: { password: string; proof: Proof },
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  const { userId } = owner
  const user = await confirmOwner(deps, owner, password)
  const { verdict, changed } = await deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, owner, user)
    if ((await findFactor(tx, userId))?.confirmedAt == null) throw new Refusal('totp_not_enabled')
    const verdict = await verifySecondFactor(tx, deps, { userId, proof, origin: owner })
    return { verdict, changed: verdict.kind === 'verified' ? await change(tx) : undefined }
  })
  assertVerified(verdict, () => wrongCode(proof.kind))
  return changed as T
}

function confirmOwner(deps: LoginDeps, { userId, address }: Owner, password: string): Promise<UserRecord> {
  return confirmPassword(deps, userId, { field: 'password', password, address: address ?? 'unknown' })
}

/** The password that was checked must still be the account's. */
async function lockOwner(tx: Db, { userId }: Owner, checked?: UserRecord): Promise<void> {
  const user = await lockUser(tx, userId)
  if (user === undefined || (checked !== undefined && user.passwordHash !== checked.passwordHash))
    throw new Refusal('unauthenticated')
}

async function writeRecoveryCodes(tx: Db, userId: string): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, userId, codes.map(recoveryHashOf))
  return { recovery_codes: codes }
}

/** No 401: the session is as good as before. */
function wrongCode(field: 'code' | 'recovery_code'): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: ['is wrong, or was used already'] } })
}
