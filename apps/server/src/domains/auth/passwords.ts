import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../refusal.ts'
import { isCommonPassword } from './common-password.ts'

/** OWASP's minimum for argon2id, which is the library's default algorithm: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  /** Of a new password; it may be refused for being a common one. */
  hash(password: string): Promise<string>
  /**
   * Without a hash (no such account) it takes just as long and is false. `beforehand` is asked when its turn has
   * come, and may refuse: much can have happened while it waited.
   */
  verify(passwordHash: string | undefined, password: string, beforehand?: () => Promise<void>): Promise<boolean>
}

export interface PasswordOptions {
  /** Each takes a thread of the pool that the disk and the database's crypto use as well. */
  atOnce?: number
  /** How long one may wait for its turn; then 429. */
  waitMs?: number
  /** Refuses new passwords that are among the first to be guessed. */
  refuseCommon?: boolean
}

/** Hashing with a bound: a flood of logins must not hold up what else the process does. */
export function createPasswords({
  atOnce = availableParallelism() > 2 ? 2 : 1,
  waitMs = 5000,
  refuseCommon = false,
}: PasswordOptions = {}): Passwords {
  const inTurn = turnstile(atOnce, waitMs)
  return {
    hash: async (password) => {
      if (refuseCommon && isCommonPassword(password))
        throw new Refusal('validation_failed', { errors: { password: ['is one of the first to be guessed'] } })
      return inTurn(() => hash(password, cost))
    },
    verify: (passwordHash, password, beforehand) =>
      inTurn(async () => {
        await beforehand?.()
        const isRight = await verify(passwordHash ?? nobody, password)
        return passwordHash !== undefined && isRight
      }),
  }
}

/** A hash that no password has, with the cost of a real one. */
const nobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${unpadded(16)}$${unpadded(32)}`

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

/** Lets `atOnce` pieces of work run, the others in order of their coming, none longer than `waitMs` in the queue. */
function turnstile(atOnce: number, waitMs: number) {
  let running = 0
  const waiting: (() => void)[] = []

  function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(new Refusal('rate_limited', { retryAfterSeconds: waitMs / 1000 }))
      }, waitMs)
      waiting.push(go)
    })
  }

  // The place goes to the next in line without becoming free in between.
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
