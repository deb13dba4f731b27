import type { Project } from '@bugle/protocol'
import { type Kysely, sql } from 'kysely'
import { type Database, type Queryable, queryPrepared } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from './project.ts'

/** A project as the tables hold it. */
export interface ProjectRecord {
  id: number
  name: string
  appIds: string[]
  platform: Project['platform']
  shortPrefix: string
  groupingVersion: number
  createdAt: Date
  ingestTokenLast4: string
}

type Organizations = Pick<Actor, 'organizationIds'>

const columns = sql`
  projects.id, projects.name, projects.app_ids as "appIds", projects.platform,
  projects.short_prefix as "shortPrefix", projects.grouping_version as "groupingVersion",
  projects.created_at as "createdAt",
  (select ingest_tokens.last4 from ingest_tokens
    where ingest_tokens.project_id = projects.id
    order by ingest_tokens.expires_at is null and ingest_tokens.revoked_at is null desc, ingest_tokens.id desc
    limit 1) as "ingestTokenLast4"`

/** Returns the projects that the actor may see: not deleted, and of an organization they are a member of. */
function visibleTo({ organizationIds }: Organizations) {
  return sql`projects.deleted_at is null and projects.organization_id = any(${organizationIds}::uuid[])`
}

/** Returns a page of the actor's projects in the order of their making, after the one with the number `after`. */
export async function findProjects(
  db: Kysely<Schema>,
  actor: Organizations,
  { after = 0, limit }: { after?: number | undefined; limit: number },
): Promise<ProjectRecord[]> {
  const { rows } = await sql<ProjectRecord>`
    select ${columns} from projects
    where ${visibleTo(actor)} and projects.id > ${after}
    order by projects.id limit ${limit}`.execute(db)
  return rows
}

/** Returns the numbers of all projects of the caller. */
export async function findProjectIds(db: Kysely<Schema>, actor: Organizations): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select projects.id from projects where ${visibleTo(actor)}`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the organization that owns each project; deleted projects are left out. */
export async function findOwners(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; organization_id: string }>`
    select projects.id, projects.organization_id from projects
    where projects.id = any(${ids}::int8[]) and projects.deleted_at is null`.execute(db)
  return new Map(rows.map((row) => [row.id, row.organization_id]))
}

/** @throws Refusal `not_found`, unless the actor may see it */
export async function checkVisible(database: Database, actor: Organizations, id: number): Promise<void> {
  const statement = sql<Record<never, never>>`select from projects where projects.id = ${id} and ${visibleTo(actor)}`
  const rows = await queryPrepared(database, 'is-visible', statement)
  if (rows.length === 0) refuse()
}

/** @throws Refusal `not_found`, also when it is another organization's */
export async function getProject(db: Kysely<Schema>, actor: Organizations, id: number): Promise<ProjectRecord> {
  const { rows } = await sql<ProjectRecord>`
    select ${columns} from projects where projects.id = ${id} and ${visibleTo(actor)}`.execute(db)
  return rows[0] ?? refuse()
}

/** Like getProject, with the row locked until the transaction ends. */
export async function lockProject(tx: Kysely<Schema>, actor: Organizations, id: number): Promise<ProjectRecord> {
  const { rows } = await sql`
    select projects.id from projects where projects.id = ${id} and ${visibleTo(actor)} for no key update`.execute(tx)
  return rows.length === 0 ? refuse() : getProject(tx, actor, id)
}

export interface NewProject {
  organizationId: string
  name: string
  appIds: string[]
  platform: Project['platform']
  shortPrefix: string
}

/** @returns the project's number */
export async function insertProject(tx: Kysely<Schema>, project: NewProject): Promise<number> {
  const { id } = await tx
    .insertInto('projects')
    .values({
      organization_id: project.organizationId,
      name: project.name,
      app_id: project.appIds[0]!,
      app_ids: project.appIds,
      platform: project.platform,
      short_prefix: project.shortPrefix,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateProject(
  tx: Kysely<Schema>,
  { id, name, appIds, platform }: Pick<ProjectRecord, 'id' | 'name' | 'appIds' | 'platform'>,
): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ name, app_id: appIds[0]!, app_ids: appIds, platform })
    .where('id', '=', id)
    .execute()
}

export async function markDeleted(tx: Kysely<Schema>, id: number): Promise<void> {
  await tx.updateTable('projects').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
}

/** Marks all projects of these organizations as deleted. @returns their numbers */
export async function markAllDeleted(tx: Kysely<Schema>, organizationIds: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update projects set deleted_at = now()
    where projects.organization_id = any(${organizationIds}::uuid[]) and projects.deleted_at is null
    returning projects.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Returns the prefixes in use that begin with a text. The organization stays locked: no two projects take the same one. */
export async function lockPrefixes(tx: Kysely<Schema>, organizationId: string, start: string): Promise<Set<string>> {
  await sql`select from organizations where id = ${organizationId} for no key update`.execute(tx)
  const { rows } = await sql<{ short_prefix: string }>`
    select projects.short_prefix from projects
    where projects.organization_id = ${organizationId} and starts_with(projects.short_prefix, ${start})`.execute(tx)
  return new Set(rows.map((row) => row.short_prefix))
}

/** Channel that announces a changed project by its number. */
export const projectChannel = 'bugle_projects'

/** Invalidates the token caches of all ingest processes at commit. */
export async function notifyChanged(tx: Kysely<Schema>, id: number): Promise<void> {
  await sql`select pg_notify(${projectChannel}, ${String(id)})`.execute(tx)
}

/** The same for all projects of these organizations. */
export async function notifyAllChanged(tx: Kysely<Schema>, organizationIds: string[]): Promise<void> {
  await sql`
    select pg_notify(${projectChannel}, projects.id::text) from projects
    where projects.organization_id = any(${organizationIds}::uuid[])`.execute(tx)
}

function refuse(): never {
  throw new Refusal('not_found')
}

/** Removes an erased project and its tokens; no other row of it may be left. */
export async function deleteErasedProject(db: Queryable, projectId: number): Promise<void> {
  await db.query('delete from ingest_tokens t where t.project_id = $1', [projectId])
  await db.query('delete from projects p where p.id = $1', [projectId])
}

/** Marks projects as deleted whose organization has lost its last member: one may have been created in that moment. */
export async function markOrphansDeleted(db: Queryable): Promise<void> {
  await db.query(
    `update projects p set deleted_at = now()
      where p.deleted_at is null
        and not exists (select from memberships m where m.organization_id = p.organization_id)`,
  )
}
