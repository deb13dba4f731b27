import type { Tx } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'

/** Returns the teams of an organization whose names are among these, without regard to case. */
export async function findTeamsNamed(tx: Tx, organizationId: string, names: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(
    tx,
    sql<{ id: string }>`
      select t.id from teams t
      where t.organization_id = ${organizationId} and lower(t.name) = any(${names.map((name) => name.toLowerCase())}::text[])`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the teams of an organization that a user is in because of the provider's groups. */
export async function findTeamsByGroup(tx: Tx, organizationId: string, userId: string): Promise<string[]> {
  const rows = await rowsOf(
    tx,
    sql<{ id: string }>`
      select tm.team_id as id from team_members tm join teams t on t.id = tm.team_id
      where tm.user_id = ${userId} and tm.source = 'oidc' and t.organization_id = ${organizationId}`,
  )
  return rows.map(({ id }) => id)
}
