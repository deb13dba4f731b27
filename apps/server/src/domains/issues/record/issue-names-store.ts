import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'

/** Names around issues that belong to accounts, whose tables may be on another server than those of issues. */
export interface IssueNames {
  /** Prefix of short ids by project. */
  prefixes: ReadonlyMap<number, string>
  /** Names of people and teams by their ids. */
  assignees: ReadonlyMap<string, string>
}

interface Named {
  project_id: number
  assignee_id: string | null
  assignee_team_id: string | null
}

const nothing: IssueNames = { prefixes: new Map(), assignees: new Map() }

/** Returns the names that belong to issues, by one statement for all of them. */
export async function findIssueNames(db: Queryable, issues: readonly Named[]): Promise<IssueNames> {
  if (issues.length === 0) return nothing
  const projectIds = [...new Set(issues.map(({ project_id }) => project_id))]
  const people = idsOf(issues.map(({ assignee_id }) => assignee_id))
  const teams = idsOf(issues.map(({ assignee_team_id }) => assignee_team_id))
  const rows = await rowsOf<{ project_id: number | null; id: string | null; name: string }>(
    db,
    sql`select p.id as project_id, null::uuid as id, p.short_prefix as name from projects p where p.id = any(${projectIds}::int8[])
        union all select null, u.id, u.name from users u where u.id = any(${people}::uuid[])
        union all select null, t.id, t.name from teams t where t.id = any(${teams}::uuid[])`,
    'find-issue-names',
  )
  return {
    prefixes: new Map(rows.flatMap(({ project_id, name }) => (project_id === null ? [] : [[project_id, name]]))),
    assignees: new Map(rows.flatMap(({ id, name }) => (id === null ? [] : [[id, name]]))),
  }
}

const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
