import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** Returns the teams of an organization whose names are among these, without regard to case. */
export async function findTeamsNamed(
  tx: Kysely<Schema>,
  organizationId: string,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from teams t
    where t.organization_id = ${organizationId} and lower(t.name) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Returns the teams of an organization that a user is in because of the provider's groups. */
export async function findTeamsByGroup(tx: Kysely<Schema>, organizationId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select tm.team_id as id from team_members tm join teams t on t.id = tm.team_id
    where tm.user_id = ${userId} and tm.source = 'oidc' and t.organization_id = ${organizationId}`.execute(tx)
  return rows.map(({ id }) => id)
}
