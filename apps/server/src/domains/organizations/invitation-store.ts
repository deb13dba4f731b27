import type { Role } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Schema } from '../../db/schema.ts'

type Db = Kysely<Schema>

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
export async function insertInvitation(tx: Db, invitation: NewInvitation): Promise<string> {
  const id = uuidv7()
  await sql`
    insert into invitations (id, organization_id, email, role, team_ids, secret_hash, invited_by, expires_at)
    values (${id}, ${invitation.organizationId}, ${invitation.email}, ${invitation.role},
      ${invitation.teamIds}::uuid[], ${invitation.secretHash}, ${invitation.invitedBy},
      now() + make_interval(days => ${invitation.days}))`.execute(tx)
  return id
}

/** How many invitations of an organization are open, and how many somebody has sent within an hour. */
export async function countInvitations(
  tx: Db,
  organizationId: string,
  userId: string,
): Promise<{ open: number; sent: number }> {
  const { rows } = await sql<{ open: number; sent: number }>`
    select
      (select count(*) from invitations i where i.organization_id = ${organizationId} and i.accepted_at is null
        and i.revoked_at is null and i.expires_at > now())::int as open,
      (select count(*) from invitations i where i.invited_by = ${userId}
        and i.created_at > now() - interval '1 hour')::int as sent`.execute(tx)
  return rows[0]!
}

/** Returns the open invitations of an organization and those of the last month, newest first. */
export async function findInvitations(db: Db, organizationId: string, limit: number): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from ${tables}
    where i.organization_id = ${organizationId} and i.created_at > now() - interval '60 days'
    order by i.created_at desc, i.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`select ${columns} from ${tables} where i.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the invitation of a link, and whether it is the link of its mail. */
export async function findInvitationBy(
  db: Db,
  secretHash: Buffer,
): Promise<(InvitationRow & { isMailed: boolean }) | undefined> {
  const { rows } = await sql<InvitationRow & { isMailed: boolean }>`
    select ${columns}, i.secret_hash <> ${secretHash} as "isMailed" from ${tables}
    where i.secret_hash = ${secretHash} or i.mail_secret_hash = ${secretHash}`.execute(db)
  return rows[0]
}

/** Uses up an open invitation; the organization must be locked. @returns false if somebody else was faster */
export async function takeInvitation(tx: Db, id: string, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update invitations set accepted_at = now(), accepted_by = ${userId}
    where id = ${id} and accepted_at is null and revoked_at is null and expires_at > clock_timestamp()`.execute(tx)
  return numAffectedRows > 0n
}

/** @returns whether it was open */
export async function revokeInvitation(tx: Db, organizationId: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update invitations set revoked_at = now()
    where id = ${id} and organization_id = ${organizationId} and accepted_at is null and revoked_at is null`.execute(tx)
  return numAffectedRows > 0n
}

/** Revokes the open invitations of a member who leaves. */
export async function revokeInvitationsOf(tx: Db, organizationId: string, userId: string): Promise<void> {
  await sql`
    update invitations set revoked_at = now()
    where organization_id = ${organizationId} and invited_by = ${userId} and accepted_at is null
      and revoked_at is null`.execute(tx)
}

/** Keeps the secret of a mailed link; that of an earlier mail stops working. @returns false unless it is open */
export async function putMailSecret(db: Db, id: string, secretHash: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update invitations set mail_secret_hash = ${secretHash}
    where id = ${id} and accepted_at is null and revoked_at is null and expires_at > now()`.execute(db)
  return numAffectedRows > 0n
}
