/**
 * Owns releases as builds record them: commits, deploys, Expo updates; and shows what happened in each. It never decides
 * which release an event has, nor which one is newer.
 */
export { mountReleases, type ReleaseDeps } from './routes.ts'
