/** Digest mails: what happened in a person's projects since the last one, at nine in their time zone. */

export { digestJobs } from './digest-job.ts'
export { createDigestMailLoop, digestsAreDue } from './queue-digests.ts'
