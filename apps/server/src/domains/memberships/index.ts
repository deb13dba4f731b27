/**
 * Owns organizations and who belongs to them in which role. It authorizes callers in an organization, and decides no
 * change of members: that is the business of organizations, as are teams and invitations.
 */
export {
  authorizeOrganization,
  awaitWriters,
  createOrganization,
  createOwnOrganization,
  deleteEmptyOrganizations,
  deleteMembership,
  emptyOrganization,
  findMembership,
  findMemberships,
  holdRole,
  holdRoles,
  insertMembership,
  isSoleOwner,
  leaveOrganizations,
  lockOrganization,
  type Membership,
  type MembershipSource,
  mustUseSso,
  setBilling,
  updateOrganization,
  updateRole,
} from './membership-store.ts'
