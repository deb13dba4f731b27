import type pg from 'pg'
import { Loop } from '../../lib/loop.ts'
import { backoffMs } from './backoff.ts'
import { type ClaimedJob, claimJobs, postponeJob, removeJob } from './job-store.ts'

/** Runs a job. A job may run twice, after a crash between the work and its removal. */
export type JobHandler = (payload: never, job: ClaimedJob) => Promise<void>

/** Thrown by a handler when no further attempt can help. */
export class HopelessJob extends Error {}

export interface JobLoopOptions {
  pool: pg.Pool
  handlers: Record<string, JobHandler>
  now: () => Date
  /** How long a job may take before another worker may try it. */
  leaseMs?: number
  /** Milliseconds before another attempt. */
  backoff?: (attempts: number) => number
  /** Called when an attempt failed; `isOver` if it was the last. */
  onFailed: (job: Pick<ClaimedJob, 'id' | 'kind' | 'attempts'>, error: unknown, isOver: boolean) => void
  /** Called when the queue cannot be read. */
  onAway: (error: unknown) => void
}

const atOnce = 4
/** How long a stop waits for running jobs. A job that takes longer runs again when its lease ends. */
const drainGraceMs = 3000

/** Runs jobs when it is woken, a few at a time, alongside any number of other workers. */
export class JobLoop {
  readonly #options: Required<JobLoopOptions>
  readonly #loop: Loop

  constructor({ leaseMs = 60_000, backoff = backoffMs, ...options }: JobLoopOptions) {
    this.#options = { ...options, leaseMs, backoff }
    this.#loop = new Loop({ run: () => this.#work(), onFailed: options.onAway })
  }

  start(): void {
    this.#loop.start()
  }

  /** Announces jobs that are due. */
  wake(): void {
    this.#loop.wake()
  }

  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, drainGraceMs)
    })
    await Promise.race([this.#loop.stop(), grace])
    clearTimeout(timer)
  }

  async #work(): Promise<undefined> {
    const { pool, leaseMs } = this.#options
    for (;;) {
      const jobs = await claimJobs(pool, atOnce, leaseMs)
      await Promise.all(jobs.map((job) => this.#do(job)))
      if (jobs.length < atOnce || this.#loop.isStopping) return
    }
  }

  async #do(job: ClaimedJob): Promise<void> {
    const { pool, handlers } = this.#options
    try {
      const handler = handlers[job.kind]
      // A job of a newer release waits for a worker that knows it.
      if (handler === undefined) throw new Error(`nobody knows how to do ${job.kind}`)
      await handler(job.payload as never, job)
    } catch (error) {
      return this.#fail(job, error)
    }
    await removeJob(pool, job)
  }

  async #fail(job: ClaimedJob, error: unknown): Promise<void> {
    const { pool, backoff, now, onFailed } = this.#options
    const ms = backoff(job.attempts)
    const isOver = error instanceof HopelessJob || now().getTime() + ms > job.expiresAt.getTime()
    onFailed(job, error, isOver)
    await (isOver ? removeJob(pool, job) : postponeJob(pool, job, ms))
  }
}
