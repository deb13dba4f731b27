import { int4Array, int8Array } from '../../../db/binary-array.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import type { KnownRelease } from './release-order.ts'

/** Users a release needs before it can be the newest. */
export const knownUsers = 3

export interface ReleaseUser {
  projectId: number
  releaseId: number
  userKey: number
}

/** Records users of releases; returns the releases that now have enough. */
export async function addReleaseUsers(
  tx: Tx,
  users: readonly ReleaseUser[],
): Promise<{ projectId: number; releaseId: number }[]> {
  if (users.length === 0) return []
  await tx.query({
    name: 'add-release-users',
    text: `insert into release_users (project_id, release_id, user_key)
           select * from unnest($1::int8[], $2::int4[], $3::int8[]) order by 1, 2, 3 on conflict do nothing`,
    values: [
      int8Array(users.map((user) => user.projectId)),
      int4Array(users.map((user) => user.releaseId)),
      int8Array(users.map((user) => user.userKey)),
    ],
  })
  const { rows } = await tx.query<{ projectId: number; releaseId: number }>({
    name: 'find-known-releases',
    text: `select r.project_id as "projectId", r.release_id as "releaseId"
             from (select distinct * from unnest($1::int8[], $2::int4[])) as c (project_id, release_id)
             join release_users r on r.project_id = c.project_id and r.release_id = c.release_id
            group by r.project_id, r.release_id having count(*) >= ${knownUsers}`,
    values: [int8Array(users.map((user) => user.projectId)), int4Array(users.map((user) => user.releaseId))],
  })
  return rows
}

/** Returns releases of a project by their numbers. */
export async function findReleasesById(
  db: Queryable,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, KnownRelease>> {
  const rows = await rowsOf<{ id: number; version: string; firstSeenAt: Date }>(
    db,
    sql`select r.id, r.version, r.first_seen_at as "firstSeenAt" from releases r
      where r.project_id = ${projectId} and r.id = any(${ids}::int4[])`,
  )
  return new Map(rows.map(({ id, ...release }) => [id, release]))
}

export interface NumberedRelease extends KnownRelease {
  id: number
}

/** Returns the releases with enough users. */
export async function findKnownReleases(db: Queryable, projectId: number): Promise<NumberedRelease[]> {
  const rows = await rowsOf<NumberedRelease>(
    db,
    sql`select r.id, r.version, r.first_seen_at as "firstSeenAt" from releases r
      where r.project_id = ${projectId}
        and (select count(*) from release_users u where u.project_id = r.project_id and u.release_id = r.id) >= ${knownUsers}`,
  )
  return rows
}

/** Returns the releases in which these issues were seen last. */
export async function findReleasesOfIssues(
  db: Queryable,
  projectId: number,
  issueIds: readonly string[],
): Promise<NumberedRelease[]> {
  const { rows } = await db.query<NumberedRelease>(
    `select distinct r.id, r.version, r.first_seen_at as "firstSeenAt" from groups g
       join group_stats s on s.project_id = g.project_id and s.group_id = g.group_id
       join releases r on r.project_id = s.project_id and r.id = s.last_release_id
      where g.project_id = $1 and g.issue_id = any($2::uuid[])`,
    [projectId, issueIds],
  )
  return rows
}

/** Returns the release of a project that was seen first most recently. */
export async function findLatestRelease(db: Queryable, projectId: number): Promise<NumberedRelease | undefined> {
  const { rows } = await db.query<NumberedRelease>(
    `select r.id, r.version, r.first_seen_at as "firstSeenAt" from releases r
      where r.project_id = $1 order by r.first_seen_at desc, r.id desc limit 1`,
    [projectId],
  )
  return rows[0]
}

/** Returns the number of a release by its name, whether or not it was used. */
export async function findReleaseId(db: Queryable, projectId: number, version: string): Promise<number | undefined> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select r.id from releases r where r.project_id = ${projectId} and r.version = ${version}`,
  )
  return rows[0]?.id
}
