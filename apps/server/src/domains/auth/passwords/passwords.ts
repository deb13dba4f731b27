import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairTurns } from '../../../lib/fair-turns.ts'
import { Refusal } from '../../../refusal.ts'
import { isCommonPassword } from './common-password.ts'

/** OWASP's minimum for argon2id, which is the library's default algorithm: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A team behind one address may begin its day together. */
const waitingEach = 64

export interface Passwords {
  /** Hashes a new password for a client at an address; it may be refused for being a common one. */
  hash(password: string, address: string): Promise<string>
  /**
   * Without a hash (no such account) it takes just as long and is false. `beforehand` is asked when its turn has
   * come, and may refuse: much can have happened while it waited.
   */
  verify(passwordHash: string | undefined, password: string, options: VerifyOptions): Promise<boolean>
}

export interface VerifyOptions {
  /** Address of the client, or what stands for a known one: turns are shared fairly between them. */
  client: string
  /** Whether earlier logins of the user know the client: it is served before strangers. */
  isKnown?: boolean
  beforehand?: () => Promise<void>
}

export interface PasswordOptions {
  /** Each takes a thread of the pool that the disk and the database's crypto use as well. */
  atOnce?: number
  /** How long one may wait for its turn; then 429. */
  waitMs?: number
  /** How many passwords of one address are hashed in a minute. */
  perMinute?: number
  /** Refuses new passwords that are among the first to be guessed. */
  refuseCommon?: boolean
}

/** Creates password hashing with a bound: a flood of logins must not hold up what else the process does. */
export function createPasswords({
  atOnce = availableParallelism() > 2 ? 2 : 1,
  waitMs = 5000,
  perMinute = Number.POSITIVE_INFINITY,
  refuseCommon = false,
}: PasswordOptions = {}): Passwords {
  const turns = new FairTurns({
    atOnce,
    waitMs,
    perMinute,
    waitingEach,
    refusal: (ms) => new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) }),
  })
  return {
    hash: async (password, address) => {
      if (refuseCommon && isCommonPassword(password))
        throw new Refusal('validation_failed', { errors: { password: ['is one of the first to be guessed'] } })
      return turns.run(address, () => hash(password, cost))
    },
    verify: (passwordHash, password, { client, isKnown = false, beforehand }) =>
      turns.run(
        client,
        async () => {
          await beforehand?.()
          const isRight = await verify(passwordHash ?? unmatchableHash, password)
          return passwordHash !== undefined && isRight
        },
        isKnown,
      ),
  }
}

/** A hash that no password has, with the cost of a real one. */
const unmatchableHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${unpadded(16)}$${unpadded(32)}`

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}
