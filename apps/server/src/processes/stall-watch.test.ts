import { spawn } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readThreadState, type ThreadState } from '../lib/thread-state.ts'
import { StallWatch } from './stall-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Watches a process that answers while `isResponsive`, and whose thread has this state. */
function watched({ state, isResponsive = false }: { state?: () => ThreadState | undefined; isResponsive?: boolean }) {
  const seen = { asked: 0, stalled: 0, isResponsive }
  const watch = new StallWatch({
    limitMs: 5000,
    ask: () => {
      seen.asked += 1
      if (seen.isResponsive) watch.heard()
    },
    look: state ?? (() => undefined),
    onStalled: () => {
      seen.stalled += 1
    },
  })
  watch.start()
  return { seen, watch }
}

/** CPU time that grows with the time that passes, times a share. */
const busy = (share: number) => () => ({ cpuMs: (Date.now() - start) * share, isStopped: false })
const start = Date.now()

it('reports a process that computes and does not respond, once', () => {
  const { seen } = watched({ state: busy(1) })
  vi.advanceTimersByTime(6000)
  expect(seen.stalled).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(seen).toMatchObject({ asked: 1, stalled: 1 })
})

it('leaves alone a process that responds, and asks it every two seconds', () => {
  const { seen } = watched({ state: busy(1), isResponsive: true })
  vi.advanceTimersByTime(60_000)
  expect(seen).toMatchObject({ asked: 30, stalled: 0 })
})

it('waits longer for one that gets little CPU time on a busy machine', () => {
  const { seen } = watched({ state: busy(0.1) })
  vi.advanceTimersByTime(40_000)
  expect(seen.stalled).toBe(0)
  vi.advanceTimersByTime(30_000)
  expect(seen.stalled).toBe(1)
})

it('leaves alone one that a signal or a debugger has stopped', () => {
  const { seen } = watched({ state: () => ({ cpuMs: 0, isStopped: true }) })
  vi.advanceTimersByTime(600_000)
  expect(seen.stalled).toBe(0)
})

it('counts a suspended machine as a moment', () => {
  const { seen, watch } = watched({ state: () => undefined })
  vi.advanceTimersByTime(3000)
  // The clock jumps while no timer runs; afterwards both go on.
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(1000)
  watch.heard()
  vi.advanceTimersByTime(1000)
  expect(seen.stalled).toBe(0)
})

it('ends with the process', () => {
  const { seen, watch } = watched({ state: busy(1) })
  vi.advanceTimersByTime(3000)
  watch.stop()
  watch.heard()
  vi.advanceTimersByTime(60_000)
  expect(seen).toMatchObject({ asked: 1, stalled: 0 })
})

it.runIf(process.platform === 'linux')('reads the CPU time of a thread, and whether it is stopped', async () => {
  vi.useRealTimers()
  const child = spawn(process.execPath, ['-e', 'for (;;);'])
  try {
    await expect.poll(() => readThreadState(child.pid!)?.cpuMs).toBeGreaterThan(50)
    expect(readThreadState(child.pid!)?.isStopped).toBe(false)
    child.kill('SIGSTOP')
    await expect.poll(() => readThreadState(child.pid!)?.isStopped).toBe(true)
  } finally {
    child.kill('SIGKILL')
  }
  expect(readThreadState(2 ** 30)).toBeUndefined()
})
