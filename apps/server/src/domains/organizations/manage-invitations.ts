import { type InvitationBody, type InvitationView, limits, parsePlainId, type Role } from '@bugle/protocol'
import type { Database, Queryable, Tx } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditOrigin, findUser, markConfirmed, type UserRecord } from '../accounts/index.ts'
import { endPasswordSessions, newSecret, secretHashOf } from '../auth/index.ts'
import { findMembership, insertMembership, lockOrganization } from '../memberships/index.ts'
import type { AuditActor } from './audit-actor.ts'
import {
  countInvitations,
  findInvitation,
  findInvitationBy,
  type InvitationRow,
  insertInvitation,
  revokeInvitation,
  takeInvitation,
} from './invitation-store.ts'
import { invitationLink, queueMemberMail } from './mail-jobs.ts'
import { inOrganization, mayGrant } from './manage-members.ts'
import { recordOrganizationAudit } from './organization-audit-store.ts'
import { findTeamIds, putTeamMember } from './team-store.ts'

export interface InvitationDeps {
  db: Database
  /** Public origin, where links lead. */
  url: string
}

const defaultDays = 7

/**
 * Invites somebody. The link is returned this once; a mail to the address gets a link of its own, because using that one
 * proves the address.
 */
export function invite(
  { db, url }: InvitationDeps,
  auditActor: AuditActor & { userId: string },
  organizationId: string,
  { email = null, role, team_ids, send_mail, expires_in_days }: InvitationBody,
): Promise<{ invitation: InvitationRow; link: string }> {
  const { secret, secretHash } = newSecret()
  return inOrganization(db, { organizationId, auditActor, needs: 'member:write' }, async (tx, own) => {
    if (!mayGrant(own, role)) throw new Refusal('insufficient_role')
    await checkLimits(tx, organizationId, auditActor.userId)
    const teamIds = await teamsOf(tx, organizationId, team_ids ?? [])
    const days = expires_in_days ?? defaultDays
    const given = { organizationId, email, role, teamIds, invitedBy: auditActor.userId, secretHash, days }
    const id = await insertInvitation(tx, given)
    await recordOrganizationAudit(tx, organizationId, auditActor, 'member.invited', { role, email })
    if (email !== null && send_mail !== false) {
      await requireConfirmed(tx, auditActor.userId)
      await queueMemberMail(tx, organizationId, 'invitation_mail', { invitationId: id })
    }
    return { invitation: (await findInvitation(tx, id))!, link: invitationLink(url, secret) }
  })
}

/** Nobody makes Bugle send mails to strangers from an address that may not be theirs. */
async function requireConfirmed(tx: Tx, userId: string): Promise<void> {
  const author = await findUser(tx, userId)
  if (author?.emailConfirmedAt == null)
    throw new Refusal('validation_failed', {
      errors: { send_mail: ['needs the e-mail address of your account to be confirmed'] },
    })
}

async function checkLimits(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const { open, sent } = await countInvitations(tx, organizationId, userId)
  if (sent >= limits.invitationsPerHour)
    throw new Refusal('rate_limited', { message: 'Too many invitations within an hour.', retryAfterSeconds: 600 })
  if (open >= limits.openInvitations)
    throw new Refusal('validation_failed', {
      message: `An organization may have at most ${limits.openInvitations} open invitations. Revoke one first.`,
    })
}

async function teamsOf(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const wanted = ids.map((id) => parsePlainId('tea', id))
  const known = wanted.filter((id) => id !== undefined)
  const found = await findTeamIds(tx, organizationId, known)
  if (known.length < wanted.length || new Set(known).size !== found.length)
    throw new Refusal('validation_failed', { errors: { team_ids: ['must be teams of the organization'] } })
  return found
}

export function withdrawInvitation(
  { db }: InvitationDeps,
  auditActor: AuditActor,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  return inOrganization(db, { organizationId, auditActor, needs: 'member:write' }, async (tx) => {
    const found = await findInvitation(tx, id)
    if (!(await revokeInvitation(tx, organizationId, id))) throw new Refusal('not_found')
    await recordOrganizationAudit(tx, organizationId, auditActor, 'invitation.revoked', {
      email: found?.email ?? null,
      role: found?.role ?? null,
    })
  })
}

/** An invitation that can be accepted now. */
export interface OpenInvitation extends InvitationRow {
  /** Whether the link came by mail to the invited address, which proves that it is theirs. */
  isMailed: boolean
}

/** @throws Refusal `link_expired`, whatever the reason */
export async function getOpenInvitation(db: Queryable, token: string): Promise<OpenInvitation> {
  const found = await findInvitationBy(db, secretHashOf(token))
  if (found === undefined || found.status !== 'open') throw new Refusal('link_expired')
  // An invitation is worth as much as its author's role is now.
  const author = await findMembership(db, found.organizationId, found.invitedBy)
  if (author === undefined || !mayGrant(author.role, found.role)) throw new Refusal('link_expired')
  return found
}

/** Says who invites to what, to whoever has the link. */
export async function viewInvitation(
  { db, mayRegister, hasSso }: { db: Database; mayRegister: boolean; hasSso: boolean },
  token: string,
): Promise<InvitationView> {
  const invitation = await getOpenInvitation(db, token)
  const { organization, invitedByName, role, email, expiresAt } = invitation
  const requires_sso = hasSso && needsSso(invitation)
  return {
    organization,
    invited_by: invitedByName,
    role,
    email,
    expires_at: expiresAt.toISOString(),
    may_register: mayRegister && !requires_sso,
    requires_sso,
  }
}

/**
 * Accepts an invitation, and uses it up in the same transaction.
 *
 * @param sso whether people can log in by an identity provider, and whether this one has
 * @throws Refusal `link_expired`, `invitation_for_other`, `already_member`, `sso_required`
 */
export async function acceptInvitation(
  tx: Tx,
  user: UserRecord,
  token: string,
  origin: AuditOrigin,
  sso: { isOn: boolean; isUsed: boolean },
): Promise<{ organizationId: string; role: Role }> {
  const { organizationId } = await getOpenInvitation(tx, token)
  if (!(await lockOrganization(tx, organizationId))) throw new Refusal('link_expired')
  const invitation = await getOpenInvitation(tx, token)
  if (!isFor(invitation, user)) throw new Refusal('invitation_for_other')
  if (sso.isOn && needsSso(invitation) && !sso.isUsed) throw new Refusal('sso_required')
  const { id, role, teamIds, invitedBy } = invitation
  const membership = { organizationId, userId: user.id, role, source: 'invitation' as const, invitedBy }
  if (!(await insertMembership(tx, membership))) throw new Refusal('already_member')
  if (!(await takeInvitation(tx, id, user.id))) throw new Refusal('link_expired')
  if (invitation.isMailed && isAddressed(invitation, user)) await markConfirmed(tx, user.id)
  // The user's other sessions.
  if (sso.isOn) await endPasswordSessions(tx, organizationId, user.id)
  for (const teamId of teamIds)
    await putTeamMember(tx, { organizationId, teamId }, { userId: user.id, isLead: undefined, source: 'member' })
  const auditActor = { kind: 'user', userId: user.id, origin } as const
  await recordOrganizationAudit(tx, organizationId, auditActor, 'member.joined', {
    role,
    invited_by: invitation.invitedByName,
  })
  await queueMemberMail(tx, organizationId, 'joined_mail', { userId: invitedBy, organizationId, memberId: user.id })
  return { organizationId, role }
}

/** Whether only sessions by the identity provider may join by an invitation. */
function needsSso({ requireSso, role }: InvitationRow): boolean {
  return requireSso && role !== 'owner'
}

/** Whether an account may accept: an invitation to an address needs that address, proven by either side. */
function isFor(invitation: OpenInvitation, user: UserRecord): boolean {
  if (invitation.email === null) return true
  return isAddressed(invitation, user) && (invitation.isMailed || user.emailConfirmedAt !== null)
}

function isAddressed({ email }: InvitationRow, user: Pick<UserRecord, 'email'>): boolean {
  return email?.toLowerCase() === user.email.toLowerCase()
}
