import { mayDo, type Project, type Role, rolesWith, type Scope } from '@bugle/protocol'
import type { Queryable, Tx } from '../../db/database.ts'
import { notify } from '../../db/listener.ts'
import { execute, type Fragment, rowsOf, sql } from '../../db/sql.ts'
import { Refusal } from '../../refusal.ts'
import { allTokens, closeTokens } from './closed-token-store.ts'
import type { Actor } from './project.ts'

/** A project as the tables hold it. */
export interface ProjectRecord {
  id: number
  organizationId: string
  name: string
  appIds: string[]
  platform: Project['platform']
  shortPrefix: string
  groupingVersion: number
  createdAt: Date
  ingestTokenLast4: string
}

const columns = sql`
  projects.id, projects.organization_id as "organizationId", projects.name, projects.app_ids as "appIds", projects.platform,
  projects.short_prefix as "shortPrefix", projects.grouping_version as "groupingVersion",
  projects.created_at as "createdAt",
  (select ingest_tokens.last4 from ingest_tokens
    where ingest_tokens.project_id = projects.id and ingest_tokens.kind = 'service'
    order by ingest_tokens.expires_at is null and ingest_tokens.revoked_at is null desc, ingest_tokens.id desc
    limit 1) as "ingestTokenLast4"`

/** Limits projects to those that the actor sees in a role with the needed scope. */
function visibleTo({ userId, needs }: Actor) {
  const allowed = needs === undefined ? sql`` : sql` and v.role = any(${['token', ...rolesWith(needs)]}::text[])`
  return sql`projects.id in (select v.project_id from visible_projects v where v.viewer_id = ${userId}${allowed})`
}

/** Returns a page of the actor's projects in the order of their making, after the one with the number `after`. */
export async function findProjects(
  db: Queryable,
  actor: Actor,
  { after = 0, limit }: { after?: number | undefined; limit: number },
): Promise<ProjectRecord[]> {
  return rowsOf(
    db,
    sql<ProjectRecord>`
      select ${columns} from projects
      where ${visibleTo(actor)} and projects.id > ${after}
      order by projects.id limit ${limit}`,
  )
}

/** Returns the numbers of all projects that the actor sees. */
export async function findProjectIds(db: Queryable, actor: Actor): Promise<number[]> {
  const rows = await rowsOf(db, sql<{ id: number }>`select projects.id from projects where ${visibleTo(actor)}`)
  return rows.map((row) => row.id)
}

/** Returns which of these projects each of these viewers sees now. */
export async function findVisible(
  db: Queryable,
  viewerIds: readonly string[],
  projectIds: readonly number[],
): Promise<Map<string, Set<number>>> {
  const rows = await rowsOf(
    db,
    sql<{ viewer_id: string; project_ids: number[] }>`
      select v.viewer_id, array_agg(v.project_id)::int8[] as project_ids from visible_projects v
      where v.viewer_id = any(${viewerIds}::uuid[]) and v.project_id = any(${projectIds}::int8[])
      group by v.viewer_id`,
  )
  return new Map(rows.map((row) => [row.viewer_id, new Set(row.project_ids)]))
}

/**
 * Checks that the actor sees a project and has the scope there: the one that the endpoint names, or a further one.
 *
 * @throws Refusal `not_found` or `insufficient_role`
 */
export async function authorizeProject(
  db: Queryable,
  actor: Actor,
  id: number,
  scope: Scope | undefined = actor.needs,
): Promise<void> {
  const { userId } = actor
  const statement = sql<{ role: Role | 'token' }>`
    select v.role from visible_projects v where v.viewer_id = ${userId} and v.project_id = ${id}`
  const [found] = await rowsOf(db, statement, 'role-in-project')
  judge(actor, found?.role, scope)
}

function judge({ scopes }: Actor, role: Role | 'token' | undefined, scope: Scope | undefined): void {
  if (role === undefined) refuse()
  if (scope === undefined) return
  if (role !== 'token' && !mayDo(role, scope)) throw new Refusal('insufficient_role')
  if (scopes !== undefined && !scopes.includes(scope)) throw new Refusal('insufficient_scope')
}

/**
 * Checks again, within the transaction of a write, that the actor may change projects, and keeps it so until the
 * transaction ends: taking a role or a team away waits for it, so that nothing is written after that has been answered, but for the
 * commit of a bucket on another server, which follows that of the accounts (ADR 58).
 *
 * @throws Refusal `not_found` or `insufficient_role`
 */
export async function holdProjects(tx: Queryable, actor: Actor, ids: readonly number[]): Promise<void> {
  // First the lock, then the look: it must see what the lock has waited for.
  await execute(
    tx,
    sql`select 1 from memberships m
      where m.user_id = ${actor.userId} and m.organization_id in (select p.organization_id from projects p where p.id = any(${ids}))
      order by m.organization_id for share`,
  )
  const rows = await rowsOf<{ project_id: number; role: Role | 'token' }>(
    tx,
    sql`select v.project_id, v.role from visible_projects v where v.viewer_id = ${actor.userId} and v.project_id = any(${ids})`,
  )
  const roles = new Map(rows.map(({ project_id, role }) => [Number(project_id), role]))
  for (const id of ids) judge(actor, roles.get(id), actor.needs)
}

/** @throws Refusal `not_found`, also when the actor cannot see it */
export async function getProject(db: Queryable, actor: Actor, id: number): Promise<ProjectRecord> {
  const rows = await rowsOf(
    db,
    sql<ProjectRecord>`
      select ${columns} from projects where projects.id = ${id} and ${visibleTo(actor)}`,
  )
  return rows[0] ?? refuse()
}

/** Returns the name of a project that was authorized. */
export async function getProjectName(db: Queryable, id: number): Promise<string> {
  const rows = await rowsOf(db, sql<{ name: string }>`select projects.name from projects where projects.id = ${id}`)
  return rows[0]?.name ?? refuse()
}

/** Returns the numbers of the projects of an organization, also of deleted ones that are not erased yet. */
export async function findProjectsOf(db: Queryable, organizationId: string): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`select projects.id from projects where projects.organization_id = ${organizationId}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns when projects were created, and the prefixes of the short ids of their issues. Neither ever changes. */
export async function findLasting(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, { createdAt: Date; shortPrefix: string; organizationId: string }>> {
  const rows = await rowsOf(
    db,
    sql<{ id: number; createdAt: Date; shortPrefix: string; organizationId: string }>`
      select projects.id, projects.created_at as "createdAt", projects.short_prefix as "shortPrefix",
             projects.organization_id as "organizationId"
        from projects where projects.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map(({ id, ...lasting }) => [id, lasting]))
}

/** Returns the prefix of the short ids of a project's issues; undefined once the project is erased. */
export async function findShortPrefix(db: Queryable, id: number): Promise<string | undefined> {
  return (await findLasting(db, [id])).get(id)?.shortPrefix
}

/** Like getProject, with the row and the actor's role locked until the transaction ends. */
export async function lockProject(tx: Tx, actor: Actor, id: number): Promise<ProjectRecord> {
  await execute(
    tx,
    sql`
      select 1 from memberships m
      where m.user_id = ${actor.userId}
        and m.organization_id = (select p.organization_id from projects p where p.id = ${id}) for share`,
  )
  const found = await execute(
    tx,
    sql`
      select projects.id from projects where projects.id = ${id} and ${visibleTo(actor)} for no key update`,
  )
  return found === 0 ? refuse() : getProject(tx, actor, id)
}

export interface NewProject {
  organizationId: string
  name: string
  appIds: string[]
  platform: Project['platform']
  shortPrefix: string
}

/** The bucket with the fewest projects of those that take new ones. */
const emptiestBucket = sql`(
  select b.name from buckets b where b.takes_new
   order by (select count(*) from projects other where other.bucket = b.name), b.added_at, b.name limit 1)`

/** @returns the project's number */
export async function insertProject(tx: Tx, project: NewProject): Promise<number> {
  const { organizationId, name, appIds, platform, shortPrefix } = project
  const [inserted] = await rowsOf(
    tx,
    sql<{ id: number }>`
      insert into projects (organization_id, name, app_id, app_ids, platform, short_prefix, bucket)
      values (${organizationId}, ${name}, ${appIds[0]}, ${appIds}, ${platform}, ${shortPrefix}, coalesce(${emptiestBucket}, 'main'))
      returning projects.id`,
  )
  return inserted!.id
}

export async function updateProject(
  tx: Tx,
  { id, name, appIds, platform }: Pick<ProjectRecord, 'id' | 'name' | 'appIds' | 'platform'>,
): Promise<void> {
  await execute(
    tx,
    sql`
      update projects set name = ${name}, app_id = ${appIds[0]}, app_ids = ${appIds}, platform = ${platform}
      where projects.id = ${id}`,
  )
}

export async function markDeleted(tx: Tx, id: number): Promise<void> {
  await markWhere(tx, sql`projects.id = ${id}`)
}

/** Marks projects as deleted, and closes their tokens. @returns their numbers */
async function markWhere(tx: Tx, condition: Fragment): Promise<number[]> {
  const rows = await rowsOf(
    tx,
    sql<{ projectId: number; at: Date }>`
      update projects set deleted_at = now() where ${condition} returning projects.id as "projectId", projects.deleted_at as at`,
  )
  await closeTokens(
    tx,
    rows.map((row) => ({ ...row, tokenId: allTokens })),
  )
  return rows.map(({ projectId }) => projectId)
}

/** Marks all projects of these organizations as deleted. @returns their numbers */
export function markAllDeleted(tx: Tx, organizationIds: string[]): Promise<number[]> {
  return markWhere(tx, sql`projects.organization_id = any(${organizationIds}::uuid[]) and projects.deleted_at is null`)
}

/** Returns the prefixes in use that begin with a text. The organization stays locked: no two projects take the same one. */
export async function lockPrefixes(tx: Tx, organizationId: string, start: string): Promise<Set<string>> {
  await execute(tx, sql`select 1 from organizations where id = ${organizationId} for no key update`)
  const rows = await rowsOf(
    tx,
    sql<{ short_prefix: string }>`
      select projects.short_prefix from projects
      where projects.organization_id = ${organizationId} and starts_with(projects.short_prefix, ${start})`,
  )
  return new Set(rows.map((row) => row.short_prefix))
}

/** Counts the projects of an organization, also deleted ones that are not erased yet. Its row must be locked. */
export async function countProjects(tx: Tx, organizationId: string): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql<{ count: number }>`
      select count(*) as count from projects where projects.organization_id = ${organizationId}`,
  )
  return rows[0]!.count
}

/** Channel that announces a changed project by its number. */
export const projectChannel = 'bugle_projects'

/** Invalidates the token caches of all ingest processes at commit. */
export async function notifyChanged(tx: Tx, id: number): Promise<void> {
  await notify(tx, projectChannel, String(id))
}

/** The same for all projects of these organizations. */
export async function notifyAllChanged(tx: Tx, organizationIds: string[]): Promise<void> {
  await execute(
    tx,
    sql`
      select pg_notify(${projectChannel}, projects.id::text) from projects
      where projects.organization_id = any(${organizationIds}::uuid[])`,
  )
}

function refuse(): never {
  throw new Refusal('not_found')
}

/** Removes an erased project and its tokens; no other row of it may be left. */
export async function deleteErasedProject(db: Queryable, projectId: number): Promise<void> {
  await execute(db, sql`delete from ingest_tokens t where t.project_id = ${projectId}`)
  await execute(db, sql`delete from projects p where p.id = ${projectId}`)
}

/** Marks projects as deleted whose organization has lost its last member: one may have been created in that moment. */
export async function markOrphansDeleted(tx: Tx): Promise<void> {
  await markWhere(
    tx,
    sql`projects.deleted_at is null
        and not exists (select 1 from memberships m where m.organization_id = projects.organization_id)`,
  )
}
