import { randomUUID } from 'node:crypto'
import type { AlertTrigger } from '@bugle/protocol'
import { exactly, transactionTime } from '../../db/clock.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { hourMs } from '../../lib/time.ts'
import { noIssue } from '../notifications/index.ts'
import { findLasting, ofBucketsWith } from '../projects/index.ts'

/** A rule that fires for an issue, or for a project as a whole. */
export interface Firing {
  projectId: number
  ruleId: string
  /** {@link noIssue} for one about the project. */
  issueId: string
  trigger: AlertTrigger
  /** The release or monitor that it is about; empty for an issue or project. */
  subject: string
}

export interface OpenedIncident extends Firing {
  id: string
}

export interface IncidentRow extends Firing {
  id: string
  firedAt: Date
  recoveredAt: Date | null
}

const columns = sql`
  i.id, i.project_id as "projectId", i.rule_id as "ruleId", i.issue_id as "issueId", i.trigger, i.subject, i.fired_at as "firedAt",
  i.recovered_at as "recoveredAt"`

/** When a new incident is looked at first. */
const firstCheckMs = 15_000
/** How long incidents that recovered are kept. */
const keptDays = 90

/** Opens incidents. @returns those that were not open before */
export async function openIncidents(tx: Tx, firings: readonly Firing[]): Promise<OpenedIncident[]> {
  if (firings.length === 0) return []
  const projectIds = firings.map(({ projectId }) => projectId)
  const time = await transactionTime(tx)
  await execute(
    tx,
    sql`
      delete from alert_incidents i where i.project_id = any(${projectIds}::int8[])
         and i.recovered_at < now() - make_interval(days => ${keptDays})`,
  )
  return rowsOf(
    tx,
    sql<OpenedIncident>`
      insert into alert_incidents as i (project_id, id, rule_id, issue_id, trigger, subject, fired_at, check_at)
      select n.project_id, n.id, n.rule_id, n.issue_id, n.trigger, n.subject, ${time}::timestamptz,
             ${time}::timestamptz + make_interval(secs => ${firstCheckMs / 1000})
        from unnest(
          ${projectIds}::int8[], ${firings.map(() => randomUUID())}::uuid[], ${firings.map(({ ruleId }) => ruleId)}::uuid[],
          ${firings.map(({ issueId }) => issueId)}::uuid[], ${firings.map(({ trigger }) => trigger)}::text[],
          ${firings.map(({ subject }) => subject)}::text[]) as n (project_id, id, rule_id, issue_id, trigger, subject)
       order by n.project_id, n.rule_id, n.issue_id, n.trigger, n.subject
      on conflict (project_id, rule_id, issue_id, trigger, subject) where recovered_at is null do nothing
      returning i.id, i.project_id as "projectId", i.rule_id as "ruleId", i.issue_id as "issueId", i.trigger, i.subject`,
  )
}

/** Returns the incidents of these issues that are open. */
export async function findOpenIncidents(
  db: Queryable,
  projectId: number,
  issueIds: readonly string[],
): Promise<Pick<Firing, 'ruleId' | 'issueId' | 'trigger'>[]> {
  return rowsOf(
    db,
    sql<Pick<Firing, 'ruleId' | 'issueId' | 'trigger'>>`
      select i.rule_id as "ruleId", i.issue_id as "issueId", i.trigger from alert_incidents i
       where i.project_id = ${projectId} and i.issue_id = any(${issueIds}::uuid[]) and i.recovered_at is null`,
  )
}

/** Returns those of these incidents that are open. */
export async function findStillOpen<Incident extends Firing>(
  db: Queryable,
  incidents: readonly Incident[],
): Promise<Incident[]> {
  if (incidents.length === 0) return []
  const rows = await rowsOf(
    db,
    sql<{ nth: number }>`
      select n.nth from unnest(
          ${incidents.map(({ projectId }) => projectId)}::int8[], ${incidents.map(({ ruleId }) => ruleId)}::uuid[],
          ${incidents.map(({ issueId }) => issueId)}::uuid[], ${incidents.map(({ trigger }) => trigger)}::text[],
          ${incidents.map(({ subject }) => subject)}::text[])
            with ordinality as n (project_id, rule_id, issue_id, trigger, subject, nth)
        join alert_incidents i on i.project_id = n.project_id and i.rule_id = n.rule_id and i.issue_id = n.issue_id
         and i.trigger = n.trigger and i.subject = n.subject and i.recovered_at is null`,
  )
  return rows.map(({ nth }) => incidents[nth - 1]!)
}

/** SQL condition: an incident is to be looked at. */
export const incidentsAreDue = 'exists (select 1 from alert_incidents i where i.check_at <= now())'

/** Takes incidents that are to be looked at, and looks at them again later: the older, the more seldom, up to a minute. */
export async function takeDueIncidents(tx: Tx, limit: number): Promise<IncidentRow[]> {
  const time = await transactionTime(tx)
  const hourAgo = new Date(Date.parse(time) - hourMs)
  return rowsOf(
    tx,
    sql<IncidentRow>`
      with due as (
        select d.project_id, d.id from alert_incidents d where d.check_at <= now()
         order by d.check_at limit ${limit} for update skip locked
      )
      update alert_incidents i
         set check_at = ${time}::timestamptz + make_interval(secs => case when i.fired_at > ${hourAgo} then 15 else 60 end)
        from due where i.project_id = due.project_id and i.id = due.id
      returning ${columns}`,
  )
}

export async function recoverIncidents(tx: Tx, incidents: readonly IncidentRow[]): Promise<void> {
  await execute(
    tx,
    sql`
      update alert_incidents i set recovered_at = now(), check_at = null
        from unnest(${incidents.map(({ projectId }) => projectId)}::int8[], ${incidents.map(({ id }) => id)}::uuid[])
          as n (project_id, id)
       where i.project_id = n.project_id and i.id = n.id`,
  )
}

/** Returns for which of these rules and projects nothing is open any more. */
export async function findSettled(
  tx: Tx,
  keys: readonly { projectId: number; ruleId: string }[],
): Promise<{ projectId: number; ruleId: string }[]> {
  return rowsOf(
    tx,
    sql<{ projectId: number; ruleId: string }>`
      select distinct n.project_id as "projectId", n.rule_id as "ruleId"
        from unnest(${keys.map(({ projectId }) => projectId)}::int8[], ${keys.map(({ ruleId }) => ruleId)}::uuid[])
          as n (project_id, rule_id)
       where not exists (
         select 1 from alert_incidents i where i.project_id = n.project_id and i.rule_id = n.rule_id and i.recovered_at is null)`,
  )
}

/** Returns incidents by their ids, the latest first. */
export async function findIncidentsById(
  db: Queryable,
  projectIds: readonly number[],
  ids: readonly string[],
): Promise<IncidentRow[]> {
  return rowsOf(
    db,
    sql<IncidentRow>`
      select ${columns} from alert_incidents i
       where i.project_id = any(${projectIds}::int8[]) and i.id = any(${ids}::uuid[]) order by i.fired_at desc, i.id desc`,
  )
}

/** Returns incidents of a rule and project that a message about their end reports: those since the one before it. */
export async function findSettledBy(
  db: Queryable,
  { projectId, ruleId, deliveryId }: { projectId: number; ruleId: string; deliveryId: string },
): Promise<IncidentRow[]> {
  const [between] = await rowsOf(
    db,
    sql<{ since: string | null; until: string }>`
      select ${exactly('d.created_at')} as until, (
           select ${exactly('max(l.created_at)')} from deliveries l where l.rule_id = ${ruleId} and l.project_id = ${projectId}
              and l.event = 'recovered' and l.edits is null and l.created_at < d.created_at) as since
        from deliveries d where d.id = ${deliveryId}`,
  )
  if (between === undefined) return []
  return rowsOf(
    db,
    sql<IncidentRow>`
      select ${columns} from alert_incidents i
       where i.project_id = ${projectId} and i.rule_id = ${ruleId}
         and i.recovered_at > coalesce(${between.since}::timestamptz, '-infinity') and i.recovered_at <= ${between.until}::timestamptz
       order by i.fired_at desc, i.id desc limit 100`,
  )
}

export interface ListedIncident extends IncidentRow {
  /** Null for one about a project, and once the issue is deleted. */
  issue: { shortId: string; title: string } | null
  /** Channels that took a message about it. */
  notified: { channelId: string; at: string }[]
}

export interface IncidentFilter {
  organizationId: string
  projectIds: readonly number[]
  state: 'firing' | 'recovered' | undefined
  ruleId: string | undefined
  issueId: string | undefined
}

/** Returns the incidents of an organization in projects that somebody sees, the latest first. */
export async function findIncidents(
  db: Queryable,
  { organizationId, projectIds, state, ruleId, issueId }: IncidentFilter,
  { after, limit }: { after: { firedAt: Date; id: string } | undefined; limit: number },
): Promise<ListedIncident[]> {
  const projects = await findLasting(db, projectIds)
  const ofOrganization = projectIds.filter((id) => projects.get(id)?.organizationId === organizationId)
  const parts = await ofBucketsWith(db, ofOrganization, (own) =>
    rowsOf(
      db,
      sql<FoundIncident>`
      select ${columns}, ${exactly('i.fired_at')} as "firedExactly",
             ${exactly('i.recovered_at')} as "recoveredExactly",
             s.short_number as "shortNumber", left(s.type || case s.message when '' then '' else ': ' || s.message end, 300) as title
        from alert_incidents i
        left join issues s on s.project_id = i.project_id and s.issue_id = i.issue_id
       where i.project_id = any(${own}::int8[])
         and (${state ?? null}::text is null or (i.recovered_at is null) = (${state ?? null} = 'firing'))
         and (${ruleId ?? null}::uuid is null or i.rule_id = ${ruleId ?? null})
         and (${issueId ?? null}::uuid is null or i.issue_id = ${issueId ?? null})
         and (${after?.firedAt ?? null}::timestamptz is null
             or (i.fired_at, i.id) < (${after?.firedAt ?? null}, ${after?.id ?? null}::uuid))
       order by i.fired_at desc, i.id desc limit ${limit}`,
    ),
  )
  const rows = parts.length === 1 ? parts[0]! : parts.flat().sort(byTime).slice(0, limit)
  const notified = await findNotified(db, rows)
  return rows.map(({ firedExactly: _, recoveredExactly: __, shortNumber, title, ...row }) => ({
    ...row,
    issue:
      shortNumber === null || title === null
        ? null
        : { shortId: `${projects.get(row.projectId)!.shortPrefix}-${shortNumber}`, title },
    notified: notified.get(row.id) ?? [],
  }))
}

/** The latest first, and of one moment the highest id. */
function byTime(a: FoundIncident, b: FoundIncident): number {
  return b.firedAt.getTime() - a.firedAt.getTime() || (a.id < b.id ? 1 : -1)
}

/** An incident with its times to the microsecond, and the number and title of its issue. */
interface FoundIncident extends IncidentRow {
  firedExactly: string
  recoveredExactly: string | null
  shortNumber: number | null
  title: string | null
}

/** Returns the channels that took a message about incidents, by the ids of these. */
async function findNotified(
  db: Queryable,
  incidents: readonly FoundIncident[],
): Promise<Map<string, ListedIncident['notified']>> {
  if (incidents.length === 0) return new Map()
  const rows = await rowsOf(
    db,
    sql<{ id: string; notified: ListedIncident['notified'] }>`
      select i.id, json_agg(json_build_object('channelId', c.channel_id, 'at', c.at) order by c.at) as notified
        from unnest(
          ${incidents.map(({ id }) => id)}::uuid[], ${incidents.map(({ projectId }) => projectId)}::int8[],
          ${incidents.map(({ ruleId }) => ruleId)}::uuid[], ${incidents.map(({ issueId }) => issueId)}::uuid[],
          ${incidents.map(({ trigger }) => trigger)}::text[], ${incidents.map(({ firedExactly }) => firedExactly)}::timestamptz[],
          ${incidents.map(({ recoveredExactly }) => recoveredExactly)}::timestamptz[])
            as i (id, project_id, rule_id, issue_id, trigger, fired_at, recovered_at)
        cross join lateral (
          select d.channel_id, max(d.done_at) as at from deliveries d
           where d.project_id = i.project_id and d.outcome = 'delivered' and d.event = i.trigger
             and d.done_at >= i.fired_at and (i.recovered_at is null or d.created_at <= i.recovered_at)
             and (d.issue_id = i.issue_id or (i.issue_id = ${noIssue} and d.issue_id is null and d.rule_id = i.rule_id))
           group by d.channel_id) as c
       group by i.id`,
  )
  return new Map(rows.map(({ id, notified }) => [id, notified]))
}
