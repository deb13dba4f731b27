import { afterEach, describe, expect, it } from 'vitest'
import type { RateLimiter } from './rate-limiter.ts'

export interface LimiterUnderTest {
  limiter: RateLimiter
  /** Advances the limiter's clock. */
  advance(ms: number): void
}

export interface ContractOptions {
  /** Creates a limiter of `limit` in any 60 s. */
  make: (limit: number) => LimiterUnderTest | Promise<LimiterUnderTest>
  /** How much later than after 60 s a permit may come back. */
  slackMs: number
}

const windowMs = 60_000

/** Tests of every rate limiter. */
export function rateLimiterContract(name: string, { make, slackMs }: ContractOptions): void {
  describe(name, () => {
    let made: LimiterUnderTest[] = []
    const start = async (limit: number) => {
      const one = await make(limit)
      made.push(one)
      return one
    }
    afterEach(async () => {
      await Promise.all(made.map(({ limiter }) => limiter.close()))
      made = []
    })

    it('allows exactly the limit, and reports the remaining requests', async () => {
      const { limiter } = await start(5)
      const seen = []
      for (let n = 0; n < 8; n++) seen.push(await limiter.take(1))
      expect(seen.map(({ isAllowed }) => isAllowed)).toEqual([...Array(5).fill(true), ...Array(3).fill(false)])
      expect(seen.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0, 0, 0])
      for (const { limit, resetMs } of seen) {
        expect(limit).toBe(5)
        expect(resetMs).toBeGreaterThan(0)
        expect(resetMs).toBeLessThanOrEqual(windowMs)
      }
    })

    it('is exact for simultaneous requests', async () => {
      const { limiter } = await start(20)
      const seen = await Promise.all(Array.from({ length: 100 }, async () => limiter.take(1)))
      expect(seen.filter(({ isAllowed }) => isAllowed)).toHaveLength(20)
    })

    it('counts keys separately', async () => {
      const { limiter } = await start(3)
      const passes: number[] = []
      for (let n = 0; n < 40; n++) if ((await limiter.take(n % 4)).isAllowed) passes.push(n % 4)
      expect(passes.sort()).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
    })

    it('refuses until the window is over, then allows again; refused requests do not count', async () => {
      const { limiter, advance } = await start(10)
      const passes = async () => {
        const seen = await Promise.all(Array.from({ length: 30 }, async () => limiter.take(1)))
        return seen.filter(({ isAllowed }) => isAllowed).length
      }
      expect(await passes()).toBe(10)
      advance(windowMs - 5000)
      expect(await passes()).toBe(0)
      advance(5000 + slackMs)
      expect(await passes()).toBe(10)
    })

    it('holds in every window of 60 s, and grants at least 98 %', async () => {
      const { limiter, advance } = await start(100)
      const passes: number[] = []
      let now = 0
      // Bursts, lulls and steady traffic, always more than the limit over a minute.
      for (let step = 0; step < 900; step++) {
        const wanted = step % 50 === 0 ? 30 : step % 7 < 3 ? 2 : 0
        const seen = await Promise.all(Array.from({ length: wanted }, async () => limiter.take(1)))
        for (const { isAllowed } of seen) if (isAllowed) passes.push(now)
        advance(200)
        now += 200
      }
      for (const [index, from] of passes.entries()) {
        const within = passes.findIndex((at) => at >= from + windowMs)
        expect((within === -1 ? passes.length : within) - index).toBeLessThanOrEqual(100)
      }
      // Three minutes at the limit, minus the 2 % that several processes may lose.
      expect(passes.length).toBeGreaterThanOrEqual(294)
    })
  })
}
