import type { OrganizationAction, OrganizationEntry } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Acting } from './acting.ts'

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
export async function recordEntry(
  tx: Kysely<Schema>,
  organizationId: string,
  { kind, userId, origin }: Acting,
  action: OrganizationAction,
  details: Details = {},
): Promise<void> {
  await sql`
    insert into organization_entries
      (organization_id, action, actor_kind, actor_id, actor_name, address, device, details)
    select ${organizationId}, ${action}, ${kind}, ${userId}::uuid,
      (select users.name from users where users.id = ${userId}::uuid),
      ${origin.address}, ${origin.device}, ${JSON.stringify(details)}::jsonb
    from organizations where organizations.id = ${organizationId}`.execute(tx)
}

/** Writes to the audit trail of a project's organization. */
export async function recordEntryIn(
  tx: Kysely<Schema>,
  projectId: number,
  { kind, userId, origin }: Acting,
  action: OrganizationAction,
  details: Details = {},
): Promise<void> {
  await sql`
    insert into organization_entries
      (organization_id, action, actor_kind, actor_id, actor_name, address, device, details)
    select projects.organization_id, ${action}, ${kind}, ${userId}::uuid,
      (select users.name from users where users.id = ${userId}::uuid), ${origin.address}, ${origin.device},
      jsonb_build_object('project', projects.name) || ${JSON.stringify(details)}::jsonb
    from projects where projects.id = ${projectId}`.execute(tx)
}

/** Writes to it in a transaction of node-postgres, without Kysely. */
export async function recordProjectEntry(
  tx: Queryable,
  projectId: number,
  { kind, userId, origin }: Acting,
  action: OrganizationAction,
  details: Details = {},
): Promise<void> {
  await tx.query(
    `insert into organization_entries
       (organization_id, action, actor_kind, actor_id, actor_name, address, device, details)
     select p.organization_id, $2, $3, $4::uuid, (select u.name from users u where u.id = $4::uuid), $5, $6,
       jsonb_build_object('project', p.name) || $7::jsonb
       from projects p where p.id = $1`,
    [projectId, action, kind, userId, origin.address, origin.device, JSON.stringify(details)],
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

/** Returns entries, the latest first. `action` is one action, or all of a kind: `member` has `member.joined`. */
export async function findEntries(
  db: Kysely<Schema>,
  organizationId: string,
  { actorId, action, from, to, before, limit }: EntryFilter,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.action, e.created_at as "createdAt", e.actor_kind as "actorKind", e.actor_id as "actorId",
      e.actor_name as "actorName", e.address, e.device, e.details
    from organization_entries e
    where e.organization_id = ${organizationId} and e.id < ${before ?? Number.MAX_SAFE_INTEGER}
      and (${actorId ?? null}::uuid is null or e.actor_id = ${actorId ?? null}::uuid)
      and (${action ?? null}::text is null or e.action = ${action ?? ''} or starts_with(e.action, ${`${action ?? ''}.`}))
      and e.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
      and e.created_at < coalesce(${to ?? null}::timestamptz, 'infinity')
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}

/** Deletes the audit trails of organizations that end. */
export async function deleteEntries(tx: Kysely<Schema>, organizationIds: readonly string[]): Promise<void> {
  await sql`delete from organization_entries where organization_id = any(${organizationIds}::uuid[])`.execute(tx)
}

export async function forgetOldEntries(client: Queryable): Promise<void> {
  await client.query('delete from organization_entries where created_at < now() - make_interval(days => $1)', [
    entryDays,
  ])
}
