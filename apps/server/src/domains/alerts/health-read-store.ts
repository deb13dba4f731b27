import type { Queryable } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'

/** Returns the monitors of a project that are failing, each with its environment, as alerts name them. */
export async function findFailingMonitors(db: Queryable, projectId: number): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ subject: string }>`
      select m.slug || ' ' || m.environment as subject from monitor_environments m
       where m.project_id = ${projectId} and m.status = 'failing'`,
  )
  return rows.map(({ subject }) => subject)
}
