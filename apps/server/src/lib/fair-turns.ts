export interface FairTurnsOptions {
  /** Pieces of work that run at once. */
  atOnce: number
  /** How long one may wait for its turn. */
  waitMs: number
  /** How many of one client may wait at once. */
  waitingEach: number
  /** Pieces of work that one client may have in a minute. */
  perMinute: number
  /** Makes the error for a client that has had its share, given the milliseconds until it may try again. */
  refusal: (ms: number) => Error
  now?: () => number
}

interface Waiting {
  client: string
  isPreferred: boolean
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
 * Runs a few pieces of work at a time. The next turn goes to the client (an address, an account) that has had the fewest,
 * so that one that never stops asking waits for all others; preferred work goes before all other. No client gets more than a
 * number of turns per minute.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions
  readonly #shares = new Map<string, Share>()
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor(options: FairTurnsOptions) {
    this.#options = options
  }

  /** @throws the refusal */
  async run<T>(client: string, work: () => Promise<T>, isPreferred = false): Promise<T> {
    await this.enter(client, isPreferred)
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  /**
   * Waits for a turn, which ends with `leave`.
   *
   * @throws the refusal
   */
  async enter(client: string, isPreferred = false): Promise<void> {
    const share = this.#shareOf(client)
    if (share.count >= this.#options.perMinute)
      throw this.#options.refusal(share.windowBeganAt + windowMs - this.#now())
    if (share.waiting >= this.#options.waitingEach) throw this.#options.refusal(this.#options.waitMs)
    share.count += 1
    if (this.#running < this.#options.atOnce) this.#running += 1
    else await this.#wait(client, share, isPreferred)
  }

  #wait(client: string, share: Share, isPreferred: boolean): Promise<void> {
    share.waiting += 1
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        client,
        isPreferred,
        begin: () => {
          clearTimeout(timer)
          share.waiting -= 1
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        share.waiting -= 1
        reject(this.#options.refusal(this.#options.waitMs))
      }, this.#options.waitMs)
      this.#waiting.push(entry)
    })
  }

  /** The slot passes straight to the next in line, without becoming free in between. */
  leave(): void {
    let next = 0
    for (let index = 1; index < this.#waiting.length; index++) if (this.#isBefore(index, next)) next = index
    const [entry] = this.#waiting.splice(next, 1)
    if (entry === undefined) this.#running -= 1
    else entry.begin()
  }

  #isBefore(index: number, other: number): boolean {
    const [one, two] = [this.#waiting[index]!, this.#waiting[other]!]
    if (one.isPreferred !== two.isPreferred) return one.isPreferred
    return this.#countOf(index) < this.#countOf(other)
  }

  #countOf(index: number): number {
    return this.#shares.get(this.#waiting[index]!.client)?.count ?? 0
  }

  #shareOf(client: string): Share {
    const now = this.#now()
    const share = this.#shares.get(client)
    if (share !== undefined && (share.waiting > 0 || now - share.windowBeganAt < windowMs)) return share
    if (this.#shares.size >= maxShares) this.#forgetPast(now)
    const fresh = { count: 0, windowBeganAt: now, waiting: 0 }
    this.#shares.set(client, fresh)
    return fresh
  }

  #forgetPast(now: number): void {
    for (const [client, share] of this.#shares)
      if (share.waiting === 0 && now - share.windowBeganAt >= windowMs) this.#shares.delete(client)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }
}
