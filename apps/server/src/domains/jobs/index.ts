/**
 * Owns slow work that must survive a crash and must not delay a response: mails, later webhooks. A job is added in the
 * transaction that causes it and runs at least once, with growing pauses between attempts, until it is no longer worth
 * doing. It never holds a plain secret, and knows nothing of the jobs' content.
 */
export { createJobLoop, HopelessJob, type JobHandler, type JobLoopOptions } from './job-loop.ts'
export {
  addJob,
  addJobs,
  type ClaimedJob,
  forgetExpiredJobs,
  type JobLine,
  jobChannel,
  jobsAreDue,
  moveJobs,
  readJobsState,
} from './job-store.ts'
