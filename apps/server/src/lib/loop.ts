import { AsyncResource } from 'node:async_hooks'

export interface LoopOptions {
  /**
   * Does one round. Returns the milliseconds to rest before the next round, which no wake shortens; undefined means no
   * rest.
   */
  run: () => Promise<number | undefined>
  /** Milliseconds from the end of a round to the next one without a wake; by default the loop runs only when woken. */
  everyMs?: number
  /** How much later than due each round begins: a test of whoever waits for this work sets it. */
  delayMs?: number | undefined
  /** Receives the errors of rounds. The loop continues. */
  onFailed: (error: unknown) => void
}

/**
 * Repeats a piece of background work: one round at a time, on a schedule and when woken, until it is stopped. A wake
 * during a round is never lost: another round follows.
 *
 * @example
 * const loop = new Loop({ run: () => sendDueMails(), everyMs: 5000, onFailed: (error) => logger.warn(error) })
 * loop.start()
 * loop.wake() // a mail was queued
 * await loop.stop()
 */
export class Loop {
  readonly #options: LoopOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isStarted = false
  #isStopping = false
  /** On the clock of performance.now(), like all times here; Infinity while nothing is due. */
  #dueAt = Number.POSITIVE_INFINITY
  #restUntil = Number.NEGATIVE_INFINITY

  constructor(options: LoopOptions) {
    // A round is not the work of whoever woke the loop.
    this.#options = { ...options, run: AsyncResource.bind(options.run) }
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Starts the loop; the first round follows after `afterMs`. */
  start(afterMs = 0): void {
    this.#isStarted = true
    this.wake(afterMs)
  }

  /** Requests a round within `afterMs`, or as soon as the rest requested by the last round is over. */
  wake(afterMs = 0): void {
    this.#dueAt = Math.min(this.#dueAt, performance.now() + afterMs)
    this.#plan()
  }

  /** Stops after the round in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #plan(): void {
    if (!this.#isStarted || this.#isStopping || this.#running !== undefined) return
    if (this.#dueAt === Number.POSITIVE_INFINITY) return
    clearTimeout(this.#timer)
    const { delayMs = 0 } = this.#options
    const waitMs = Math.max(this.#dueAt + delayMs, this.#restUntil) - performance.now()
    this.#timer = setTimeout(
      () => {
        this.#running = this.#runRound()
      },
      Math.max(0, waitMs),
    )
  }

  async #runRound(): Promise<void> {
    const { run, everyMs, onFailed } = this.#options
    this.#dueAt = Number.POSITIVE_INFINITY
    let restMs: number | undefined
    try {
      restMs = await run()
    } catch (error) {
      onFailed(error)
    }
    const endedAt = performance.now()
    this.#restUntil = endedAt + (restMs ?? 0)
    if (everyMs !== undefined) this.#dueAt = Math.min(this.#dueAt, endedAt + everyMs)
    this.#running = undefined
    this.#plan()
  }
}
