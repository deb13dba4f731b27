import { limits } from '@bugle/protocol'
import { uuidv7 } from 'uuidv7'
import type { Queryable, Tx } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

export interface TeamRow {
  id: string
  name: string
  createdAt: Date
  members: { userId: string; name: string; isLead: boolean; source: 'member' | 'oidc' }[]
  projectIds: number[]
}

/** Returns the teams of an organization by name, or the one of them, each with those of its projects that a viewer sees. */
export async function findTeams(
  db: Queryable,
  organizationId: string,
  { viewerId, teamId }: { viewerId: string; teamId?: string },
): Promise<TeamRow[]> {
  return rowsOf(
    db,
    sql<TeamRow>`
      select t.id, t.name, t.created_at as "createdAt",
        coalesce((select jsonb_agg(jsonb_build_object(
            'userId', u.id, 'name', u.name, 'isLead', tm.is_lead, 'source', tm.source) order by lower(u.name), u.id)
          from team_members tm join users u on u.id = tm.user_id where tm.team_id = t.id), '[]') as members,
        array(select tp.project_id from team_projects tp
          join visible_projects v on v.project_id = tp.project_id and v.viewer_id = ${viewerId}
          where tp.team_id = t.id order by tp.project_id)::int8[] as "projectIds"
      from teams t
      where t.organization_id = ${organizationId} and (${teamId ?? null}::uuid is null or t.id = ${teamId ?? null})
      order by lower(t.name)`,
  )
}

/** @returns its id; undefined if there is one of this name, or too many */
export async function insertTeam(tx: Tx, organizationId: string, name: string): Promise<string | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ id: string }>`
      insert into teams (id, organization_id, name)
      select ${uuidv7()}, ${organizationId}, ${name}
      where (select count(*) from teams where teams.organization_id = ${organizationId}) < ${limits.teams}
      on conflict do nothing returning id`,
  )
  return rows[0]?.id
}

/** @returns its former name; undefined if there is no such team */
export async function findTeamName(tx: Tx, organizationId: string, id: string): Promise<string | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ name: string }>`
      select name from teams where id = ${id} and organization_id = ${organizationId} for no key update`,
  )
  return rows[0]?.name
}

/** @returns false if another team has this name */
export async function renameTeam(tx: Tx, organizationId: string, id: string, name: string): Promise<boolean> {
  const affected = await execute(
    tx,
    sql`
      update teams set name = ${name}
      where id = ${id} and not exists (
        select 1 from teams o where o.organization_id = ${organizationId} and lower(o.name) = lower(${name}) and o.id <> ${id})`,
  )
  return affected > 0
}

export async function deleteTeam(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`delete from teams where id = ${id}`)
}

/** Adds a member, or makes a member lead. Only members of the organization. @returns whether it is one */
export async function putTeamMember(
  tx: Tx,
  team: { organizationId: string; teamId: string },
  { userId, isLead, source }: { userId: string; isLead: boolean | undefined; source: 'member' | 'oidc' },
): Promise<boolean> {
  const affected = await execute(
    tx,
    sql`
      insert into team_members as tm (team_id, user_id, is_lead, source)
      select ${team.teamId}, m.user_id, ${isLead ?? false}, ${source} from memberships m
      where m.organization_id = ${team.organizationId} and m.user_id = ${userId} for key share of m
      on conflict (team_id, user_id) do update set is_lead = coalesce(${isLead ?? null}::bool, tm.is_lead)`,
  )
  return affected > 0
}

/** @returns whether they were in it */
export async function deleteTeamMember(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  const affected = await execute(
    tx,
    sql`
      delete from team_members where team_id = ${teamId} and user_id = ${userId}`,
  )
  return affected > 0
}

/** Takes a member out of all teams of an organization. */
export async function leaveTeams(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await execute(
    tx,
    sql`
      delete from team_members
      where user_id = ${userId}
        and team_id in (select t.id from teams t where t.organization_id = ${organizationId})`,
  )
}

export async function isLead(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  const found = await execute(
    tx,
    sql`
      select 1 from team_members where team_id = ${teamId} and user_id = ${userId} and is_lead`,
  )
  return found > 0
}

/** Returns the ids among these that are teams of the organization. */
export async function findTeamIds(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(
    tx,
    sql<{ id: string }>`
      select id from teams where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
  )
  return rows.map(({ id }) => id)
}

/** @returns the project's name; undefined unless it is one of the organization's */
export async function putTeamProject(
  tx: Tx,
  team: { organizationId: string; teamId: string },
  projectId: number,
): Promise<string | undefined> {
  const rows = await rowsOf(
    tx,
    sql<{ name: string }>`
      with chosen as (
        select p.id, p.name from projects p
        where p.id = ${projectId} and p.organization_id = ${team.organizationId} and p.deleted_at is null
      ), added as (
        insert into team_projects (team_id, project_id) select ${team.teamId}, chosen.id from chosen on conflict do nothing)
      select chosen.name from chosen`,
  )
  return rows[0]?.name
}

/** @returns whether it was one of the team's */
export async function deleteTeamProject(tx: Tx, teamId: string, projectId: number): Promise<boolean> {
  const affected = await execute(
    tx,
    sql`
      delete from team_projects where team_id = ${teamId} and project_id = ${projectId}`,
  )
  return affected > 0
}
