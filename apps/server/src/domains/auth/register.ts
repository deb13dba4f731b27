import { randomBytes } from 'node:crypto'
import type { RegisterBody } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import {
  createAccount,
  findUserByEmail,
  hasUsers,
  lockFirstAccount,
  recordAudit,
  type UserRecord,
} from '../accounts/index.ts'
import type { LoginDeps } from './log-in.ts'
import { countRegistration } from './login-limit-store.ts'
import { queueMail } from './mail-jobs.ts'
import { createPasswords } from './passwords.ts'
import { type Client, openSession } from './sessions.ts'

export interface RegisterDeps extends LoginDeps {
  registration: 'open' | 'invited' | 'closed'
  /** Whether a mailed link is to prove that the e-mail is theirs. */
  confirmsEmail: boolean
}

/** Makes an account with an organization of its own and opens its first session. */
export async function register(deps: RegisterDeps, { email, password, name }: RegisterBody, client: Client) {
  const { db, passwords, limits, now, confirmsEmail } = deps
  const seconds = await db
    .transaction()
    .execute((tx) => countRegistration(tx, client.address, limits.registrationsAddress))
  if (seconds !== undefined) throw new Refusal('rate_limited', { retryAfterSeconds: seconds })
  if (!(await isOpen(deps))) throw new Refusal('registration_closed')
  if (await findUserByEmail(db, email)) throw emailTaken()
  const passwordHash = await passwords.hash(password, client.address)
  return db.transaction().execute(async (tx) => {
    if (deps.registration !== 'open') {
      await lockFirstAccount(tx)
      if (await hasUsers(tx)) throw new Refusal('registration_closed')
    }
    const isConfirmed = !confirmsEmail
    const user = await createAccount(tx, { email, name, passwordHash, createdAt: now(), isConfirmed })
    if (user === undefined) throw emailTaken()
    const { address, device } = client
    await recordAudit(tx, { userId: user.id, action: 'account.created', origin: { address, device, tokenId: null } })
    if (!isConfirmed) await queueMail(tx, 'confirm_email_mail', { userId: user.id, email: user.email })
    return { user, token: await openSession(tx, user.id, client) }
  })
}

/** Creates an account by an operator, regardless of BUGLE_REGISTRATION. Nobody knows its password: a link sets one. */
export async function makeAccount(
  db: Kysely<Schema>,
  { email, name, now }: { email: string; name: string; now: Date },
): Promise<UserRecord> {
  const passwordHash = await createPasswords().hash(randomBytes(32).toString('base64url'), 'operator')
  return db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, { email, name, passwordHash, createdAt: now, isConfirmed: true })
    if (user === undefined) throw emailTaken()
    await recordAudit(tx, { userId: user.id, action: 'account.created', details: { by: 'operator' } })
    return user
  })
}

/** Whether anybody may register now; the first account always may be made. */
export async function isOpen({ db, registration }: { db: Kysely<Schema> } & Pick<RegisterDeps, 'registration'>) {
  return registration === 'open' || !(await hasUsers(db))
}

function emailTaken(): Refusal {
  return new Refusal('email_taken', { errors: { email: ['is taken already'] } })
}
