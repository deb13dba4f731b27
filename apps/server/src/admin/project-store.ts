import type { Queryable } from '../db/database.ts'
import { rowsOf, sql } from '../db/sql.ts'

/** A project as the operator sees it. */
export interface ProjectRow {
  id: number
  name: string
  /** E-mail of the owner; null while the project is deleted with its account. */
  email: string | null
  events: number
  /** Bytes of packed events and screenshots; events of the last hour are not packed yet. */
  storedBytes: number
  lastEventAt: Date | null
}

/** Returns all projects that are not deleted, or one of them, in order of creation. */
export async function findProjects(db: Queryable, id?: number): Promise<ProjectRow[]> {
  return rowsOf(
    db,
    sql<ProjectRow>`
      select p.id, p.name, owner.email, coalesce(counted.events, 0)::int8 as events,
        (coalesce(packed.bytes, 0) + coalesce(pictured.bytes, 0))::int8 as "storedBytes", s.last_event_at as "lastEventAt"
      from projects p
      left join project_stats s on s.project_id = p.id
      left join (select i.project_id, sum(i.event_count) as events from issue_stats i group by 1) as counted
        on counted.project_id = p.id
      left join (select packs.project_id, sum(packs.stored_bytes + packs.object_bytes) as bytes from packs group by 1) as packed
        on packed.project_id = p.id
      left join (select c.project_id, sum(octet_length(c.data)) as bytes from screenshots c group by 1) as pictured
        on pictured.project_id = p.id
      left join lateral (
        select users.email from memberships m join users on users.id = m.user_id
        where m.organization_id = p.organization_id and m.role = 'owner'
        order by m.created_at, m.user_id limit 1
      ) as owner on true
      where p.deleted_at is null and (${id ?? null}::int8 is null or p.id = ${id ?? null})
      order by p.id`,
  )
}
