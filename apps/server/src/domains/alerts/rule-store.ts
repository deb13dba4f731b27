import { type AlertThreshold, type AlertTrigger, limits, projectTriggers } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, type Fragment, rowsOf, sql } from '../../db/sql.ts'

export interface RuleRow {
  id: string
  organizationId: string
  name: string
  isEnabled: boolean
  /** Null for all projects of the organization. */
  projectIds: number[] | null
  triggers: AlertTrigger[]
  threshold: AlertThreshold | null
  condition: string
  isUrgent: boolean
  notifiesRecovery: boolean
  mutedUntil: Date | null
  createdAt: Date
  channelIds: string[]
}

const columns = sql`
  r.id, r.organization_id as "organizationId", r.name, r.is_enabled as "isEnabled", r.project_ids as "projectIds", r.triggers,
  case when r.threshold_count is null then null
       else json_build_object('count', r.threshold_count, 'minutes', r.threshold_minutes) end as threshold,
  r.condition, r.is_urgent as "isUrgent", r.notifies_recovery as "notifiesRecovery", r.muted_until as "mutedUntil", r.created_at as "createdAt",
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
       where p.id = ${projectId} and p.deleted_at is null and r.is_enabled and (r.muted_until is null or r.muted_until <= now())
         and (r.project_ids is null or ${projectId} = any(r.project_ids))
       order by r.id`,
  )
}

/** Returns which of these projects a rule with one of these triggers speaks of. */
export async function findProjectsWithRules(
  db: Queryable,
  projectIds: readonly number[],
  triggers: readonly AlertTrigger[],
): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select p.id from projects p
       where p.id = any(${projectIds}::int8[]) and p.deleted_at is null and exists (
         select from alert_rules r where r.organization_id = p.organization_id and r.is_enabled
            and r.triggers && ${triggers}::text[] and (r.project_ids is null or p.id = any(r.project_ids)))`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the rules of these ids, whatever their organization. */
export async function findRulesById(db: Queryable, ids: readonly string[]): Promise<RuleRow[]> {
  return rowsOf(db, sql<RuleRow>`select ${columns} from alert_rules r where r.id = any(${ids}::uuid[])`)
}

/** SQL condition: a rule about projects is to be judged. */
export const rulesAreDue = 'exists (select from alert_rules r where r.check_at <= now())'

/** Takes rules about projects that are to be judged; the next time is in a minute. */
export async function takeDueRules(tx: Tx, limit: number): Promise<RuleRow[]> {
  return rowsOf(
    tx,
    sql<RuleRow>`
      with due as (
        select d.id from alert_rules d where d.check_at <= now() order by d.check_at limit ${limit} for update skip locked
      )
      update alert_rules r set check_at = now() + interval '1 minute' from due where r.id = due.id
      returning ${columns}`,
  )
}

/** Returns the projects that a rule speaks of. */
export async function findProjectsOfRule(
  db: Queryable,
  { organizationId, projectIds }: Pick<RuleRow, 'organizationId' | 'projectIds'>,
): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select p.id from projects p
       where p.organization_id = ${organizationId} and p.deleted_at is null
         and (${projectIds}::int8[] is null or p.id = any(${projectIds}::int8[]))`,
  )
  return rows.map(({ id }) => id)
}

export type RuleFields = Omit<RuleRow, 'id' | 'organizationId' | 'createdAt'>

/** Rules about projects are judged every minute, beginning now. */
function checkAt({ triggers, isEnabled }: Pick<RuleFields, 'triggers' | 'isEnabled'>): Fragment {
  return isEnabled && projectTriggers.some((trigger) => triggers.includes(trigger))
    ? sql`now()`
    : sql`null::timestamptz`
}

/** Adds a rule; the caller holds the organization. @returns whether its name was free and there was room */
export async function insertRule(
  tx: Tx,
  one: RuleFields & { id: string; organizationId: string; createdBy: string | null },
): Promise<boolean> {
  const inserted = await execute(
    tx,
    sql`
      insert into alert_rules
        (id, organization_id, name, is_enabled, project_ids, triggers, threshold_count, threshold_minutes, condition,
         is_urgent, notifies_recovery, muted_until, check_at, created_by)
      select ${one.id}, ${one.organizationId}, ${one.name}, ${one.isEnabled}, ${one.projectIds}::int8[], ${one.triggers}::text[],
             ${one.threshold?.count ?? null}::int4, ${one.threshold?.minutes ?? null}::int4, ${one.condition}, ${one.isUrgent},
             ${one.notifiesRecovery}, ${one.mutedUntil}::timestamptz, ${checkAt(one)}, ${one.createdBy}
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
             triggers = ${one.triggers}::text[], threshold_count = ${one.threshold?.count ?? null}::int4,
             threshold_minutes = ${one.threshold?.minutes ?? null}::int4, condition = ${one.condition},
             is_urgent = ${one.isUrgent}, notifies_recovery = ${one.notifiesRecovery},
             muted_until = ${one.mutedUntil}::timestamptz, check_at = ${checkAt(one)}
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
