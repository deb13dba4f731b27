/**
 * Owns what makes an organization one of several people: changes of its members and their roles, teams, invitations,
 * tokens, and its audit trail. It never lets an organization be without an owner, and shows nothing of it before an
 * invitation is accepted. The view `visible_projects` alone decides who sees which project.
 */
export { type AuditActor, auditActorOf, operator } from './audit-actor.ts'
export { memberMailJobs } from './mail-jobs.ts'
export { acceptInvitation, getOpenInvitation } from './manage-invitations.ts'
export { inOrganization } from './manage-members.ts'
export {
  changesBetween,
  deleteOrganizationAudits,
  evictOrganizationAudits,
  findEntries,
  forgetOldOrganizationAudits,
  recordOrganizationAudit,
  recordProjectAudit,
  takePendingEntries,
} from './organization-audit-store.ts'
export { mountOrganizations } from './routes.ts'
export { deleteTeamMember as removeFromTeam, putTeamMember } from './team-store.ts'
export { toEntry } from './views.ts'
