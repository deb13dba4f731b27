import { Refusal } from '../../../refusal.ts'

export interface FairTurnsOptions {
  /** Pieces of work that run at once. */
  atOnce: number
  /** How long one may wait for its turn. */
  waitMs: number
  /** How many of one address may wait at once. */
  waitingOfAddress: number
  /** Pieces of work that one address may have in a minute. */
  perMinute: number
  now?: () => number
}

interface Waiting {
  address: string
  begin: () => void
}

interface Share {
  /** Pieces of work begun since the window began. */
  count: number
  windowBeganAt: number
  waiting: number
}

const windowMs = 60_000
const maxShares = 50_000

/**
 * Runs a few pieces of work at a time. The next turn goes to the address that has had the fewest, so that an address
 * that never stops asking waits for all others; and no address gets more than a number of turns per minute.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions
  readonly #shares = new Map<string, Share>()
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor(options: FairTurnsOptions) {
    this.#options = options
  }

  /** @throws Refusal `rate_limited` */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(address)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(address: string): Promise<void> {
    const share = this.#shareOf(address)
    if (share.count >= this.#options.perMinute) throw this.#tooMany(share.windowBeganAt + windowMs - this.#now())
    if (share.waiting >= this.#options.waitingOfAddress) throw this.#tooMany(this.#options.waitMs)
    share.count += 1
    if (this.#running < this.#options.atOnce) this.#running += 1
    else await this.#wait(address, share)
  }

  #wait(address: string, share: Share): Promise<void> {
    share.waiting += 1
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        address,
        begin: () => {
          clearTimeout(timer)
          share.waiting -= 1
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        share.waiting -= 1
        reject(this.#tooMany(this.#options.waitMs))
      }, this.#options.waitMs)
      this.#waiting.push(entry)
    })
  }

  /** The slot passes straight to the next in line, without becoming free in between. */
  #leave(): void {
    let next = 0
    for (let index = 1; index < this.#waiting.length; index++)
      if (this.#countOf(index) < this.#countOf(next)) next = index
    const [entry] = this.#waiting.splice(next, 1)
    if (entry === undefined) this.#running -= 1
    else entry.begin()
  }

  #countOf(index: number): number {
    return this.#shares.get(this.#waiting[index]!.address)?.count ?? 0
  }

  #shareOf(address: string): Share {
    const now = this.#now()
    const share = this.#shares.get(address)
    if (share !== undefined && (share.waiting > 0 || now - share.windowBeganAt < windowMs)) return share
    if (this.#shares.size >= maxShares) this.#forgetPast(now)
    const fresh = { count: 0, windowBeganAt: now, waiting: 0 }
    this.#shares.set(address, fresh)
    return fresh
  }

  #forgetPast(now: number): void {
    for (const [address, share] of this.#shares)
      if (share.waiting === 0 && now - share.windowBeganAt >= windowMs) this.#shares.delete(address)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  #tooMany(ms: number): Refusal {
    return new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
  }
}
