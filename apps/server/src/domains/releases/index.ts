/**
 * Owns releases as builds record them: commits, deploys, Expo updates; and shows what happened in each. It never decides
 * which release an event has, nor which one is newer.
 */
export { findDeploys, insertDeploy } from './deploy-store.ts'
export { findRelease, findReleases, type ListedRelease } from './release-list-store.ts'
export { deleteRecord, putRelease } from './release-store.ts'
export { mountReleases } from './routes.ts'
export { recordRelease, toDeploy } from './show-release.ts'
