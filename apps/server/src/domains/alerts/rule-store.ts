import { limits } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import type { ReportedChange } from '../channels/index.ts'

export type Trigger = ReportedChange['event']

export interface RuleRow {
  id: string
  organizationId: string
  name: string
  isEnabled: boolean
  /** Null for all projects of the organization. */
  projectIds: number[] | null
  triggers: Trigger[]
  condition: string
  mutedUntil: Date | null
  createdAt: Date
  channelIds: string[]
}

const columns = sql`
  r.id, r.organization_id as "organizationId", r.name, r.is_enabled as "isEnabled", r.project_ids as "projectIds", r.triggers,
  r.condition, r.muted_until as "mutedUntil", r.created_at as "createdAt",
  array(select c.channel_id from alert_rule_channels c where c.rule_id = r.id order by c.channel_id) as "channelIds"`

/** Returns the rules of an organization by name, or the one of them. */
export async function findRules(db: Queryable, organizationId: string, id?: string): Promise<RuleRow[]> {
  return rowsOf(
    db,
    sql<RuleRow>`
      select ${columns} from alert_rules r
      where r.organization_id = ${organizationId} and (${id ?? null}::uuid is null or r.id = ${id ?? null})
      order by lower(r.name)`,
  )
}

/** Returns the rules that speak of a project now. */
export async function findRulesOfProject(db: Queryable, projectId: number): Promise<RuleRow[]> {
  return rowsOf(
    db,
    sql<RuleRow>`
      select ${columns} from projects p join alert_rules r on r.organization_id = p.organization_id
       where p.id = ${projectId} and r.is_enabled and (r.muted_until is null or r.muted_until <= now())
         and (r.project_ids is null or ${projectId} = any(r.project_ids))
       order by r.id`,
  )
}

export type RuleFields = Omit<RuleRow, 'id' | 'organizationId' | 'createdAt'>

/** Adds a rule; the caller holds the organization. @returns whether its name was free and there was room */
export async function insertRule(
  tx: Tx,
  one: RuleFields & { id: string; organizationId: string; createdBy: string | null },
): Promise<boolean> {
  const inserted = await execute(
    tx,
    sql`
      insert into alert_rules
        (id, organization_id, name, is_enabled, project_ids, triggers, condition, muted_until, created_by)
      select ${one.id}, ${one.organizationId}, ${one.name}, ${one.isEnabled}, ${one.projectIds}::int8[], ${one.triggers}::text[],
             ${one.condition}, ${one.mutedUntil}::timestamptz, ${one.createdBy}
       where (select count(*) from alert_rules o where o.organization_id = ${one.organizationId}) < ${limits.alertRules}
      on conflict (organization_id, lower(name)) do nothing`,
  )
  if (inserted > 0) await putChannels(tx, one)
  return inserted > 0
}

/** @returns whether its name was free */
export async function updateRule(tx: Tx, one: RuleFields & { id: string; organizationId: string }): Promise<boolean> {
  const updated = await execute(
    tx,
    sql`
      update alert_rules r set name = ${one.name}, is_enabled = ${one.isEnabled}, project_ids = ${one.projectIds}::int8[],
             triggers = ${one.triggers}::text[], condition = ${one.condition}, muted_until = ${one.mutedUntil}::timestamptz
       where r.id = ${one.id} and not exists (
         select from alert_rules o where o.organization_id = ${one.organizationId} and lower(o.name) = lower(${one.name})
            and o.id <> ${one.id})`,
  )
  if (updated > 0) await putChannels(tx, one)
  return updated > 0
}

export async function deleteRule(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`delete from alert_rules r where r.id = ${id}`)
}

/** Channels of other organizations are left out. */
async function putChannels(
  tx: Tx,
  { id, organizationId, channelIds }: { id: string; organizationId: string; channelIds: readonly string[] },
): Promise<void> {
  await execute(tx, sql`delete from alert_rule_channels c where c.rule_id = ${id}`)
  await execute(
    tx,
    sql`
      insert into alert_rule_channels (rule_id, channel_id)
      select ${id}, c.id from channels c
       where c.organization_id = ${organizationId} and c.id = any(${channelIds}::uuid[])`,
  )
}

export async function findProjectName(db: Queryable, projectId: number): Promise<string | undefined> {
  const rows = await rowsOf(db, sql<{ name: string }>`select p.name from projects p where p.id = ${projectId}`)
  return rows[0]?.name
}
