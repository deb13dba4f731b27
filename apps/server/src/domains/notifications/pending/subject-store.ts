import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'

/** Returns the issues that these were merged into, by their former ids. The id of an issue is that of one of its groups. */
export async function findSurvivors(
  db: Queryable,
  issues: readonly { projectId: number; issueId: string }[],
): Promise<Map<string, string>> {
  if (issues.length === 0) return new Map()
  const rows = await rowsOf(
    db,
    sql<{ former: string; survivor: string }>`
      select g.group_id as former, g.issue_id as survivor
        from unnest(${issues.map(({ projectId }) => projectId)}::int8[], ${issues.map(({ issueId }) => issueId)}::uuid[])
            as n (project_id, issue_id)
          join groups g on g.project_id = n.project_id and g.group_id = n.issue_id
       where g.issue_id <> g.group_id`,
  )
  return new Map(rows.map(({ former, survivor }) => [former, survivor]))
}

/** Returns what people wrote, by the id of the feedback; deleted feedback is left out. */
export async function findFeedbackTexts(
  db: Queryable,
  projectId: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(
    db,
    sql<{ id: string; message: string }>`
      select f.id::text as id, f.message from feedback f where f.project_id = ${projectId} and f.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, message }) => [id, message]))
}
