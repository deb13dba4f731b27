/**
 * Owns the reading of stored events: one event, the events of an issue, their statistics, and the titles that issues
 * take from their newest event. It never decides whether an event is accepted (ingest) or how long it is kept (retention).
 */

export { readLatestEvent } from './read-event.ts'
export { readIssueStats } from './read-stats.ts'
export { mountEvents } from './routes.ts'
export { createTitleRefresher, type TitleRefresher } from './title-refresher.ts'
