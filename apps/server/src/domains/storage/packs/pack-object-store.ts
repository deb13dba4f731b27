import { int8Array } from '../../../db/binary-array.ts'
import type { Queryable, Tx } from '../../../db/database.ts'

/** Smaller payloads stay in their rows: a request and an object cost more than the bytes that they would save. */
export const minObjectBytes = 4096

/** Returns the id that the keys of this installation's objects begin with. */
export async function findInstallationId(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select i.id from installation i')
  return rows[0]!.id
}

/** Gives the installation another id. */
export async function setInstallationId(db: Queryable, id: string): Promise<void> {
  await db.query('update installation set id = $1', [id])
}

/** An object and its project. */
export interface PackObject {
  projectId: number
  object: string
}

/** Notes objects that no row names any more; they are deleted after the commit. */
export async function queueDeletions(tx: Tx, objects: readonly PackObject[]): Promise<void> {
  if (objects.length === 0) return
  await tx.query(
    `insert into object_deletions (object, project_id) select c.* from unnest($1::uuid[], $2::int8[]) as c (object, project_id)
      order by 1 on conflict do nothing`,
    [objects.map(({ object }) => object), int8Array(objects.map(({ projectId }) => projectId))],
  )
}

/** Returns some of the objects that are to be deleted. */
export async function findDeletions(tx: Tx, limit: number): Promise<PackObject[]> {
  const { rows } = await tx.query<PackObject>(
    `select d.object, d.project_id as "projectId" from object_deletions d order by d.object limit $1 for update skip locked`,
    [limit],
  )
  return rows
}

/** Forgets objects that were deleted. */
export async function forgetDeletions(tx: Tx, objects: readonly PackObject[]): Promise<void> {
  await tx.query('delete from object_deletions d where d.object = any($1::uuid[])', [
    objects.map(({ object }) => object),
  ])
}

/** Returns the objects that neither a row names nor the queue of deletions. */
export async function findOrphans(db: Queryable, objects: readonly PackObject[]): Promise<PackObject[]> {
  if (objects.length === 0) return []
  const { rows } = await db.query<PackObject>(
    `select c.object, c.project_id as "projectId"
       from unnest($1::uuid[], $2::int8[]) as c (object, project_id)
      where not exists (select 1 from packs p where p.project_id = c.project_id and p.object = c.object)
        and not exists (select 1 from object_deletions d where d.object = c.object)`,
    [objects.map(({ object }) => object), int8Array(objects.map(({ projectId }) => projectId))],
  )
  return rows
}

/** Number of payloads that are objects, and their bytes. */
export interface ObjectTotals {
  objects: number
  objectBytes: number
}

/** Counts the objects that rows name. */
export async function countObjects(db: Queryable): Promise<ObjectTotals> {
  const { rows } = await db.query<ObjectTotals>(
    `select count(*)::int8 as objects, coalesce(sum(p.object_bytes), 0)::int8 as "objectBytes"
       from packs p where p.object is not null`,
  )
  return rows[0]!
}

/** Counts the payloads in rows that may be objects. */
export async function countMovable(db: Queryable): Promise<{ payloads: number; bytes: number }> {
  const { rows } = await db.query<{ payloads: number; bytes: number }>(
    `select count(*)::int8 as payloads, coalesce(sum(octet_length(p.payload)), 0)::int8 as bytes
       from packs p where p.object is null and octet_length(p.payload) >= ${minObjectBytes}`,
  )
  return rows[0]!
}

/** Counts the objects that are to be deleted. */
export async function countDeletions(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::int8 as count from object_deletions')
  return rows[0]!.count
}

/** Deletes packs of a project that name objects, some at a time, and queues the objects. @returns whether there were any */
export async function takePacksOfProject(tx: Tx, projectId: number, limit: number): Promise<boolean> {
  const { rows } = await tx.query<PackObject>(
    `delete from packs p where p.project_id = $1 and p.object is not null
        and p.id = any(array(select x.id from packs x where x.project_id = $1 and x.object is not null
                              order by x.object limit $2))
      returning p.object, p.project_id as "projectId"`,
    [projectId, limit],
  )
  await queueDeletions(tx, rows)
  return rows.length > 0
}

/** The key of a pack. */
export interface PackKey {
  projectId: number
  id: number
}

/** The payload of a pack, in its place. */
export interface MovedRow extends PackKey {
  payload: Buffer
  object: string | null
  objectBytes: number
}

/** Packs of one step of a move. */
const packsAtOnce = 32

/** Returns packs whose payloads are elsewhere, in the order of their keys; others may be evicting some of them. */
export async function findMovable(tx: Tx, to: 'store' | 'database', after: PackKey | undefined): Promise<MovedRow[]> {
  const isElsewhere =
    to === 'store' ? `p.object is null and octet_length(p.payload) >= ${minObjectBytes}` : 'p.object is not null'
  const { rows } = await tx.query<MovedRow>(
    `select p.project_id as "projectId", p.id, p.payload, p.object, p.object_bytes as "objectBytes" from packs p
      where (p.project_id, p.id) > ($1, $2) and ${isElsewhere}
      order by p.project_id, p.id limit ${packsAtOnce} for update skip locked`,
    [after?.projectId ?? 0, after?.id ?? 0],
  )
  return rows
}

/** Writes where the payload of a pack is, and the payload if that is the row. */
export async function writePayload(tx: Tx, { projectId, id, payload, object, objectBytes }: MovedRow): Promise<void> {
  await tx.query(
    `update packs p set payload = $3, object = $4, object_bytes = $5, stored_bytes = octet_length(p.directory) + $6
      where p.project_id = $1 and p.id = $2`,
    [projectId, id, payload, object, objectBytes, payload.length],
  )
}
