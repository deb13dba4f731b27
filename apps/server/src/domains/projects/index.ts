/**
 * Owns projects, the bundle identifiers pinned to each, and their ingest tokens. Every query is limited to the projects
 * that the caller sees: another tenant's project does not exist. It never stores a plain token and never erases the
 * data of a deleted project (retention does).
 */
export { findIngestTokens, findSender } from './ingest-token-store.ts'
export { deleteProjectsOf, markProjectDeleted, revokeIngestTokenByOperator } from './manage-projects.ts'
export {
  authorizeProject,
  deleteErasedProject,
  findProjectIds,
  findProjects,
  findVisible,
  getProjectName,
  holdProjects,
  markOrphansDeleted,
  notifyAllChanged,
  type ProjectRecord,
  projectChannel,
} from './project-store.ts'
export { mountProjects } from './routes.ts'
