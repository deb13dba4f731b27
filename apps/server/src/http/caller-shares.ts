import type { FastifyRequest } from 'fastify'
import { KeyedSemaphore } from '../lib/keyed-semaphore.ts'
import { Refusal } from '../refusal.ts'
import { addressOf } from './address.ts'

export interface ShareLimits {
  /** Requests that a session or token may begin in a minute; an account twice, an address four times as many. */
  perMinute: number
  /** Requests of a session or token that are worked on at once; of an account twice, of an address 16 times as many. */
  atOnce: number
}

/** Requests of a session or token that may wait, for each that is worked on. */
const waitingEach = 256
/**
 * Writes of an account, and of each of its tokens, that are worked on at once. They often wait for the same row, and each
 * holds a database connection meanwhile.
 */
const writesAtOnce = 2
/**
 * Lookups of a session or token that run at once, and of all those of an address. Each takes a database connection before
 * anything of the caller is known, so that a flood would keep others waiting for one.
 */
const lookUpsAtOnce = { token: 2, address: 4 }
const windowMs = 60_000

type Slot = [semaphore: KeyedSemaphore, key: string]

/**
 * Gives every caller a share of the API, so that none decides how long others wait. Requests beyond what is worked on at once
 * wait for the caller's earlier ones; requests beyond what may wait, or beyond those of a minute, are refused with 429.
 */
export class CallerShares {
  readonly #perMinute: number
  readonly #tokenWrites: KeyedSemaphore
  readonly #accountWrites: KeyedSemaphore
  readonly #tokens: KeyedSemaphore
  readonly #accounts: KeyedSemaphore
  readonly #addresses: KeyedSemaphore
  readonly #tokenLookUps: KeyedSemaphore
  readonly #addressLookUps: KeyedSemaphore
  readonly #now: () => number
  #counts = new Map<string, number>()
  #windowBeganAt: number

  constructor({ perMinute, atOnce }: ShareLimits, now: () => number = () => performance.now()) {
    const waiting = waitingEach * atOnce
    this.#perMinute = perMinute
    const writes = Math.min(writesAtOnce, atOnce)
    this.#tokenWrites = new KeyedSemaphore({ atOnce: writes, waiting })
    this.#tokens = new KeyedSemaphore({ atOnce, waiting })
    // Only what its token admitted waits here, so the bound of an account is that of its tokens.
    this.#accountWrites = new KeyedSemaphore({ atOnce: writes, waiting: Number.POSITIVE_INFINITY })
    this.#accounts = new KeyedSemaphore({ atOnce: 2 * atOnce, waiting: Number.POSITIVE_INFINITY })
    this.#addresses = new KeyedSemaphore({ atOnce: 16 * atOnce, waiting: 4 * waiting })
    this.#tokenLookUps = new KeyedSemaphore({ atOnce: lookUpsAtOnce.token, waiting })
    this.#addressLookUps = new KeyedSemaphore({ atOnce: lookUpsAtOnce.address, waiting: 4 * waiting })
    this.#now = now
    this.#windowBeganAt = now()
  }

  /** Counts a request of an address, before its caller is known. @throws Refusal rate_limited */
  countAddress(ip: string): void {
    this.#count(`address ${addressOf(ip)}`, 4 * this.#perMinute)
  }

  /** Looks up the caller of a token in the share of the token and of the address. @throws Refusal rate_limited, and what it throws */
  lookUp<T>(ip: string, token: string, work: () => Promise<T>): Promise<T> {
    const slots: Slot[] = [
      [this.#tokenLookUps, token],
      [this.#addressLookUps, addressOf(ip)],
    ]
    return inSlots(slots, work)
  }

  /** Works on a request in the share of its caller. @throws Refusal rate_limited, and what the work throws */
  async run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    return inSlots(this.#slotsOf(request), async () => {
      // Nobody waits for it any more.
      if (request.raw.destroyed && request.raw.socket.destroyed) throw tooMany(1000)
      return work()
    })
  }

  #slotsOf({ caller, ip, method }: FastifyRequest): Slot[] {
    const address: Slot = [this.#addresses, addressOf(ip)]
    if (caller === undefined) return [address]
    const { kind, tokenId, userId } = caller
    const token = `${kind === 'api' ? 'api' : 'session'} ${tokenId}`
    this.#count(`token ${token}`, this.#perMinute)
    this.#count(`account ${userId}`, 2 * this.#perMinute)
    const isRead = method === 'GET' || method === 'HEAD'
    const writes: Slot[] = isRead
      ? []
      : [
          [this.#tokenWrites, token],
          [this.#accountWrites, userId],
        ]
    return [...writes, [this.#tokens, token], [this.#accounts, userId], address]
  }

  #count(key: string, limit: number): void {
    const now = this.#now()
    if (now - this.#windowBeganAt >= windowMs) {
      this.#counts = new Map()
      this.#windowBeganAt = now
    }
    const count = this.#counts.get(key) ?? 0
    if (count >= limit) throw tooMany(this.#windowBeganAt + windowMs - now)
    this.#counts.set(key, count + 1)
  }
}

/** Enters the slots from the narrowest to the widest, so that work that waits holds slots of its own caller alone. */
async function inSlots<T>(slots: readonly Slot[], work: () => Promise<T>): Promise<T> {
  for (const [semaphore, key] of slots) if (!semaphore.hasRoom(key)) throw tooMany(1000)
  const entered: Slot[] = []
  try {
    for (const slot of slots) {
      await slot[0].enter(slot[1])
      entered.push(slot)
    }
    return await work()
  } finally {
    for (const [semaphore, key] of entered) semaphore.leave(key)
  }
}

function tooMany(ms: number): Refusal {
  return new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
}
