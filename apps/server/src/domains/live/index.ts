/**
 * Owns the stream of update to open pages: who listens, what each may hear and how often. LiveUpdate are written by those who
 * change issues (domains/issues/live-update.ts); here digest's are summed up, and all are read and sent. It holds nobody up: a
 * page that does not read is let go, and while nobody listens nothing is written.
 */
export { LiveHub, type LiveHubOptions } from './live-hub.ts'
export { LiveUpdateWriter } from './live-update-writer.ts'
export { mountLive } from './routes.ts'
