import { mayDo, type Role, type Scope } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type Database, type Queryable, queryPrepared } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { Refusal } from '../../refusal.ts'

type Db = Kysely<Schema>

/** How somebody came to be a member. */
export type MembershipSource = 'owner' | 'invitation' | 'oidc'

/** An organization as one of its members sees it. */
export interface Membership {
  organizationId: string
  name: string
  role: Role
  source: MembershipSource
  membership: 'open' | 'closed'
  requireTotp: boolean
  requireSso: boolean
  createdAt: Date
  /** The owner who answers for the subscription. */
  billingUserId: string | null
  /** The organization asks for a second factor that this member does not have yet. */
  lacksTotp: boolean
}

const columns = sql`
  o.id as "organizationId", o.name, m.role, m.source, o.membership, o.require_totp as "requireTotp",
  o.require_sso as "requireSso", o.created_at as "createdAt",
  o.billing_user_id as "billingUserId", (o.require_totp and not exists (
    select from second_factors f where f.user_id = m.user_id)) as "lacksTotp"`

/** Returns the organizations of a user, in the order of joining. */
export async function findMemberships(db: Db, userId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select ${columns} from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} order by m.created_at, o.id`.execute(db)
  return rows
}

export async function findMembership(db: Db, organizationId: string, userId: string): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`
    select ${columns} from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.organization_id = ${organizationId}`.execute(db)
  return rows[0]
}

/**
 * Returns the caller's role in an organization.
 *
 * @throws Refusal `not_found` for those who are no members, `totp_required`, `insufficient_role`
 */
export async function authorizeOrganization(
  database: Database,
  { userId, needs }: Pick<Caller, 'userId' | 'needs'>,
  organizationId: string,
  scope: Scope | undefined = needs,
): Promise<Role> {
  const statement = sql<Membership>`
    select ${columns} from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.organization_id = ${organizationId}`
  const [found] = await queryPrepared(database, 'role-in-organization', statement)
  if (found === undefined) throw new Refusal('not_found')
  // Leaving, and looking at the organization's settings, is possible without.
  if (found.lacksTotp && scope !== undefined && !['own:write', 'member:read'].includes(scope))
    throw new Refusal('totp_required')
  if (scope !== undefined && !mayDo(found.role, scope)) throw new Refusal('insufficient_role')
  return found.role
}

/**
 * Returns the role of a member and holds it until the transaction ends: a change that takes the role away waits for what
 * is being written under it.
 */
export async function holdRole(tx: Db, organizationId: string, userId: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select m.role from memberships m
    where m.organization_id = ${organizationId} and m.user_id = ${userId} for share`.execute(tx)
  return rows[0]?.role
}

/**
 * Waits until one member, or all, have finished what they are writing, before a right is taken away from them. The
 * organization must be locked.
 */
export async function awaitWriters(tx: Db, organizationId: string, userId: string | null = null): Promise<void> {
  await sql`
    select from memberships m
    where m.organization_id = ${organizationId} and (${userId}::uuid is null or m.user_id = ${userId})
    order by m.user_id for no key update`.execute(tx)
}

/** Whether an organization wants the user to log in by the identity provider. Owners may always use their passwords. */
export async function mustUseSso(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.role <> 'owner' and o.require_sso limit 1`.execute(db)
  return rows.length > 0
}

/** Creates an organization with its owner. @returns its id */
export async function createOrganization(
  tx: Db,
  { name, ownerId }: { name: string; ownerId: string },
): Promise<string> {
  const id = uuidv7()
  await sql`insert into organizations (id, name, billing_user_id) values (${id}, ${name}, ${ownerId})`.execute(tx)
  await insertMembership(tx, { organizationId: id, userId: ownerId, role: 'owner', source: 'owner', invitedBy: null })
  return id
}

/** Creates an organization named after its owner. */
export async function createOwnOrganization(tx: Db, ownerId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from users where id = ${ownerId}`.execute(tx)
  if (rows[0] === undefined) throw new Refusal('unauthenticated')
  return createOrganization(tx, { name: rows[0].name, ownerId })
}

/**
 * Locks an organization until the transaction ends, so that changes of its members come one after the other.
 *
 * @returns false if it is gone
 */
export async function lockOrganization(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from organizations o where o.id = ${id} for no key update`.execute(tx)
  return rows.length > 0
}

export interface NewMembership {
  organizationId: string
  userId: string
  role: Role
  source: MembershipSource
  invitedBy: string | null
}

/** @returns false for somebody who is a member already */
export async function insertMembership(tx: Db, membership: NewMembership): Promise<boolean> {
  const { organizationId, userId, role, source, invitedBy } = membership
  const { numAffectedRows = 0n } = await sql`
    insert into memberships (organization_id, user_id, role, source, invited_by)
    values (${organizationId}, ${userId}, ${role}, ${source}, ${invitedBy})
    on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}

/** The organization must be locked. */
export async function updateRole(tx: Db, organizationId: string, userId: string, role: Role): Promise<void> {
  await sql`
    update memberships set role = ${role}
    where organization_id = ${organizationId} and user_id = ${userId}`.execute(tx)
  await passBilling(tx, organizationId)
}

/** Makes an owner answer for the subscription of an organization, which must be locked. */
export async function setBilling(tx: Db, organizationId: string, userId: string): Promise<void> {
  await sql`update organizations set billing_user_id = ${userId} where id = ${organizationId}`.execute(tx)
}

/** Passes the subscription to the oldest owner, unless the one who answers for it is an owner still. */
async function passBilling(tx: Db, organizationId: string): Promise<void> {
  await sql`
    update organizations o set billing_user_id = (
      select m.user_id from memberships m where m.organization_id = o.id and m.role = 'owner'
      order by m.created_at, m.user_id limit 1)
    where o.id = ${organizationId} and not exists (
      select from memberships m
      where m.organization_id = o.id and m.user_id = o.billing_user_id and m.role = 'owner')`.execute(tx)
}

/** Ends a membership; the organization must be locked. */
export async function deleteMembership(tx: Db, organizationId: string, userId: string): Promise<void> {
  await sql`
    delete from memberships where organization_id = ${organizationId} and user_id = ${userId}`.execute(tx)
  await passBilling(tx, organizationId)
}

/** Whether a user is the only owner; the organization must be locked. */
export async function isSoleOwner(tx: Db, organizationId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ sole: boolean }>`
    select bool_and(m.user_id = ${userId}) as sole from memberships m
    where m.organization_id = ${organizationId} and m.role = 'owner'`.execute(tx)
  return rows[0]?.sole === true
}

export interface OrganizationChange {
  name: string
  membership: 'open' | 'closed'
  requireTotp: boolean
  requireSso: boolean
}

export async function updateOrganization(tx: Db, id: string, change: OrganizationChange): Promise<void> {
  await sql`
    update organizations set name = ${change.name}, membership = ${change.membership},
      require_totp = ${change.requireTotp}, require_sso = ${change.requireSso}
    where id = ${id}`.execute(tx)
}

/** Ends all memberships of an organization. It loses its name, and stays until its projects are erased. */
export async function emptyOrganization(tx: Db, id: string): Promise<void> {
  await sql`delete from memberships where organization_id = ${id}`.execute(tx)
  await sql`update organizations set name = '' where id = ${id}`.execute(tx)
}

/**
 * Prepares the organizations of a user whose account is deleted: locks them, and clears the names of those that have no
 * other member.
 *
 * @returns those without another member
 * @throws Refusal `sole_owner` if one would have members and no owner
 */
export async function leaveOrganizations(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o
    where o.id in (select m.organization_id from memberships m where m.user_id = ${userId})
    order by o.id for no key update`.execute(tx)
  const { rows: counted } = await sql<{ id: string; others: number; owners: number; mine: number }>`
    select m.organization_id as id, count(*) filter (where m.user_id <> ${userId})::int as others,
      count(*) filter (where m.user_id <> ${userId} and m.role = 'owner')::int as owners,
      count(*) filter (where m.user_id = ${userId} and m.role = 'owner')::int as mine
    from memberships m where m.organization_id = any(${rows.map(({ id }) => id)}::uuid[])
    group by m.organization_id`.execute(tx)
  if (counted.some(({ others, owners, mine }) => mine > 0 && others > 0 && owners === 0))
    throw new Refusal('sole_owner')
  const lonely = counted.filter(({ others }) => others === 0).map(({ id }) => id)
  await sql`update organizations set name = '' where id = any(${lonely}::uuid[])`.execute(tx)
  return lonely
}

/** Deletes organizations without members, once their projects are gone. */
export async function deleteEmptyOrganizations(db: Queryable): Promise<void> {
  await db.query(
    `delete from organizations o
      where not exists (select from memberships m where m.organization_id = o.id)
        and not exists (select from projects p where p.organization_id = o.id)`,
  )
}
