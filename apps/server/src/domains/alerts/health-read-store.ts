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

/** Returns what somebody wrote; undefined if it was deleted. */
export async function findFeedbackText(db: Queryable, projectId: number, id: string): Promise<string | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ message: string }>`
      select f.message from feedback f where f.project_id = ${projectId} and f.id = ${id}`,
  )
  return rows[0]?.message
}
