import type { Database, Queryable } from '../db/database.ts'
import type { RateDecision, RateLimiter } from '../ports/rate-limiter.ts'

export interface SharedWindow {
  db: Database
  limit: number
  windowMs: number
  /** Called if the database is unreachable or too slow; the waiting requests were rejected with this error. */
  onFailed: (error: unknown) => void
  /** Milliseconds that the clocks are ahead of real time; lets tests advance it. */
  aheadMs?: () => number
}

/** Permits leased together. They may be used for a second; then the rest is returned. */
interface Lease {
  bucket: number
  left: number
  until: number
}

interface Waiter {
  settle: (decision: RateDecision) => void
  fail: (error: unknown) => void
}

/** State of the limit of one key, as far as this process knows it. */
interface KeyState {
  leases: Lease[]
  waiters: Waiter[]
  /** Remaining permits of the limit, over all processes, at the last lease. */
  room: number
  /**
   * Requests are refused until then without asking the database. Every process asks again from time to time, because
   * permits are returned.
   */
  refusedUntil: number
  resetAt: number
  /** Requests of this second and of the one before: they determine how many permits to lease ahead. */
  second: number
  requests: number
  requestsBefore: number
}

/**
 * How long a permit may be used after its grant. The window is extended by it, so that no late use breaks the limit.
 */
const useMs = 1000
const askAgainMs = 250
const sweepMs = 250
/** Longest wait of a request for its permit: the API promises a response while the database is unreachable. */
const timeoutMs = 2000

/**
 * Enforces «at most `limit` in any window» over any number of processes, by the database's clock. Permits are leased in
 * blocks, which shrink to the number of waiting requests as the limit comes near; one query leases for all waiting
 * requests of all keys. Grants are counted in buckets of 100 ms, over a window extended by the time a permit may be
 * used: never more than the limit is granted, and at least 98 % of it.
 */
export class DatabaseRateLimiter implements RateLimiter {
  readonly #options: SharedWindow
  readonly #states = new Map<number, KeyState>()
  readonly #wanting = new Set<number>()
  readonly #sweeper: NodeJS.Timeout
  #asking: Promise<void> | undefined

  constructor(options: SharedWindow) {
    this.#options = options
    this.#sweeper = setInterval(() => void this.#sweep(), sweepMs)
    this.#sweeper.unref()
  }

  take(key: number): RateDecision | Promise<RateDecision> {
    const now = this.#now()
    const state = this.#stateOf(key)
    countRequest(state, now)
    if (state.waiters.length === 0) {
      const lease = state.leases.find(({ left, until }) => left > 0 && until > now)
      if (lease !== undefined) {
        lease.left--
        return this.#allowed(state, now)
      }
      if (now < state.refusedUntil) return this.#refused(state, now)
    }
    return new Promise((settle, fail) => {
      state.waiters.push({ settle, fail })
      this.#wanting.add(key)
      this.#ask()
    })
  }

  /** Returns unused permits. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    while (this.#asking !== undefined) await this.#asking
    await this.#giveBack(() => true)
  }

  #ask(): void {
    if (this.#asking !== undefined) return
    this.#asking = this.#lease().finally(() => {
      this.#asking = undefined
      if (this.#wanting.size > 0) this.#ask()
    })
  }

  async #lease(): Promise<void> {
    // All processes lock keys in the same order, so that they cannot deadlock.
    const keys = [...this.#wanting].sort((a, b) => a - b)
    this.#wanting.clear()
    const asked = keys.map((key) => ({ key, waiters: this.#stateOf(key).waiters.splice(0) }))
    // The database grants later than this, so a permit that expires a second after it expires in time.
    const from = this.#now()
    try {
      const grants = await this.#askDatabase(asked)
      for (const [index, grant] of grants.entries()) this.#share(asked[index]!, grant, from)
    } catch (error) {
      this.#options.onFailed(error)
      for (const { waiters } of asked) for (const waiter of waiters) waiter.fail(error)
    }
  }

  #share({ key, waiters }: { key: number; waiters: Waiter[] }, grant: Grant, from: number): void {
    const now = this.#now()
    const state = this.#stateOf(key)
    state.room = grant.room
    const isLate = now >= from + useMs
    const lease = { bucket: grant.bucket, left: grant.granted, until: from + useMs }
    state.leases.push(lease)
    if (grant.granted < waiters.length) {
      state.refusedUntil = now + Math.min(grant.release_ms, askAgainMs)
      state.resetAt = now + grant.release_ms
    }
    for (const waiter of waiters) {
      if (isLate) waiter.fail(new Error('granting a permit took longer than it may be used'))
      else if (lease.left === 0) waiter.settle(this.#refused(state, now))
      else {
        lease.left--
        waiter.settle(this.#allowed(state, now))
      }
    }
  }

  async #askDatabase(asked: readonly { key: number; waiters: Waiter[] }[]): Promise<Grant[]> {
    const { db, limit, windowMs } = this.#options
    const now = this.#now()
    const answer = db.query<Grant>({
      name: 'lease-permits',
      // Does not wait for the disk: a crash of the database forgets the grants of its last half second.
      text: `select p.granted, p.room, p.bucket, p.release_ms
               from set_config('synchronous_commit', 'off', true) as now, lease_permits($1, $2, $3, $4, $5, $6) as p`,
      values: [
        asked.map(({ key }) => key),
        asked.map(({ waiters }) => waiters.length),
        asked.map(({ key }) => aheadOf(this.#stateOf(key), now)),
        limit,
        windowMs + useMs,
        Math.round(this.#ahead()),
      ],
    })
    return (await withTimeout(answer)).rows
  }

  #allowed(state: KeyState, now: number): RateDecision {
    const { limit, windowMs } = this.#options
    return { isAllowed: true, limit, remaining: Math.min(limit, state.room + unused(state, now)), resetMs: windowMs }
  }

  #refused(state: KeyState, now: number): RateDecision {
    const resetMs = Math.min(Math.max(1, state.resetAt - now), this.#options.windowMs)
    return { isAllowed: false, limit: this.#options.limit, remaining: 0, resetMs }
  }

  async #sweep(): Promise<void> {
    const now = this.#now()
    await this.#giveBack(({ until }) => until <= now)
    for (const [key, state] of this.#states) {
      const isIdle = state.leases.length === 0 && state.waiters.length === 0 && !this.#wanting.has(key)
      if (isIdle && state.second < Math.floor(now / 1000) - 1 && now > state.refusedUntil) this.#states.delete(key)
    }
  }

  /** Returns permits that were leased and never used. */
  async #giveBack(isDue: (lease: Lease) => boolean): Promise<void> {
    const back: { key: number; bucket: number; left: number }[] = []
    for (const [key, state] of this.#states) {
      for (const { bucket, left, ...lease } of state.leases)
        if (left > 0 && isDue({ bucket, left, ...lease })) back.push({ key, bucket, left })
      state.leases = state.leases.filter((lease) => lease.left > 0 && !isDue(lease))
    }
    if (back.length === 0) return
    back.sort((a, b) => a.key - b.key)
    try {
      await this.#options.db.query({
        name: 'return-permits',
        text: `select return_permits($1, $2, $3) from set_config('synchronous_commit', 'off', true) as now`,
        values: [back.map(({ key }) => key), back.map(({ bucket }) => bucket), back.map(({ left }) => left)],
      })
    } catch (error) {
      // The permits count as used until their window is over.
      this.#options.onFailed(error)
    }
  }

  #stateOf(key: number): KeyState {
    let state = this.#states.get(key)
    if (state === undefined) {
      state = {
        leases: [],
        waiters: [],
        room: 0,
        refusedUntil: 0,
        resetAt: 0,
        second: 0,
        requests: 0,
        requestsBefore: 0,
      }
      this.#states.set(key, state)
    }
    return state
  }

  #ahead(): number {
    return this.#options.aheadMs?.() ?? 0
  }

  #now(): number {
    return performance.now() + this.#ahead()
  }
}

interface Grant {
  granted: number
  /** Permits left of the limit after this grant. */
  room: number
  bucket: number
  /** Time until the oldest grant leaves the window. */
  release_ms: number
}

function countRequest(state: KeyState, now: number): void {
  const second = Math.floor(now / 1000)
  if (second !== state.second) {
    state.requestsBefore = second === state.second + 1 ? state.requests : 0
    state.requests = 0
    state.second = second
  }
  state.requests++
}

/** Estimates the permits that half a second needs, beyond those of waiting requests. */
function aheadOf(state: KeyState, now: number): number {
  const isRecent = Math.floor(now / 1000) - state.second <= 1
  return isRecent ? Math.floor(Math.max(state.requestsBefore, state.requests) / 2) : 0
}

function unused(state: KeyState, now: number): number {
  return state.leases.reduce((sum, { left, until }) => (until > now ? sum + left : sum), 0)
}

async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('the database gave no permit in time')), timeoutMs)
  })
  // A late grant is not used: its permits count as taken.
  answer.catch(() => {})
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Deletes grants of limits that are no longer used. Rows locked by a current request are skipped. */
export async function forgetOldGrants(db: Queryable): Promise<void> {
  await db.query(
    `delete from rate_grants g
      using (select o.limit_key, o.bucket, o.shard from rate_grants o
              where o.bucket < extract(epoch from now() - interval '2 minutes') * 10 for update skip locked) as old
      where g.limit_key = old.limit_key and g.bucket = old.bucket and g.shard = old.shard`,
  )
}
