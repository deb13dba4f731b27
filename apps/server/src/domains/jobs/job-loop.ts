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
export function createJobLoop({
  leaseMs = 60_000,
  backoff = backoffMs,
  ...given
}: JobLoopOptions): Pick<Loop, 'start' | 'wake' | 'stop'> {
  const options = { ...given, leaseMs, backoff }
  const { db, line, onAway } = options
  const underway = new Map<Promise<void>, string>()
  /** The owner after whom the next turn begins. */
  let after = ''
  const begin = (job: ClaimedJob) => {
    const work = run(options, job)
      .catch(onAway)
      .finally(() => {
        underway.delete(work)
        loop.wake()
      })
    underway.set(work, job.owner)
  }
  const loop = new Loop({
    // Claims jobs while there is a place for them; the end of each looks for the next.
    run: async () => {
      while (!loop.isStopping && underway.size < atOnce.all) {
        const limit = atOnce.all - underway.size
        const jobs = await claimJobs(db, { line, after, busy: busyOwners(underway), limit, leaseMs })
        for (const job of jobs) begin(job)
        if (jobs.length === 0 && after === '') break
        after = jobs.length < limit ? '' : lastOwner(jobs)
      }
      return undefined
    },
    onFailed: onAway,
  })
  return {
    start: () => loop.start(),
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop()
      await withinGrace(Promise.all(underway.keys()))
    },
  }
}

async function withinGrace(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, drainGraceMs)
  })
  await Promise.race([work, grace])
  clearTimeout(timer)
}

function busyOwners(underway: ReadonlyMap<unknown, string>): string[] {
  const owners = [...underway.values()]
  return [...groupBy(owners, (owner) => owner)].flatMap(([owner, own]) => (own.length < atOnce.owner ? [] : owner))
}

function lastOwner(jobs: readonly ClaimedJob[]): string {
  return jobs
    .map(({ owner }) => owner)
    .sort()
    .at(-1)!
}

async function run(options: Required<JobLoopOptions>, job: ClaimedJob): Promise<void> {
  try {
    const handler = options.handlers[job.kind]
    // A job of a newer release waits for a worker that knows it.
    if (handler === undefined) throw new Error(`nobody knows how to do ${job.kind}`)
    await handler(job.payload as never, job)
  } catch (error) {
    return fail(options, job, error)
  }
  await removeJob(options.db, job)
}

async function fail(
  { db, backoff, now, onFailed }: Required<JobLoopOptions>,
  job: ClaimedJob,
  error: unknown,
): Promise<void> {
  const ms = backoff(job.attempts)
  const isOver = error instanceof HopelessJob || now().getTime() + ms > job.expiresAt.getTime()
  onFailed(job, error, isOver)
  await (isOver ? removeJob(db, job) : postponeJob(db, job, ms))
}
