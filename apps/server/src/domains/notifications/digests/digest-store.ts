import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import { findUserNames } from '../../accounts/index.ts'
import { isLoss } from '../../outcomes/index.ts'
import { findShortPrefix } from '../../projects/index.ts'

/** A part of time; counts by the hour begin with the hour that holds its beginning. */
export interface Period {
  from: Date
  to: Date
}

/** Counts of a project in a period. */
export interface ProjectSummary {
  projectId: number
  name: string
  events: number
  /** Refused by the server, or lost by a client against its owner's wish. */
  lost: number
  newIssues: number
  regressed: number
}

/** Projects that a digest speaks of: those with most events. */
export const mostProjects = 20

/** A project that a digest may speak of. */
export interface DigestProject {
  id: number
  name: string
  bucket: string
}

/** Returns the projects that a person sees. */
export async function findDigestProjects(db: Queryable, userId: string): Promise<DigestProject[]> {
  return rowsOf(
    db,
    sql<DigestProject>`
      select p.id, p.name, p.bucket from visible_projects v join projects p on p.id = v.project_id and p.deleted_at is null
       where v.viewer_id = ${userId} order by p.id`,
  )
}

/** Returns those of some projects of a bucket in which something happened, those with most events first. */
export async function findSummaries(
  db: Queryable,
  projects: readonly DigestProject[],
  { from, to }: Period,
): Promise<ProjectSummary[]> {
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  const counts = await rowsOf(
    db,
    sql<Omit<ProjectSummary, 'name'>>`
      select * from (
        select p.id as "projectId",
               (select coalesce(sum(h.event_count), 0)::float8 from project_hourly h
                 where h.project_id = p.id and h.hour >= date_trunc('hour', ${from}::timestamptz) and h.hour < ${to}) as events,
               (select coalesce(sum(o.event_count), 0)::float8 from outcomes o
                 where o.project_id = p.id and o.hour >= date_trunc('hour', ${from}::timestamptz) and o.hour < ${to}
                   and ${isLoss(sql`o`)}) as lost,
               (select count(*) from issue_stats s
                 where s.project_id = p.id and s.first_seen_at >= ${from} and s.first_seen_at < ${to}) as "newIssues",
               (select count(distinct a.issue_id) from issue_activity a
                 where a.project_id = p.id and a.kind = 'regressed' and a.occurred_at >= ${from} and a.occurred_at < ${to})
                 as regressed
          from unnest(${[...names.keys()]}::int8[]) as p (id)) as s
       where s.events > 0 or s.lost > 0 or s."newIssues" > 0 or s.regressed > 0
       order by s.events desc, s."projectId" limit ${mostProjects}`,
  )
  return counts.map((one) => ({ ...one, name: names.get(one.projectId)! }))
}

/** An open issue that occurred in the period. */
export interface WorstIssue {
  issueId: string
  shortId: string
  type: string
  message: string
  events: number
  users: number
  isNew: boolean
}

/** Returns the open issues of the period that hit most people so far. */
export async function findWorst(
  db: Queryable,
  projectId: number,
  { from, to }: Period,
  limit: number,
): Promise<WorstIssue[]> {
  const prefix = await findShortPrefix(db, projectId)
  if (prefix === undefined) return []
  return rowsOf(
    db,
    sql<WorstIssue>`
      select i.issue_id as "issueId", ${prefix}::text || '-' || i.short_number as "shortId", i.type, i.message,
             s.event_count as events, s.user_count as users, s.first_seen_at >= ${from} as "isNew"
        from issue_stats s
          join issues i on i.project_id = s.project_id and i.issue_id = s.issue_id
       where s.project_id = ${projectId} and s.status = 'unresolved' and s.last_seen_at >= ${from} and s.first_seen_at < ${to}
       order by s.user_count desc, s.event_count desc, s.issue_id limit ${limit}`,
  )
}

export interface Resolver {
  /** Null for Bugle itself, and for somebody who left. */
  name: string | null
  issues: number
}

/** Returns who resolved how many issues, the busiest first. */
export async function findResolvers(db: Queryable, projectId: number, { from, to }: Period): Promise<Resolver[]> {
  const rows = await rowsOf(
    db,
    sql<{ userId: string | null; issues: number }>`
      select a.user_id as "userId", count(distinct a.issue_id) as issues from issue_activity a
       where a.project_id = ${projectId} and a.kind = 'resolved' and a.occurred_at >= ${from} and a.occurred_at < ${to}
       group by a.user_id`,
  )
  const names = await findUserNames(
    db,
    rows.flatMap(({ userId }) => userId ?? []),
  )
  const resolvers = new Map<string | null, number>()
  for (const { userId, issues } of rows) {
    const name = (userId === null ? undefined : names.get(userId)) ?? null
    // People of one name are told apart by their accounts; what nobody here did is one line.
    const key = name === null ? null : userId
    resolvers.set(key, (resolvers.get(key) ?? 0) + issues)
  }
  return [...resolvers]
    .map(([userId, issues]) => ({ name: userId === null ? null : names.get(userId)!, issues }))
    .sort((a, b) => b.issues - a.issues || (a.name ?? '\uffff').localeCompare(b.name ?? '\uffff'))
}

export interface ReleaseSessions {
  release: string
  started: number
  crashed: number
}

/** Returns the releases with most sessions. */
export async function findReleaseSessions(
  db: Queryable,
  projectId: number,
  { from, to }: Period,
  limit: number,
): Promise<ReleaseSessions[]> {
  return rowsOf(
    db,
    sql<ReleaseSessions>`
      select h.release, sum(h.started)::float8 as started, sum(h.crashed)::float8 as crashed from session_hourly h
       where h.project_id = ${projectId} and h.hour >= date_trunc('hour', ${from}::timestamptz) and h.hour < ${to}
       group by h.release having sum(h.started) > 0
       order by sum(h.started) desc, h.release limit ${limit}`,
  )
}
