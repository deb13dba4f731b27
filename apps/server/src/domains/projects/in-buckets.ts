import { hasBuckets, inBucket } from '../../db/buckets.ts'
import type { Queryable } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import { findBucket, findBuckets } from './bucket-store.ts'

/** Runs work in the bucket of a project. */
export async function inBucketOf<T>(db: Queryable, projectId: number, work: () => Promise<T>): Promise<T> {
  if (!hasBuckets(db)) return work()
  return inBucket(await findBucket(db, projectId), work)
}

/**
 * Runs work in each bucket that holds some of these projects, and returns a result of each. With one bucket that is a
 * single result for all of them.
 *
 * @example const counts = await ofEachBucket(db, issues, (own) => countAll(db, own))
 */
export async function ofEachBucket<Item extends { projectId: number }, Result>(
  db: Queryable,
  items: readonly Item[],
  work: (items: Item[]) => Promise<Result>,
): Promise<Result[]> {
  if (!hasBuckets(db)) return [await work([...items])]
  const buckets = await findBuckets(db, [...new Set(items.map(({ projectId }) => projectId))])
  // A project that was erased meanwhile has none.
  const parts = groupBy(
    items.filter(({ projectId }) => buckets.has(projectId)),
    ({ projectId }) => buckets.get(projectId)!,
  )
  return Promise.all([...parts].map(([name, own]) => inBucket(name, () => work(own))))
}

/** The same by the numbers of projects alone. */
export function ofBucketsWith<Result>(
  db: Queryable,
  projectIds: readonly number[],
  work: (projectIds: number[]) => Promise<Result>,
): Promise<Result[]> {
  const projects = projectIds.map((projectId) => ({ projectId }))
  return ofEachBucket(db, projects, (own) => work(own.map(({ projectId }) => projectId)))
}
