/**
 * Owns releases as builds record them: commits, deploys, Expo updates; and shows what happened in each. It never decides
 * which release an event has, nor which one is newer.
 */
export { findRelease, findReleases, type ListedRelease } from './release-list-store.ts'
export { deleteRecord, findDeploys, insertDeploy, putRelease } from './release-store.ts'
export { mountReleases } from './routes.ts'
export { recordRelease, toDeploy } from './show-release.ts'
