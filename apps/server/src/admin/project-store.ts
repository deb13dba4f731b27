import { bucketNames, forEachBucket } from '../db/buckets.ts'
import type { Database, Queryable } from '../db/database.ts'
import { rowsOf, sql } from '../db/sql.ts'

/** A project as the operator sees it. */
export interface ProjectRow {
  id: number
  name: string
  bucket: string
  /** E-mail of the owner; null while the project is deleted with its account. */
  email: string | null
  events: number
  /** Bytes of packed events and screenshots; events of the last hour are not packed yet. */
  storedBytes: number
  lastEventAt: Date | null
  /** Why it is not known what it has: its server does not respond, or the settings do not name it. */
  away: 'silent' | 'unnamed' | undefined
}

/** Returns all projects that are not deleted, or one of them, in order of creation; without sizes where a bucket is away. */
export async function findProjects(db: Database, id?: number): Promise<ProjectRow[]> {
  const projects = await rowsOf(
    db,
    sql<Omit<ProjectRow, keyof Stored | 'away'>>`
      select p.id, p.name, p.bucket, owner.email from projects p
      left join lateral (
        select users.email from memberships m join users on users.id = m.user_id
        where m.organization_id = p.organization_id and m.role = 'owner'
        order by m.created_at, m.user_id limit 1
      ) as owner on true
      where p.deleted_at is null and (${id ?? null}::int8 is null or p.id = ${id ?? null})
      order by p.id`,
  )
  const { results, away } = await forEachBucket(db, (bucket, name) =>
    findStored(
      bucket,
      projects.filter((project) => project.bucket === name).map((project) => project.id),
    ),
  )
  const stored = new Map(results.flatMap((found) => [...found]))
  return projects.map((project) => ({
    ...project,
    ...(stored.get(project.id) ?? nothing),
    away: away.includes(project.bucket) ? 'silent' : bucketNames(db).includes(project.bucket) ? undefined : 'unnamed',
  }))
}

type Stored = Pick<ProjectRow, 'events' | 'storedBytes' | 'lastEventAt'>

const nothing: Stored = { events: 0, storedBytes: 0, lastEventAt: null }

async function findStored(db: Queryable, projectIds: readonly number[]): Promise<Map<number, Stored>> {
  const rows = await rowsOf(
    db,
    sql<Stored & { projectId: number }>`
      select w.project_id as "projectId", coalesce(counted.events, 0)::int8 as events,
        (coalesce(packed.bytes, 0) + coalesce(pictured.bytes, 0))::int8 as "storedBytes", s.last_event_at as "lastEventAt"
      from unnest(${projectIds}::int8[]) as w (project_id)
      left join project_stats s on s.project_id = w.project_id
      left join (select i.project_id, sum(i.event_count) as events from issue_stats i group by 1) as counted
        on counted.project_id = w.project_id
      left join (select packs.project_id, sum(packs.stored_bytes + packs.object_bytes) as bytes from packs group by 1) as packed
        on packed.project_id = w.project_id
      left join (select c.project_id, sum(octet_length(c.data) + c.object_bytes) as bytes from screenshots c group by 1) as pictured
        on pictured.project_id = w.project_id`,
  )
  return new Map(rows.map(({ projectId, ...stored }) => [projectId, stored]))
}
