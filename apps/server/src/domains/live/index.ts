/**
 * Owns the stream of news to open pages: who listens, what each may hear and how often. News are written by those who
 * change issues (domains/issues/news.ts); here digest's are summed up, and all are read and sent. It holds nobody up: a
 * page that does not read is let go, and while nobody listens nothing is written.
 */
export { LiveHub, type LiveHubOptions } from './live-hub.ts'
export { NewsDesk } from './news-desk.ts'
export { mountStreamRoutes } from './routes.ts'
