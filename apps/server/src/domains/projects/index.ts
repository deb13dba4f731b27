/**
 * Owns projects, the bundle identifiers pinned to each, and their ingest tokens. Every query is limited to the projects
 * that the caller sees: another tenant's project does not exist. It never stores a plain token and never erases the
 * data of a deleted project (retention does).
 */
export { findBucketNames, findBuckets, saveBucket } from './bucket-store.ts'
export {
  closeProject,
  markElsewhere,
  movesAreOpen,
  openProject,
  refuseClosed,
  settleMoves,
} from './closed-project-store.ts'
export { forgetClosedTokens } from './closed-token-store.ts'
export { inBucketOf, ofBucketsWith, ofEachBucket } from './in-buckets.ts'
export { findIngestTokens, findSender } from './ingest-token-store.ts'
export { deleteProjectsOf, markProjectDeleted, revokeIngestTokenByOperator } from './manage-projects.ts'
export {
  abandonMove,
  beginMove,
  findLeftovers,
  findPlace,
  finishMove,
  forgetErased,
  holdLeftovers,
  leftoversAreIn,
  type Move,
  pauseMove,
  touchLeftovers,
} from './move-store.ts'
export {
  authorizeProject,
  deleteErasedProject,
  findLasting,
  findProjectIds,
  findProjects,
  findProjectsOf,
  findShortPrefix,
  findVisible,
  getProjectName,
  holdProjects,
  markOrphansDeleted,
  notifyAllChanged,
  type ProjectRecord,
  projectChannel,
} from './project-store.ts'
export { mountProjects } from './routes.ts'
