import { isAtLeast, mayDo, type Role, type Scope, toPlainId } from '@bugle/protocol'
import { type Database, type Tx, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { endPasswordSessions } from '../auth/index.ts'
import {
  deleteMembership,
  findMembership,
  holdRole,
  isSoleOwner,
  lockOrganization,
  type Membership,
  updateRole,
} from '../memberships/index.ts'
import type { AuditActor } from './audit-actor.ts'
import { revokeInvitationsOf } from './invitation-store.ts'
import { queueMemberMail } from './mail-jobs.ts'
import { recordOrganizationAudit } from './organization-audit-store.ts'
import { leaveTeams } from './team-store.ts'

/** Takes the issues of an organization from a member who leaves, or a team that ends. */
export type ClearAssignee = (
  tx: Tx,
  organizationId: string,
  assignee: { userId: string } | { teamId: string },
) => Promise<void>

export interface MemberDeps {
  db: Database
  /** Whether members can log in through an identity provider. */
  hasSso: boolean
  clearAssignee: ClearAssignee
}

/** Whether a member with one role may give, change and take another: an owner any, an admin those below their own. */
export function mayGrant(own: Role, other: Role): boolean {
  return own === 'owner' || (mayDo(own, 'member:write') && own !== other && isAtLeast(own, other))
}

/** Changes a member's role. */
export function changeRole(
  { db, hasSso }: MemberDeps,
  auditActor: AuditActor,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: Role },
): Promise<void> {
  return inOrganization(db, { organizationId, auditActor, needs: 'member:write' }, async (tx, own) => {
    const member = await getMember(tx, organizationId, userId)
    if (member.role === role) return
    if (!mayGrant(own, member.role) || !mayGrant(own, role)) throw new Refusal('insufficient_role')
    if (await isSoleOwner(tx, organizationId, userId)) throw new Refusal('sole_owner')
    await updateRole(tx, organizationId, userId, role)
    // A former owner may have a session by password.
    if (hasSso) await endPasswordSessions(tx, organizationId, userId)
    await recordOrganizationAudit(tx, organizationId, auditActor, 'member.role_changed', {
      user: toPlainId('usr', userId),
      from: member.role,
      to: role,
    })
    await queueMemberMail(tx, organizationId, 'role_changed_mail', {
      userId,
      organizationId,
      organization: member.name,
      role,
    })
  })
}

/** Ends somebody's membership. */
export function removeMember(
  deps: MemberDeps,
  auditActor: AuditActor,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  return inOrganization(deps.db, { organizationId, auditActor, needs: 'member:write' }, async (tx, own) => {
    const member = await getMember(tx, organizationId, userId)
    if (!mayGrant(own, member.role)) throw new Refusal('insufficient_role')
    await endMembership(deps, tx, { organizationId, userId })
    await recordOrganizationAudit(tx, organizationId, auditActor, 'member.removed', {
      user: toPlainId('usr', userId),
      role: member.role,
    })
    await queueMemberMail(tx, organizationId, 'role_changed_mail', {
      userId,
      organizationId,
      organization: member.name,
      role: null,
    })
  })
}

/** Ends the caller's own membership. */
export function leaveOrganization(
  deps: MemberDeps,
  auditActor: AuditActor,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  return inOrganization(deps.db, { organizationId, auditActor, needs: 'own:write' }, async (tx) => {
    const member = await getMember(tx, organizationId, userId)
    await endMembership(deps, tx, { organizationId, userId })
    await recordOrganizationAudit(tx, organizationId, auditActor, 'member.left', {
      user: toPlainId('usr', userId),
      role: member.role,
    })
  })
}

/** Ends a membership with all that hangs on it. The organization must be locked. */
async function endMembership(
  { clearAssignee }: MemberDeps,
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  if (await isSoleOwner(tx, organizationId, userId)) throw new Refusal('sole_owner')
  // First: whoever adds them to a team at this moment waits, and then finds no member.
  await deleteMembership(tx, organizationId, userId)
  await leaveTeams(tx, organizationId, userId)
  await revokeInvitationsOf(tx, organizationId, userId)
  await clearAssignee(tx, organizationId, { userId })
}

/**
 * Changes an organization. Changes come one after the other, and are judged by the role that their author has now and
 * keeps until the end: it may have changed since the request was let in.
 */
export function inOrganization<T>(
  db: Database,
  { organizationId, auditActor: { userId }, needs }: { organizationId: string; auditActor: AuditActor; needs: Scope },
  change: (tx: Tx, own: Role) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) throw new Refusal('not_found')
    const own = userId === null ? undefined : await holdRole(tx, organizationId, userId)
    if (own === undefined) throw new Refusal('not_found')
    if (!mayDo(own, needs)) throw new Refusal('insufficient_role')
    return change(tx, own)
  })
}

async function getMember(tx: Tx, organizationId: string, userId: string): Promise<Membership> {
  const member = await findMembership(tx, organizationId, userId)
  if (member === undefined) throw new Refusal('not_found')
  return member
}
