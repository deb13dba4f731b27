import type { Role } from '@bugle/protocol'
import { uuidv7 } from 'uuidv7'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

export interface InvitationRow {
  id: string
  organizationId: string
  organization: string
  /** Whether members of the organization have to log in by the identity provider. */
  requireSso: boolean
  email: string | null
  role: Role
  teamIds: string[]
  invitedBy: string
  invitedByName: string
  createdAt: Date
  expiresAt: Date
  status: 'open' | 'accepted' | 'revoked' | 'expired'
}

const columns = sql`
  i.id, i.organization_id as "organizationId", o.name as organization, o.require_sso as "requireSso", i.email, i.role,
  i.team_ids::text[] as "teamIds", i.invited_by as "invitedBy", u.name as "invitedByName",
  i.created_at as "createdAt", i.expires_at as "expiresAt",
  case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
    when i.expires_at <= now() then 'expired' else 'open' end as status`
const tables = sql`
  invitations i join organizations o on o.id = i.organization_id join users u on u.id = i.invited_by`

export interface NewInvitation {
  organizationId: string
  email: string | null
  role: Role
  teamIds: string[]
  invitedBy: string
  secretHash: Buffer
  days: number
}

/** @returns its id */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<string> {
  const id = uuidv7()
  await execute(
    tx,
    sql`
      insert into invitations (id, organization_id, email, role, team_ids, secret_hash, invited_by, expires_at)
      values (${id}, ${invitation.organizationId}, ${invitation.email}, ${invitation.role},
        ${invitation.teamIds}::uuid[], ${invitation.secretHash}, ${invitation.invitedBy},
        now() + make_interval(days => ${invitation.days}))`,
  )
  return id
}

/** How many invitations of an organization are open, and how many somebody has sent within an hour. */
export async function countInvitations(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<{ open: number; sent: number }> {
  const rows = await rowsOf(
    tx,
    sql<{ open: number; sent: number }>`
      select
        (select count(*) from invitations i where i.organization_id = ${organizationId} and i.accepted_at is null
          and i.revoked_at is null and i.expires_at > now())::int as open,
        (select count(*) from invitations i where i.invited_by = ${userId}
          and i.created_at > now() - interval '1 hour')::int as sent`,
  )
  return rows[0]!
}

/** Returns the open invitations of an organization and those of the last month, newest first. */
export async function findInvitations(db: Queryable, organizationId: string, limit: number): Promise<InvitationRow[]> {
  return rowsOf(
    db,
    sql<InvitationRow>`
      select ${columns} from ${tables}
      where i.organization_id = ${organizationId} and i.created_at > now() - interval '60 days'
      order by i.created_at desc, i.id desc limit ${limit}`,
  )
}

export async function findInvitation(db: Queryable, id: string): Promise<InvitationRow | undefined> {
  const rows = await rowsOf(db, sql<InvitationRow>`select ${columns} from ${tables} where i.id = ${id}`)
  return rows[0]
}

/** Returns the invitation of a link, and whether it is the link of its mail. */
export async function findInvitationBy(
  db: Queryable,
  secretHash: Buffer,
): Promise<(InvitationRow & { isMailed: boolean }) | undefined> {
  const rows = await rowsOf(
    db,
    sql<InvitationRow & { isMailed: boolean }>`
      select ${columns}, i.secret_hash <> ${secretHash} as "isMailed" from ${tables}
      where i.secret_hash = ${secretHash} or i.mail_secret_hash = ${secretHash}`,
  )
  return rows[0]
}

/** Uses up an open invitation; the organization must be locked. @returns false if somebody else was faster */
export async function takeInvitation(tx: Tx, id: string, userId: string): Promise<boolean> {
  const affected = await execute(
    tx,
    sql`
      update invitations set accepted_at = now(), accepted_by = ${userId}
      where id = ${id} and accepted_at is null and revoked_at is null and expires_at > clock_timestamp()`,
  )
  return affected > 0
}

/** @returns whether it was open */
export async function revokeInvitation(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const affected = await execute(
    tx,
    sql`
      update invitations set revoked_at = now()
      where id = ${id} and organization_id = ${organizationId} and accepted_at is null and revoked_at is null`,
  )
  return affected > 0
}

/** Revokes the open invitations of a member who leaves. */
export async function revokeInvitationsOf(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await execute(
    tx,
    sql`
      update invitations set revoked_at = now()
      where organization_id = ${organizationId} and invited_by = ${userId} and accepted_at is null
        and revoked_at is null`,
  )
}

/** Keeps the secret of a mailed link; that of an earlier mail stops working. @returns false unless it is open */
export async function putMailSecret(db: Queryable, id: string, secretHash: Buffer): Promise<boolean> {
  const affected = await execute(
    db,
    sql`
      update invitations set mail_secret_hash = ${secretHash}
      where id = ${id} and accepted_at is null and revoked_at is null and expires_at > now()`,
  )
  return affected > 0
}
