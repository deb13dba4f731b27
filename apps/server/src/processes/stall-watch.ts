import type { ThreadState } from '../lib/thread-state.ts'

/** How a process is observed. */
export interface StallWatchOptions {
  /** How long its event loop may stand still. */
  limitMs: number
  /** Asks the process for a sign of life; `heard` reports it. */
  ask: () => void
  /** State of its main thread; undefined where it cannot be read. */
  look: () => ThreadState | undefined
  onStalled: () => void
}

/** Interval of questions: one wake more in two seconds does not show in an idle process. */
const askMs = 2000
const tickMs = 500
/** A thread that uses no CPU time waits for a disk or for its turn, and gets this many times longer. */
const waitingFactor = 12

/**
 * Finds out that the event loop of another process stands still. Its time without a turn is counted in ticks of this process,
 * so that a suspended machine or a stopped process tree counts as one tick; and in CPU time of its thread, so that a busy
 * machine, which lets nobody run, ends no process.
 */
export class StallWatch {
  readonly #options: StallWatchOptions
  #timer: NodeJS.Timeout | undefined
  /** State when the question that is open was asked; undefined while none is. */
  #asked: { cpuMs: number | undefined; ticks: number } | undefined
  #isHalted = false

  constructor(options: StallWatchOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setTimeout(() => this.#ask(), askMs).unref()
  }

  stop(): void {
    this.#isHalted = true
    clearTimeout(this.#timer)
  }

  /** Notes a sign of life. */
  heard(): void {
    this.#asked = undefined
    clearTimeout(this.#timer)
    if (!this.#isHalted) this.start()
  }

  #ask(): void {
    this.#asked = { cpuMs: this.#options.look()?.cpuMs, ticks: 0 }
    this.#options.ask()
    this.#wait()
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#tick(), tickMs).unref()
  }

  #tick(): void {
    const asked = this.#asked
    if (asked === undefined || this.#isHalted) return
    const state = this.#options.look()
    if (state?.isStopped !== true) asked.ticks += 1
    if (this.#isStalled(asked, state)) {
      this.stop()
      this.#options.onStalled()
    } else this.#wait()
  }

  #isStalled({ cpuMs, ticks }: { cpuMs: number | undefined; ticks: number }, state: ThreadState | undefined): boolean {
    const { limitMs } = this.#options
    const waitedMs = ticks * tickMs
    if (cpuMs === undefined || state === undefined) return waitedMs >= limitMs
    return state.cpuMs - cpuMs >= limitMs || waitedMs >= waitingFactor * limitMs
  }
}
