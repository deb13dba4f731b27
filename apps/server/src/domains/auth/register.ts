import type { RegisterBody } from '@bugle/protocol'
import { Refusal } from '../../refusal.ts'
import { createAccount, findUserByEmail, recordAudit } from '../accounts/index.ts'
import type { LoginDeps } from './log-in.ts'
import { countRegistration } from './login-limit-store.ts'
import { type Client, openSession } from './sessions.ts'

/** Makes an account with an organization of its own and opens its first session. */
export async function register(deps: LoginDeps, { email, password, name }: RegisterBody, client: Client) {
  const { db, passwords, limits, now } = deps
  const seconds = await db
    .transaction()
    .execute((tx) => countRegistration(tx, client.address, limits.registrationsAddress))
  if (seconds !== undefined) throw new Refusal('rate_limited', { retryAfterSeconds: seconds })
  if (await findUserByEmail(db, email)) throw emailTaken()
  const passwordHash = await passwords.hash(password)
  return db.transaction().execute(async (tx) => {
    const user = await createAccount(tx, { email, name, passwordHash, createdAt: now() })
    if (user === undefined) throw emailTaken()
    const { address, device } = client
    await recordAudit(tx, { userId: user.id, action: 'account.created', origin: { address, device, tokenId: null } })
    return { user, token: await openSession(tx, user.id, client) }
  })
}

function emailTaken(): Refusal {
  return new Refusal('email_taken', { errors: { email: ['is taken already'] } })
}
