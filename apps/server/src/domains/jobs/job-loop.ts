import type { Database } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import { Loop } from '../../lib/loop.ts'
import { backoffMs } from './backoff.ts'
import { type ClaimedJob, claimJobs, type JobLine, postponeJob, removeJob } from './job-store.ts'

/** Runs a job. A job may run twice, after a crash between the work and its removal. */
export type JobHandler = (payload: never, job: ClaimedJob) => Promise<void>

/** Thrown by a handler when no further attempt can help. */
export class HopelessJob extends Error {}

export interface JobLoopOptions {
  db: Database
  line: JobLine
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

/** Jobs under way at once, and those of one owner: what one has queued leaves a place for others. */
const atOnce = { all: 4, owner: 2 }
/** How long a stop waits for running jobs. A job that takes longer runs again when its lease ends. */
const drainGraceMs = 3000

/** Runs jobs when it is woken, a few at a time, alongside any number of other workers. */
export class JobLoop {
  readonly #options: Required<JobLoopOptions>
  readonly #loop: Loop
  readonly #underway = new Map<Promise<void>, string>()
  /** The owner after whom the next turn begins. */
  #turn = ''

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
    await this.#loop.stop()
    await Promise.race([Promise.all(this.#underway.keys()), grace])
    clearTimeout(timer)
  }

  /** Claims jobs while there is a place for them; the end of each looks for the next. */
  async #work(): Promise<undefined> {
    const { db, line, leaseMs } = this.#options
    while (!this.#loop.isStopping) {
      const limit = atOnce.all - this.#underway.size
      if (limit === 0) return
      const turn = { line, after: this.#turn, busy: this.#busyOwners(), limit, leaseMs }
      const jobs = await claimJobs(db, turn)
      for (const job of jobs) this.#begin(job)
      if (jobs.length === 0 && turn.after === '') return
      this.#turn =
        jobs.length < limit
          ? ''
          : jobs
              .map(({ owner }) => owner)
              .sort()
              .at(-1)!
    }
  }

  #busyOwners(): string[] {
    const owners = [...this.#underway.values()]
    return [...groupBy(owners, (owner) => owner)].flatMap(([owner, own]) => (own.length < atOnce.owner ? [] : owner))
  }

  #begin(job: ClaimedJob): void {
    const work = this.#do(job)
      .catch(this.#options.onAway)
      .finally(() => {
        this.#underway.delete(work)
        this.#loop.wake()
      })
    this.#underway.set(work, job.owner)
  }

  async #do(job: ClaimedJob): Promise<void> {
    const { db, handlers } = this.#options
    try {
      const handler = handlers[job.kind]
      // A job of a newer release waits for a worker that knows it.
      if (handler === undefined) throw new Error(`nobody knows how to do ${job.kind}`)
      await handler(job.payload as never, job)
    } catch (error) {
      return this.#fail(job, error)
    }
    await removeJob(db, job)
  }

  async #fail(job: ClaimedJob, error: unknown): Promise<void> {
    const { db, backoff, now, onFailed } = this.#options
    const ms = backoff(job.attempts)
    const isOver = error instanceof HopelessJob || now().getTime() + ms > job.expiresAt.getTime()
    onFailed(job, error, isOver)
    await (isOver ? removeJob(db, job) : postponeJob(db, job, ms))
  }
}
