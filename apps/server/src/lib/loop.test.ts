import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Loop, type LoopOptions } from './loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a loop whose rounds end when the test says so. */
function loopWith(options: Partial<LoopOptions> = {}) {
  const rounds: { end: (restMs?: number) => Promise<void>; fail: (error: unknown) => Promise<void> }[] = []
  const failures: unknown[] = []
  const loop = new Loop({
    run: () =>
      new Promise((resolve, reject) => {
        const settle = async (settled: () => void) => {
          settled()
          await vi.advanceTimersByTimeAsync(0)
        }
        rounds.push({ end: (restMs) => settle(() => resolve(restMs)), fail: (error) => settle(() => reject(error)) })
      }),
    onFailed: (error) => failures.push(error),
    ...options,
  })
  return { loop, rounds, failures, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('a loop', () => {
  it('does nothing before it is started, and remembers a wake until then', async () => {
    const { loop, rounds, pass } = loopWith()
    loop.wake()
    await pass(1000)
    expect(rounds).toHaveLength(0)
    loop.start(5000)
    await pass(0)
    expect(rounds).toHaveLength(1)
  })

  it('runs one round at a time; a wake during a round is followed by exactly one more', async () => {
    const { loop, rounds, pass } = loopWith()
    loop.start()
    await pass(0)
    loop.wake()
    loop.wake()
    await pass(1000)
    expect(rounds).toHaveLength(1)
    await rounds[0]!.end()
    expect(rounds).toHaveLength(2)
    await rounds[1]!.end()
    await pass(1000)
    expect(rounds).toHaveLength(2)
  })

  it('repeats without a wake, counted from the end of a round', async () => {
    const { loop, rounds, pass } = loopWith({ everyMs: 100 })
    loop.start()
    await pass(500)
    expect(rounds).toHaveLength(1)
    await rounds[0]!.end()
    await pass(99)
    expect(rounds).toHaveLength(1)
    await pass(1)
    expect(rounds).toHaveLength(2)
  })

  it('rests as long as a round asks, even when woken', async () => {
    const { loop, rounds, pass } = loopWith({ everyMs: 10 })
    loop.start()
    await pass(0)
    loop.wake()
    await rounds[0]!.end(200)
    loop.wake()
    await pass(199)
    expect(rounds).toHaveLength(1)
    await pass(1)
    expect(rounds).toHaveLength(2)
  })

  it('keeps the earlier of two wakes', async () => {
    const { loop, rounds, pass } = loopWith()
    loop.start(100)
    loop.wake(30)
    loop.wake(80)
    await pass(30)
    expect(rounds).toHaveLength(1)
  })

  it('continues after a round that throws', async () => {
    const { loop, rounds, failures, pass } = loopWith({ everyMs: 10 })
    loop.start()
    await pass(0)
    await rounds[0]!.fail('away')
    expect(failures).toEqual(['away'])
    await pass(10)
    expect(rounds).toHaveLength(2)
  })

  it('stops after the round in progress, and starts no other', async () => {
    const { loop, rounds, pass } = loopWith({ everyMs: 10 })
    loop.start()
    await pass(0)
    loop.wake()
    let isStopped = false
    const stopped = loop.stop().then(() => {
      isStopped = true
    })
    await pass(50)
    expect(isStopped).toBe(false)
    await rounds[0]!.end()
    await stopped
    loop.wake()
    await pass(1000)
    expect(rounds).toHaveLength(1)
  })

  it('stops at once between rounds', async () => {
    const { loop, rounds, pass } = loopWith({ everyMs: 10 })
    loop.start(100)
    await loop.stop()
    await pass(1000)
    expect(rounds).toHaveLength(0)
  })
})
