import type { Worker } from 'node:worker_threads'
import { readThreadState } from '../../../lib/thread-state.ts'
import { messageOf } from './thread-message.ts'

/** Time in which a thread must be ready. */
const startMs = 60_000
const tickMs = 250
/** A thread that waits for its turn on a busy machine gets this many times longer. */
const waitingFactor = 30

/** A thread of ours whose work is limited by the CPU time it takes: a busy machine must not decide what it can do. */
export class WorkingThread {
  readonly worker: Worker
  /** Its id in /proc, where the system has one. */
  readonly #id: number | undefined

  private constructor(worker: Worker, id: number | undefined) {
    this.worker = worker
    this.#id = id
  }

  /** Waits until a thread is ready: its first message has its `threadId`, if it knows it. */
  static async ready(worker: Worker): Promise<WorkingThread> {
    worker.unref()
    try {
      const first = (await messageOf(worker, startMs)) as { threadId?: number } | null
      return new WorkingThread(worker, first?.threadId)
    } catch (error) {
      void worker.terminate()
      throw error
    }
  }

  /** Waits for work of the thread, and ends the thread once it has worked for longer than this. */
  async within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const begun = { cpuMs: this.#cpuMs(), loop: this.worker.performance.eventLoopUtilization() }
    let ticks = 0
    let isOver = false
    const timer = setInterval(() => {
      ticks += 1
      const workedMs = this.#cpuMs() - begun.cpuMs
      isOver = Number.isNaN(workedMs)
        ? this.worker.performance.eventLoopUtilization(begun.loop).active > limitMs
        : workedMs > limitMs || ticks * tickMs > waitingFactor * limitMs
      if (isOver) void this.worker.terminate()
    }, tickMs)
    try {
      return await work()
    } catch (error) {
      throw isOver ? new Error(`the thread worked for more than ${limitMs} ms`, { cause: error }) : error
    } finally {
      clearInterval(timer)
    }
  }

  /** CPU time so far; NaN where it cannot be read. */
  #cpuMs(): number {
    return this.#id === undefined ? Number.NaN : (readThreadState(process.pid, this.#id)?.cpuMs ?? Number.NaN)
  }
}
