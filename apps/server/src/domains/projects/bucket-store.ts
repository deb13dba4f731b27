import { mainBucket } from '../../db/buckets.ts'
import type { Queryable } from '../../db/database.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'

/** Returns the bucket of a project; the main one for a project that does not exist. */
export async function findBucket(db: Queryable, projectId: number): Promise<string> {
  return (await findBuckets(db, [projectId])).get(projectId) ?? mainBucket
}

/** Returns the bucket of each of these projects that exists. */
export async function findBuckets(db: Queryable, projectIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await rowsOf(
    db,
    sql<{ id: number; bucket: string }>`select p.id, p.bucket from projects p where p.id = any(${projectIds}::int8[])`,
    'buckets-of-projects',
  )
  return new Map(rows.map(({ id, bucket }) => [id, bucket]))
}

/** Returns the names of all buckets. */
export async function findBucketNames(db: Queryable): Promise<string[]> {
  const rows = await rowsOf(db, sql<{ name: string }>`select b.name from buckets b order by b.added_at, b.name`)
  return rows.map(({ name }) => name)
}

/** Adds a bucket, or changes whether it takes new projects. */
export async function saveBucket(db: Queryable, name: string, { takesNew }: { takesNew: boolean }): Promise<void> {
  await execute(
    db,
    sql`insert into buckets (name, takes_new) values (${name}, ${takesNew})
        on conflict (name) do update set takes_new = excluded.takes_new`,
  )
}
