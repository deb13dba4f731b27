import type { ChangeOrganizationBody, CreateOrganizationTokenBody } from '@bugle/protocol'
import { limits, parsePlainId, toPlainId } from '@bugle/protocol'
import { type Database, type Tx, transaction } from '../../db/database.ts'
import { takeKeyLock } from '../../db/locks.ts'
import { Refusal } from '../../refusal.ts'
import {
  createOrganizationToken,
  deleteOrganizationToken,
  deleteOrganizationTokens,
  endOf,
  endPasswordSessions,
  type OrganizationTokenRecord,
  planExpiryWarning,
} from '../auth/index.ts'
import {
  awaitWriters,
  createOrganization,
  emptyOrganization,
  findMembership,
  findMemberships,
  holdRole,
  type Membership,
  setBilling,
  updateOrganization,
} from '../memberships/index.ts'
import type { AuditActor } from './audit-actor.ts'
import { inOrganization } from './manage-members.ts'
import { changesBetween, recordOrganizationAudit } from './organization-audit-store.ts'

type User = AuditActor & { userId: string }

export interface OrganizationDeps {
  db: Database
  /** Makes the projects of organizations unreadable; their data is erased later. */
  deleteProjects: (tx: Tx, organizationIds: string[]) => Promise<void>
  /** Lets ingest look up again whose subscription counts. */
  notifyIngest: (tx: Tx, organizationIds: string[]) => Promise<void>
  /** Whether members can log in through an identity provider. */
  hasSso: boolean
}

/** Creates an organization whose owner is the caller. */
export function createOrganizationFor({ db }: OrganizationDeps, auditActor: User, name: string): Promise<Membership> {
  return transaction(db, async (tx) => {
    // Others that are created at the same time count, too.
    await takeKeyLock(tx, 'organizations', auditActor.userId)
    if ((await findMemberships(tx, auditActor.userId)).length >= limits.organizations)
      throw new Refusal('validation_failed', {
        errors: { name: [`you are a member of ${limits.organizations} organizations already`] },
      })
    const id = await createOrganization(tx, { name, ownerId: auditActor.userId })
    await recordOrganizationAudit(tx, id, auditActor, 'organization.created', { name })
    return (await findMembership(tx, id, auditActor.userId))!
  })
}

/** Changes only the settings sent. A rule that would lock out its author is refused. */
export function changeOrganization(
  { db, hasSso, notifyIngest }: OrganizationDeps,
  auditActor: User,
  id: string,
  { name, membership, require_totp, require_sso, billing_user_id }: ChangeOrganizationBody,
): Promise<Membership> {
  return inOrganization(db, { organizationId: id, auditActor, needs: 'org:write' }, async (tx) => {
    const before = await getOwn(tx, id, auditActor)
    const after = {
      name: name ?? before.name,
      membership: membership ?? before.membership,
      requireTotp: require_totp ?? before.requireTotp,
      requireSso: require_sso ?? before.requireSso,
    }
    const billing = billing_user_id == null ? undefined : await ownerOf(tx, id, billing_user_id)
    if (after.requireSso && !hasSso) throw wrong('require_sso', 'needs an identity provider, which this server has not')
    // Sight is taken away after everything that is being written by it.
    if (after.membership === 'closed' || after.requireTotp) await awaitWriters(tx, id)
    await updateOrganization(tx, id, after)
    if (billing !== undefined) {
      await setBilling(tx, id, billing)
      await notifyIngest(tx, [id])
    }
    if (after.requireSso && !before.requireSso) await endPasswordSessions(tx, id)
    const now = await getOwn(tx, id, auditActor)
    if (now.lacksTotp) throw wrong('require_totp', 'turn on the second factor of your own account first')
    const changes = changesOf(before, { ...after, billingUserId: billing ?? before.billingUserId })
    if (Object.keys(changes).length > 0)
      await recordOrganizationAudit(tx, id, auditActor, 'organization.changed', changes)
    return now
  })
}

/** Deletes an organization: its projects become unreadable, and its members have no part in it any more. */
export function deleteOrganization(
  { db, deleteProjects }: OrganizationDeps,
  auditActor: User,
  id: string,
  name: string,
): Promise<void> {
  return inOrganization(db, { organizationId: id, auditActor, needs: 'org:write' }, async (tx) => {
    const organization = await getOwn(tx, id, auditActor)
    if (organization.name !== name) throw wrong('name', 'is not its name')
    await deleteProjects(tx, [id])
    await deleteOrganizationTokens(tx, id)
    await emptyOrganization(tx, id)
  })
}

export function addOrganizationToken(
  db: Database,
  auditActor: User,
  organizationId: string,
  { name, scopes, expires_in_days }: CreateOrganizationTokenBody,
  now: Date,
): Promise<{ record: OrganizationTokenRecord; text: string }> {
  return inOrganization(db, { organizationId, auditActor, needs: 'token:write' }, async (tx) => {
    const expiresAt = endOf(expires_in_days, now)
    const made = await createOrganizationToken(tx, {
      organizationId,
      createdBy: auditActor.userId,
      name,
      scopes,
      expiresAt,
    })
    if (made === undefined) throw wrong('name', `there are ${limits.organizationTokens} already`)
    const token = { table: 'api_tokens', id: made.record.id } as const
    await planExpiryWarning(tx, token, { owner: `organization ${organizationId}`, expiresAt, now })
    await recordOrganizationAudit(tx, organizationId, auditActor, 'token.created', {
      name,
      scopes: made.record.scopes.join(' '),
    })
    return made
  })
}

export function endOrganizationToken(
  db: Database,
  auditActor: AuditActor,
  organizationId: string,
  id: number,
): Promise<void> {
  return inOrganization(db, { organizationId, auditActor, needs: 'token:write' }, async (tx) => {
    const name = await deleteOrganizationToken(tx, organizationId, id)
    if (name === undefined) throw new Refusal('not_found')
    await recordOrganizationAudit(tx, organizationId, auditActor, 'token.revoked', { name })
  })
}

type Settings = Pick<Membership, 'name' | 'membership' | 'requireTotp' | 'requireSso' | 'billingUserId'>

/** Returns what a change changes, for the audit trail: each field as it is then, and as it was. */
function changesOf(before: Settings, after: Settings) {
  const shown = ({ name, membership, requireTotp, requireSso, billingUserId }: Settings) => ({
    name,
    membership,
    require_totp: requireTotp,
    require_sso: requireSso,
    billing_owner: billingUserId === null ? null : toPlainId('usr', billingUserId),
  })
  return changesBetween(shown(before), shown(after))
}

/** @throws Refusal `validation_failed` unless the user is an owner */
async function ownerOf(tx: Tx, organizationId: string, id: string): Promise<string> {
  const userId = parsePlainId('usr', id)
  const role = userId === undefined ? undefined : await holdRole(tx, organizationId, userId)
  if (role !== 'owner') throw wrong('billing_user_id', 'must be an owner of the organization')
  return userId!
}

async function getOwn(tx: Tx, id: string, { userId }: User): Promise<Membership> {
  const own = await findMembership(tx, id, userId)
  if (own === undefined) throw new Refusal('not_found')
  return own
}

function wrong(field: string, text: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [text] } })
}
