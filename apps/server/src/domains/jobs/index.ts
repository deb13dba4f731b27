/**
 * Slow work that must survive a crash and must not hold up an answer: mails, later webhooks. A job is added in the
 * transaction that causes it and done at least once, with growing pauses between attempts, until it is no longer
 * worth it. It never holds a secret in clear, and knows nothing of what the jobs are.
 */
export { HopelessJob, type JobHandler, JobLoop, type JobLoopOptions } from './job-loop.ts'
export { addJob, type ClaimedJob, forgetExpiredJobs, jobChannel, jobsState } from './job-store.ts'
