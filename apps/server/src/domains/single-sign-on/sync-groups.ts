import { toPlainId } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import type { AuditOrigin } from '../accounts/index.ts'
import { endPasswordSessions } from '../auth/index.ts'
import { awaitWriters, findMembership, insertMembership, lockOrganization, updateRole } from '../memberships/index.ts'
import { putTeamMember, recordOrganizationAudit, removeFromTeam } from '../organizations/index.ts'
import { findTeamsByGroup, findTeamsNamed } from './group-store.ts'

export interface GroupRules {
  /** The organization that people of the provider join; undefined for none. */
  organizationId: string | undefined
  /** Members of this group are admins of it. */
  adminGroup: string | undefined
}

/**
 * Makes membership, role and teams what the provider's groups say. Only what came from the provider is changed or taken
 * away: a role that an invitation gave stays, and so does a team that somebody was added to here.
 *
 * @param groups undefined if the provider sends none: then nothing is taken away
 */
export async function syncGroups(
  tx: Tx,
  userId: string,
  groups: string[] | undefined,
  { organizationId, adminGroup }: GroupRules,
  origin: AuditOrigin,
): Promise<void> {
  if (organizationId === undefined || !(await lockOrganization(tx, organizationId))) return
  const auditActor = { kind: 'oidc', userId, origin } as const
  const isAdmin = adminGroup !== undefined && groups?.includes(adminGroup) === true
  const role = isAdmin ? 'admin' : 'member'
  const isNew = await insertMembership(tx, { organizationId, userId, role, source: 'oidc', invitedBy: null })
  if (isNew) {
    await endPasswordSessions(tx, organizationId, userId)
    await recordOrganizationAudit(tx, organizationId, auditActor, 'member.joined', { role })
  }
  if (groups === undefined) return
  const member = await findMembership(tx, organizationId, userId)
  const isOfProvider = member?.source === 'oidc' && (member.role === 'admin' || member.role === 'member')
  if (adminGroup !== undefined && isOfProvider && member.role !== role) {
    await updateRole(tx, organizationId, userId, role)
    const details = { user: toPlainId('usr', userId), from: member.role, to: role }
    await recordOrganizationAudit(tx, organizationId, auditActor, 'member.role_changed', details)
  }
  const wanted = await findTeamsNamed(tx, organizationId, groups)
  const present = await findTeamsByGroup(tx, organizationId, userId)
  for (const teamId of wanted)
    await putTeamMember(tx, { organizationId, teamId }, { userId, isLead: undefined, source: 'oidc' })
  const lost = present.filter((id) => !wanted.includes(id))
  if (lost.length > 0) await awaitWriters(tx, organizationId, userId)
  for (const teamId of lost) await removeFromTeam(tx, teamId, userId)
}
