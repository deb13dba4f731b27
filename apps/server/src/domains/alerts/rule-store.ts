import { type AlertThreshold, type AlertTrigger, limits, stateTriggers } from '@bugle/protocol'
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
  /** Whether changes are judged at once. */
  isFast: boolean
  notifiesRecovery: boolean
  mutedUntil: Date | null
  /** Least time between two messages about the same subject; null for the usual one. */
  paceMinutes: number | null
  /** How long messages to a channel are gathered; null for the usual time. */
  windowMinutes: number | null
  createdAt: Date
  channelIds: string[]
  /** Whether all who see the project are notified, and whoever has the issue. */
  notifiesMembers: boolean
  notifiesAssignee: boolean
  teamIds: string[]
  /** The assignee of an issue that nobody has: one of the two, or neither. */
  assignUserId: string | null
  assignTeamId: string | null
}

const columns = sql`
  r.id, r.organization_id as "organizationId", r.name, r.is_enabled as "isEnabled", r.project_ids as "projectIds", r.triggers,
  case when r.threshold_count is null then null
       else json_strip_nulls(json_build_object('count', r.threshold_count, 'minutes', r.threshold_minutes,
         'times', r.threshold_times, 'percent', r.threshold_percent)) end as threshold,
  r.condition, r.is_urgent as "isUrgent", r.is_fast as "isFast", r.notifies_recovery as "notifiesRecovery", r.muted_until as "mutedUntil",
  r.pace_minutes as "paceMinutes", r.window_minutes as "windowMinutes", r.created_at as "createdAt",
  array(select c.channel_id from alert_rule_channels c where c.rule_id = r.id order by c.channel_id) as "channelIds",
  r.notifies_members as "notifiesMembers", r.notifies_assignee as "notifiesAssignee",
  array(select t.id from teams t where t.id = any(r.team_ids) and t.organization_id = r.organization_id order by t.id) as "teamIds",
  r.assign_user_id as "assignUserId", r.assign_team_id as "assignTeamId"`

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

/** The part of a rule that says when it fires. */
export type RuleQuestion = Pick<RuleRow, 'id' | 'name' | 'projectIds' | 'triggers' | 'threshold' | 'condition'>

/** Returns the rules with one of these triggers that speak of these projects now, by project. */
export async function findRuleQuestions(
  db: Queryable,
  projectIds: readonly number[],
  triggers: readonly AlertTrigger[],
): Promise<Map<number, RuleQuestion[]>> {
  const rows = await rowsOf(
    db,
    sql<RuleQuestion & { ofOrganization: number[] }>`
      select r.id, r.name, r.project_ids as "projectIds", r.triggers,
             case when r.threshold_count is null then null
                  else json_build_object('count', r.threshold_count, 'minutes', r.threshold_minutes) end as threshold,
             r.condition, o.project_ids as "ofOrganization"
        from (select p.organization_id, array_agg(p.id) as project_ids from projects p
               where p.id = any(${projectIds}::int8[]) and p.deleted_at is null group by p.organization_id) as o
          join alert_rules r on r.organization_id = o.organization_id and r.is_enabled
           and r.triggers && ${triggers}::text[] and (r.muted_until is null or r.muted_until <= now())
           and (r.project_ids is null or r.project_ids && o.project_ids)
       order by r.id`,
  )
  const rules = new Map<number, RuleQuestion[]>()
  for (const { ofOrganization, ...rule } of rows)
    for (const projectId of ofOrganization)
      if (rule.projectIds === null || rule.projectIds.includes(projectId))
        rules.set(projectId, [...(rules.get(projectId) ?? []), rule])
  return rules
}

/** Returns the projects that a rule with one of these triggers speaks of. */
export async function findProjectsWithRule(db: Queryable, triggers: readonly AlertTrigger[]): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select p.id from projects p
       where p.deleted_at is null and exists (
         select 1 from alert_rules r where r.organization_id = p.organization_id and r.is_enabled
            and r.triggers && ${triggers}::text[] and (r.project_ids is null or p.id = any(r.project_ids)))`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the rules of these ids, whatever their organization. */
export async function findRulesById(db: Queryable, ids: readonly string[]): Promise<RuleRow[]> {
  return rowsOf(db, sql<RuleRow>`select ${columns} from alert_rules r where r.id = any(${ids}::uuid[])`)
}

/** SQL condition: a rule about projects is to be judged. */
export const rulesAreDue = 'exists (select 1 from alert_rules r where r.check_at <= now())'

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

export type RuleFields = Omit<RuleRow, 'id' | 'organizationId' | 'createdAt' | 'isFast'>

/** Rules about projects are judged every minute, beginning now. */
function checkAt({ triggers, isEnabled }: Pick<RuleFields, 'triggers' | 'isEnabled'>): Fragment {
  return isEnabled && stateTriggers.some((trigger) => triggers.includes(trigger)) ? sql`now()` : sql`null::timestamptz`
}

/** Adds a rule; the caller holds the organization. @returns whether its name was free and there was room */
export async function insertRule(
  tx: Tx,
  one: RuleFields & { id: string; organizationId: string; createdBy: string | null },
): Promise<boolean> {
  const inserted = await rowsOf(
    tx,
    sql<{ id: string }>`
      insert into alert_rules
        (id, organization_id, name, is_enabled, project_ids, triggers, threshold_count, threshold_minutes, condition,
         is_urgent, notifies_recovery, muted_until, check_at, created_by, notifies_members, notifies_assignee, team_ids,
         assign_user_id, assign_team_id, threshold_times, threshold_percent, pace_minutes, window_minutes)
      select ${one.id}, ${one.organizationId}, ${one.name}, ${one.isEnabled}, ${one.projectIds}::int8[], ${one.triggers}::text[],
             ${one.threshold?.count ?? null}::int4, ${one.threshold?.minutes ?? null}::int4, ${one.condition}, ${one.isUrgent},
             ${one.notifiesRecovery}, ${one.mutedUntil}::timestamptz, ${checkAt(one)}, ${one.createdBy}, ${one.notifiesMembers},
             ${one.notifiesAssignee}, ${one.teamIds}::uuid[], ${one.assignUserId}::uuid, ${one.assignTeamId}::uuid,
             ${one.threshold?.times ?? null}::real, ${one.threshold?.percent ?? null}::real, ${one.paceMinutes}::int4,
             ${one.windowMinutes}::int4
       where (select count(*) from alert_rules o where o.organization_id = ${one.organizationId}) < ${limits.alertRules}
      on conflict (organization_id, lower(name)) do nothing returning id`,
  )
  if (inserted.length > 0) await putChannels(tx, one)
  return inserted.length > 0
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
             muted_until = ${one.mutedUntil}::timestamptz, check_at = ${checkAt(one)},
             notifies_members = ${one.notifiesMembers}, notifies_assignee = ${one.notifiesAssignee},
             team_ids = ${one.teamIds}::uuid[], assign_user_id = ${one.assignUserId}::uuid,
             assign_team_id = ${one.assignTeamId}::uuid, threshold_times = ${one.threshold?.times ?? null}::real,
             threshold_percent = ${one.threshold?.percent ?? null}::real, pace_minutes = ${one.paceMinutes}::int4,
             window_minutes = ${one.windowMinutes}::int4
       where r.id = ${one.id} and not exists (
         select 1 from alert_rules o where o.organization_id = ${one.organizationId} and lower(o.name) = lower(${one.name})
            and o.id <> ${one.id})`,
  )
  if (updated > 0) await putChannels(tx, one)
  return updated > 0
}

export async function deleteRule(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`delete from alert_rules r where r.id = ${id}`)
}

/** Tells whether a rule assigns to nobody, or to a member or team of its organization. */
export async function isAssigneeOf(
  db: Queryable,
  organizationId: string,
  { assignUserId, assignTeamId }: Pick<RuleRow, 'assignUserId' | 'assignTeamId'>,
): Promise<boolean> {
  if (assignUserId === null && assignTeamId === null) return true
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
      select m.user_id as id from memberships m where m.organization_id = ${organizationId} and m.user_id = ${assignUserId}::uuid
      union all
      select t.id from teams t where t.organization_id = ${organizationId} and t.id = ${assignTeamId}::uuid`,
  )
  return rows.length > 0
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
