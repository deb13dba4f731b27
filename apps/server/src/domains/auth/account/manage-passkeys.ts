import {
  type AddPasskeyBody,
  type AddPasskeyResponse,
  limits,
  type Passkey,
  type PasskeyCreation,
  type PasskeyList,
} from '@bugle/protocol'
import { type Queryable, transaction } from '../../../db/database.ts'
import { Refusal } from '../../../refusal.ts'
import { findUser, recordAudit } from '../../accounts/index.ts'
import { type Actor, confirmUnlessFresh, getRelyingParty, type LoginDeps } from '../login/index.ts'
import {
  challengeOf,
  creationFor,
  deletePasskey,
  findPasskeys,
  insertPasskey,
  insertPasskeyChallenge,
  type PasskeyRecord,
  readAttestation,
  renamePasskey,
  takePasskeyChallenge,
} from '../passkeys/index.ts'
import { countRecoveryCodes } from '../second-factor/index.ts'
import { queueMail } from './mail-jobs.ts'
import { confirmOwner, forgetProofsUnlessNeeded, lockOwner, writeRecoveryCodes } from './protection.ts'

export async function listPasskeys(
  { db, relyingParty }: Pick<LoginDeps, 'db' | 'relyingParty'>,
  userId: string,
): Promise<PasskeyList> {
  const passkeys = await findPasskeys(db, userId)
  return {
    passkeys: passkeys.map(toPasskey),
    recovery_codes_left: await countRecoveryCodes(db, userId),
    can_add: relyingParty !== undefined,
  }
}

/** Returns what a browser needs to make a passkey. An old session needs the password. */
export async function beginPasskey(
  deps: LoginDeps,
  actor: Actor,
  password: string | null | undefined,
): Promise<PasskeyCreation> {
  const relyingParty = getRelyingParty(deps)
  await confirmUnlessFresh(deps, actor, password)
  const { userId } = actor
  const user = await findUser(deps.db, userId)
  if (user === undefined) throw new Refusal('unauthenticated')
  const known = await findPasskeys(deps.db, userId)
  if (known.length >= limits.passkeys) throw full()
  const challenge = await transaction(deps.db, (tx) => insertPasskeyChallenge(tx, { purpose: 'add', userId }))
  return creationFor(relyingParty, { userId, email: user.email, name: user.name, challenge, known })
}

/** Adds a passkey that answers the account's challenge. The first second factor comes with recovery codes. */
export async function addPasskey(
  deps: LoginDeps,
  actor: Actor,
  { name, credential }: AddPasskeyBody,
): Promise<AddPasskeyResponse> {
  const { db, now } = deps
  const { userId, address } = actor
  const challenge = challengeOf(credential)
  const taken = challenge === undefined ? undefined : await takePasskeyChallenge(db, 'add', challenge)
  if (challenge === undefined || taken?.userId !== userId) throw new Refusal('passkey_not_accepted')
  const key = await readAttestation(getRelyingParty(deps), challenge, credential)
  if (key === undefined) throw new Refusal('passkey_not_accepted')
  return transaction(db, async (tx) => {
    const user = await lockOwner(tx, userId)
    const passkey = await insertPasskey(tx, { ...key, userId, name })
    if (passkey === 'full') throw full()
    if (passkey === 'taken') throw new Refusal('passkey_not_accepted')
    await recordAudit(tx, { userId, action: 'passkey.added', origin: actor, details: { name } })
    await queueMail(tx, 'passkeys_changed_mail', { to: user.email, how: 'added', at: now().toISOString(), address })
    const hasCodes = (await countRecoveryCodes(tx, userId)) > 0
    const { recovery_codes } = hasCodes ? { recovery_codes: null } : await writeRecoveryCodes(tx, userId)
    return { passkey: toPasskey(passkey), recovery_codes }
  })
}

export async function namePasskey(db: Queryable, key: { userId: string; id: number; name: string }): Promise<Passkey> {
  const passkey = await renamePasskey(db, key)
  if (passkey === undefined) throw new Refusal('not_found')
  return toPasskey(passkey)
}

/** Removes a passkey. Recovery codes and unfinished logins go with the last second factor. */
export async function removePasskey(
  deps: LoginDeps,
  actor: Actor,
  { id, password }: { id: number; password: string },
): Promise<void> {
  const { userId, address } = actor
  const checked = await confirmOwner(deps, actor, password)
  await transaction(deps.db, async (tx) => {
    const { email } = await lockOwner(tx, userId, checked)
    const name = await deletePasskey(tx, userId, id)
    if (name === undefined) throw new Refusal('not_found')
    await forgetProofsUnlessNeeded(tx, userId)
    await recordAudit(tx, { userId, action: 'passkey.removed', origin: actor, details: { name } })
    const at = deps.now().toISOString()
    await queueMail(tx, 'passkeys_changed_mail', { to: email, how: 'removed', at, address })
  })
}

function full(): Refusal {
  return new Refusal('validation_failed', {
    message: `An account may have at most ${limits.passkeys} passkeys. Remove one first.`,
    errors: { name: [`there are ${limits.passkeys} already`] },
  })
}

function toPasskey({ id, name, createdAt, lastUsedAt, isBackedUp }: PasskeyRecord): Passkey {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    is_backed_up: isBackedUp,
  }
}
