import type { OrganizationAction, OrganizationEntry } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { deleteOldest } from '../../db/delete-oldest.ts'
import { execute, type Fragment, rowsOf, sql } from '../../db/sql.ts'
import type { Owner } from '../../lib/fair-share.ts'
import type { AuditActor } from './audit-actor.ts'

type Details = OrganizationEntry['details']

/** How long entries are kept. */
export const entryDays = 365

/** Returns the fields that a change changes: each as it is then, and as it was. */
export function changesBetween<Fields extends Details>(before: Fields, after: Fields): Details {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field])
  return Object.fromEntries(
    changed.flatMap((field) => [
      [field, after[field]!],
      [`${field}_before`, before[field]!],
    ]),
  )
}

/** Writes to the audit trail of an organization, in the transaction of the change. */
export async function recordOrganizationAudit(
  tx: Tx,
  organizationId: string,
  auditActor: AuditActor,
  action: OrganizationAction,
  details: Details = {},
): Promise<void> {
  const organization = sql`select id as organization_id, '{}'::jsonb as details from organizations where id = ${organizationId}`
  await insertEntry(tx, organization, auditActor, action, details)
}

/** Writes to the audit trail of a project's organization; the entry names the project. */
export async function recordProjectAudit(
  tx: Tx,
  projectId: number,
  auditActor: AuditActor,
  action: OrganizationAction,
  details: Details = {},
): Promise<void> {
  const project = sql`
    select organization_id, jsonb_build_object('project', name) as details from projects where id = ${projectId}`
  await insertEntry(tx, project, auditActor, action, details)
}

/**
 * Writes nothing if the subject, an organization with details of its own, is gone. Channels that ask for the audit trail are sent the
 * entry.
 */
async function insertEntry(
  tx: Tx,
  subject: Fragment,
  { kind, userId, origin }: AuditActor,
  action: OrganizationAction,
  details: Details,
): Promise<void> {
  await execute(
    tx,
    sql`
      insert into organization_entries
        (organization_id, action, actor_kind, actor_id, actor_name, address, device, details, is_pending)
      select subject.organization_id, ${action}, ${kind}, ${userId}::uuid,
        (select users.name from users where users.id = ${userId}::uuid),
        ${origin.address}, ${origin.device}, subject.details || ${JSON.stringify(details)}::jsonb,
        exists (select 1 from channels c where c.organization_id = subject.organization_id and 'audit' = any(c.extra_events)
                   and c.broken_at is null)
      from (${subject}) as subject`,
  )
}

export interface EntryFilter {
  actorId?: string | undefined
  action?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  before?: number | undefined
  limit: number
}

export interface EntryRow {
  id: number
  action: OrganizationAction
  createdAt: Date
  actorKind: OrganizationEntry['actor']['kind']
  actorId: string | null
  actorName: string | null
  address: string | null
  device: string | null
  details: Details
}

const columns = sql`
  e.id, e.action, e.created_at as "createdAt", e.actor_kind as "actorKind", e.actor_id as "actorId", e.actor_name as "actorName",
  e.address, e.device, e.details`

/** Returns entries, the latest first. `action` is one action, or all of a kind: `member` has `member.joined`. */
export async function findOrganizationAudits(
  db: Queryable,
  organizationId: string,
  { actorId, action, from, to, before, limit }: EntryFilter,
): Promise<EntryRow[]> {
  return rowsOf(
    db,
    sql<EntryRow>`
      select ${columns} from organization_entries e
      where e.organization_id = ${organizationId} and e.id < ${before ?? Number.MAX_SAFE_INTEGER}
        and (${actorId ?? null}::uuid is null or e.actor_id = ${actorId ?? null}::uuid)
        and (${action ?? null}::text is null or e.action = ${action ?? ''} or starts_with(e.action, ${`${action ?? ''}.`}))
        and e.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
        and e.created_at < coalesce(${to ?? null}::timestamptz, 'infinity')
      order by e.id desc limit ${limit}`,
  )
}

/** Takes entries that channels are to be sent, the oldest first. */
export async function takePendingEntries(tx: Tx, limit: number): Promise<{ id: number; organizationId: string }[]> {
  return rowsOf(
    tx,
    sql<{ id: number; organizationId: string }>`
      update organization_entries e set is_pending = false
       where e.id in (
         select p.id from organization_entries p where p.is_pending order by p.id limit ${limit} for update skip locked)
      returning e.id, e.organization_id as "organizationId"`,
  )
}

/** Returns the entries of an organization by their ids, the oldest first. */
export async function findEntries(db: Queryable, organizationId: string, ids: readonly number[]): Promise<EntryRow[]> {
  return rowsOf(
    db,
    sql<EntryRow>`
      select ${columns} from organization_entries e
       where e.organization_id = ${organizationId} and e.id = any(${ids}::int8[]) order by e.id`,
  )
}

/** Deletes the audit trails of organizations that end. */
export async function deleteOrganizationAudits(tx: Tx, organizationIds: readonly string[]): Promise<void> {
  await execute(tx, sql`delete from organization_entries where organization_id = any(${organizationIds}::uuid[])`)
}

export async function forgetOldOrganizationAudits(client: Queryable): Promise<void> {
  await execute(
    client,
    sql`delete from organization_entries where created_at < now() - make_interval(days => ${entryDays})`,
  )
}

/** Removes about `bytes` of the oldest entries of an organization. @returns the bytes that it freed */
export function evictOrganizationAudits(db: Queryable, owner: Owner, bytes: number): Promise<number> {
  const entries = { table: 'organization_entries', owner, condition: 't.organization_id = $1', order: 't.id' }
  return deleteOldest(db, entries, bytes)
}
