/**
 * Owns the stream of live updates to open pages: who listens, which updates each page may see, and how often. Updates
 * are written where issues change (domains/live-updates); this domain gathers those of digest, reads all of them and
 * sends them. It never blocks: a page that does not read is disconnected, and while nobody listens nothing is written.
 */
export { LiveHub } from './live-hub.ts'
export { createLiveUpdateWriter, type LiveUpdateWriter } from './live-update-writer.ts'
export { mountLive } from './routes.ts'
