import { mayDo, type Role, type Scope } from '@bugle/protocol'
import { uuidv7 } from 'uuidv7'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'
import { Refusal } from '../../refusal.ts'

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
    select 1 from second_factors f where f.user_id = m.user_id)) as "lacksTotp"`

/** Returns the organizations of a user, in the order of joining. */
export async function findMemberships(db: Queryable, userId: string): Promise<Membership[]> {
  return rowsOf(
    db,
    sql<Membership>`
      select ${columns} from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = ${userId} order by m.created_at, o.id`,
  )
}

export async function findMembership(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<Membership | undefined> {
  const rows = await rowsOf(
    db,
    sql<Membership>`
      select ${columns} from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = ${userId} and m.organization_id = ${organizationId}`,
  )
  return rows[0]
}

/**
 * Returns the caller's role in an organization.
 *
 * @throws Refusal `not_found` for those who are no members, `totp_required`, `insufficient_role`
 */
export async function authorizeOrganization(
  db: Queryable,
  { userId, needs }: Pick<Caller, 'userId' | 'needs'>,
  organizationId: string,
  scope: Scope | undefined = needs,
): Promise<Role> {
  const statement = sql<Membership>`
    select ${columns} from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and m.organization_id = ${organizationId}`
  const [found] = await rowsOf(db, statement, 'role-in-organization')
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
export async function holdRole(tx: Tx, organizationId: string, userId: string): Promise<Role | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ role: Role }>`
      select m.role from memberships m
      where m.organization_id = ${organizationId} and m.user_id = ${userId} for share`,
  )
  return rows[0]?.role
}

/** Returns the roles of a user by organization, and holds them until the transaction ends. */
export async function holdRoles(tx: Tx, userId: string): Promise<Map<string, Role>> {
  const rows = await rowsOf(
    tx,
    sql<{ organization_id: string; role: Role }>`
      select m.organization_id, m.role from memberships m
      where m.user_id = ${userId} order by m.organization_id for share`,
  )
  return new Map(rows.map(({ organization_id, role }) => [organization_id, role]))
}

/**
 * Waits until one member, or all, have finished what they are writing, before a right is taken away from them. The
 * organization must be locked.
 */
export async function awaitWriters(tx: Tx, organizationId: string, userId: string | null = null): Promise<void> {
  await execute(
    tx,
    sql`
      select 1 from memberships m
      where m.organization_id = ${organizationId} and (${userId}::uuid is null or m.user_id = ${userId})
      order by m.user_id for no key update`,
  )
}

/** Whether an organization wants the user to log in by the identity provider. Owners may always use their passwords. */
export async function mustUseSso(db: Queryable, userId: string): Promise<boolean> {
  const found = await execute(
    db,
    sql`
      select 1 from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = ${userId} and m.role <> 'owner' and o.require_sso limit 1`,
  )
  return found > 0
}

/** Creates an organization with its owner. @returns its id */
export async function createOrganization(
  tx: Tx,
  { name, ownerId }: { name: string; ownerId: string },
): Promise<string> {
  const id = uuidv7()
  await execute(tx, sql`insert into organizations (id, name, billing_user_id) values (${id}, ${name}, ${ownerId})`)
  await insertMembership(tx, { organizationId: id, userId: ownerId, role: 'owner', source: 'owner', invitedBy: null })
  return id
}

/** Creates an organization named after its owner. */
export async function createOwnOrganization(tx: Tx, ownerId: string): Promise<string> {
  const rows = await rowsOf(tx, sql<{ name: string }>`select name from users where id = ${ownerId}`)
  if (rows[0] === undefined) throw new Refusal('unauthenticated')
  return createOrganization(tx, { name: rows[0].name, ownerId })
}

/**
 * Locks an organization until the transaction ends, so that changes of its members come one after the other.
 *
 * @returns false if it is gone
 */
export async function lockOrganization(tx: Tx, id: string): Promise<boolean> {
  const found = await execute(tx, sql`select 1 from organizations o where o.id = ${id} for no key update`)
  return found > 0
}

export interface NewMembership {
  organizationId: string
  userId: string
  role: Role
  source: MembershipSource
  invitedBy: string | null
}

/** @returns false for somebody who is a member already */
export async function insertMembership(tx: Tx, membership: NewMembership): Promise<boolean> {
  const { organizationId, userId, role, source, invitedBy } = membership
  const added = await rowsOf(
    tx,
    sql<{ userId: string }>`
      insert into memberships (organization_id, user_id, role, source, invited_by)
      values (${organizationId}, ${userId}, ${role}, ${source}, ${invitedBy})
      on conflict do nothing returning user_id as "userId"`,
  )
  return added.length > 0
}

/** The organization must be locked. */
export async function updateRole(tx: Tx, organizationId: string, userId: string, role: Role): Promise<void> {
  await execute(
    tx,
    sql`
      update memberships set role = ${role}
      where organization_id = ${organizationId} and user_id = ${userId}`,
  )
  await passBilling(tx, organizationId)
}

/** Makes an owner answer for the subscription of an organization, which must be locked. */
export async function setBilling(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await execute(tx, sql`update organizations set billing_user_id = ${userId} where id = ${organizationId}`)
}

/** Passes the subscription to the oldest owner, unless the one who answers for it is an owner still. */
async function passBilling(tx: Tx, organizationId: string): Promise<void> {
  await execute(
    tx,
    sql`
      update organizations o set billing_user_id = (
        select m.user_id from memberships m where m.organization_id = o.id and m.role = 'owner'
        order by m.created_at, m.user_id limit 1)
      where o.id = ${organizationId} and not exists (
        select 1 from memberships m
        where m.organization_id = o.id and m.user_id = o.billing_user_id and m.role = 'owner')`,
  )
}

/** Ends a membership; the organization must be locked. */
export async function deleteMembership(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await execute(
    tx,
    sql`
      delete from memberships where organization_id = ${organizationId} and user_id = ${userId}`,
  )
  await passBilling(tx, organizationId)
}

/** Whether a user is the only owner; the organization must be locked. */
export async function isSoleOwner(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql<{ sole: boolean }>`
      select bool_and(m.user_id = ${userId}) as sole from memberships m
      where m.organization_id = ${organizationId} and m.role = 'owner'`,
  )
  return rows[0]?.sole === true
}

export interface OrganizationChange {
  name: string
  membership: 'open' | 'closed'
  requireTotp: boolean
  requireSso: boolean
}

export async function updateOrganization(tx: Tx, id: string, change: OrganizationChange): Promise<void> {
  await execute(
    tx,
    sql`
      update organizations set name = ${change.name}, membership = ${change.membership},
        require_totp = ${change.requireTotp}, require_sso = ${change.requireSso}
      where id = ${id}`,
  )
}

/** Ends all memberships of an organization. It loses its name, and stays until its projects are erased. */
export async function emptyOrganization(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`delete from memberships where organization_id = ${id}`)
  await execute(tx, sql`update organizations set name = '' where id = ${id}`)
}

/**
 * Prepares the organizations of a user whose account is deleted: locks them, and clears the names of those that have no
 * other member.
 *
 * @returns those without another member
 * @throws Refusal `sole_owner` if one would have members and no owner
 */
export async function leaveOrganizations(tx: Tx, userId: string): Promise<string[]> {
  const rows = await rowsOf(
    tx,
    sql<{ id: string }>`
      select o.id from organizations o
      where o.id in (select m.organization_id from memberships m where m.user_id = ${userId})
      order by o.id for no key update`,
  )
  const counted = await rowsOf(
    tx,
    sql<{ id: string; others: number; owners: number; mine: number }>`
      select m.organization_id as id, count(*) filter (where m.user_id <> ${userId})::int as others,
        count(*) filter (where m.user_id <> ${userId} and m.role = 'owner')::int as owners,
        count(*) filter (where m.user_id = ${userId} and m.role = 'owner')::int as mine
      from memberships m where m.organization_id = any(${rows.map(({ id }) => id)}::uuid[])
      group by m.organization_id`,
  )
  if (counted.some(({ others, owners, mine }) => mine > 0 && others > 0 && owners === 0))
    throw new Refusal('sole_owner')
  const lonely = counted.filter(({ others }) => others === 0).map(({ id }) => id)
  await execute(tx, sql`update organizations set name = '' where id = any(${lonely}::uuid[])`)
  return lonely
}

/** Deletes organizations without members, once their projects are gone. */
export async function deleteEmptyOrganizations(db: Queryable): Promise<void> {
  await execute(
    db,
    sql`delete from organizations o
      where not exists (select 1 from memberships m where m.organization_id = o.id)
        and not exists (select 1 from projects p where p.organization_id = o.id)`,
  )
}
