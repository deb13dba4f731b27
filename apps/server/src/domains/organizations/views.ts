import {
  type Invitation,
  type Member,
  type Organization,
  type OrganizationEntry,
  type OrganizationToken,
  type Team,
  toPlainId,
  toProjectId,
} from '@bugle/protocol'
import type { OrganizationTokenRecord } from '../auth/index.ts'
import type { Membership } from '../memberships/index.ts'
import type { InvitationRow } from './invitation-store.ts'
import type { MemberRow } from './member-store.ts'
import type { EntryRow } from './organization-audit-store.ts'
import type { TeamRow } from './team-store.ts'

// Rows, in the form that the API shows.

export function toOrganization(row: Membership): Organization {
  return {
    id: toPlainId('org', row.organizationId),
    name: row.name,
    role: row.role,
    membership: row.membership,
    require_totp: row.requireTotp,
    require_sso: row.requireSso,
    created_at: row.createdAt.toISOString(),
    lacks_totp: row.lacksTotp,
    billing_user_id: row.billingUserId === null ? null : toPlainId('usr', row.billingUserId),
  }
}

export function toMember(row: MemberRow): Member {
  return {
    id: toPlainId('usr', row.userId),
    name: row.name,
    email: row.email,
    role: row.role,
    joined_at: row.joinedAt.toISOString(),
    source: row.source,
    has_totp: row.hasTotp,
    team_ids: row.teamIds.map((id) => toPlainId('tea', id)),
  }
}

export function toTeam(row: TeamRow): Team {
  return {
    id: toPlainId('tea', row.id),
    name: row.name,
    created_at: row.createdAt.toISOString(),
    members: row.members.map(({ userId, name, isLead, source }) => ({
      id: toPlainId('usr', userId),
      name,
      is_lead: isLead,
      source,
    })),
    project_ids: row.projectIds.map(toProjectId),
  }
}

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: toPlainId('inv', row.id),
    email: row.email,
    role: row.role,
    team_ids: row.teamIds.map((id) => toPlainId('tea', id)),
    invited_by: { id: toPlainId('usr', row.invitedBy), name: row.invitedByName },
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    status: row.status,
  }
}

export function toOrganizationToken(row: OrganizationTokenRecord): OrganizationToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    last4: row.last4,
    created_at: row.createdAt.toISOString(),
    created_by:
      row.createdBy === null || row.createdByName === null
        ? null
        : { id: toPlainId('usr', row.createdBy), name: row.createdByName },
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
  }
}

export function toEntry(row: EntryRow): OrganizationEntry {
  return {
    id: row.id,
    action: row.action,
    created_at: row.createdAt.toISOString(),
    actor: {
      kind: row.actorKind,
      id: row.actorId === null ? null : toPlainId('usr', row.actorId),
      name: row.actorName,
    },
    address: row.address,
    device: row.device,
    details: row.details,
  }
}
