import { int8Array } from '../../db/binary-array.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { type NamedObject, queueDeletions } from './named-object-store.ts'
import { minObjectBytes, type ObjectTable, objectTables, payloadColumnsOf } from './object-tables.ts'

// Statements over the tables of `object-tables.ts`, which are the same for all of them.

/** Returns the objects that neither a row names nor the queue of deletions. */
export async function findOrphans(db: Queryable, objects: readonly NamedObject[]): Promise<NamedObject[]> {
  const orphans: NamedObject[] = []
  for (const table of objectTables) {
    const own = objects.filter((object) => object.table === table)
    if (own.length === 0) continue
    const { rows } = await db.query<{ projectId: number; object: string }>(
      `select c.object, c.project_id as "projectId"
         from unnest($1::uuid[], $2::int8[]) as c (object, project_id)
        where not exists (select 1 from ${table} t where t.project_id = c.project_id and t.object = c.object)
          and not exists (select 1 from object_deletions d where d.object = c.object)`,
      [own.map(({ object }) => object), int8Array(own.map(({ projectId }) => projectId))],
    )
    orphans.push(...rows.map((row) => ({ table, ...row })))
  }
  return orphans
}

/** Number of payloads that are objects, and their bytes. */
export interface ObjectTotals {
  objects: number
  objectBytes: number
}

/** Counts the objects that rows name. */
export async function countObjects(db: Queryable): Promise<ObjectTotals> {
  const { rows } = await db.query<ObjectTotals>(
    `select coalesce(sum(x.objects), 0)::int8 as objects, coalesce(sum(x.bytes), 0)::int8 as "objectBytes" from (
       ${objectTables
         .map(
           (table) =>
             `select count(*) as objects, sum(t.object_bytes) as bytes from ${table} t where t.object is not null`,
         )
         .join(' union all ')}) as x`,
  )
  return rows[0]!
}

/** Counts the payloads in rows that may be objects. */
export async function countMovable(db: Queryable): Promise<{ payloads: number; bytes: number }> {
  const { rows } = await db.query<{ payloads: number; bytes: number }>(
    `select coalesce(sum(x.payloads), 0)::int8 as payloads, coalesce(sum(x.bytes), 0)::int8 as bytes from (
       ${objectTables
         .map((table) => {
           const { payload } = payloadColumnsOf(table)
           return `select count(*) as payloads, sum(octet_length(t.${payload})) as bytes from ${table} t
                    where ${isMovable(table, 'store')}`
         })
         .join(' union all ')}) as x`,
  )
  return rows[0]!
}

/** Deletes rows of a project that name objects, some at a time, and queues the objects. @returns whether there were any */
export async function takeObjectsOfProject(
  tx: Tx,
  table: ObjectTable,
  { projectId, limit }: { projectId: number; limit: number },
): Promise<boolean> {
  const { rows } = await tx.query<{ projectId: number; object: string }>(
    `delete from ${table} t where t.project_id = $1 and t.object is not null
        and t.object = any(array(select x.object from ${table} x where x.project_id = $1 and x.object is not null
                                  order by x.object limit $2))
      returning t.object, t.project_id as "projectId"`,
    [projectId, limit],
  )
  await queueDeletions(tx, table, rows)
  return rows.length > 0
}

/** The key of a row, beginning with its project; values as text. */
export type RowKey = string[]

/** Rows that one statement passes, and those that it returns at most. */
const passedAtOnce = 1000
const movedAtOnce = 32

/**
 * Returns the keys of the next rows whose payloads are elsewhere, and of the last row that was passed on the way.
 *
 * @param after the key of the row after which to begin
 */
export async function findMovable(
  db: Queryable,
  table: ObjectTable,
  { to, after }: { to: 'store' | 'database'; after: RowKey | undefined },
): Promise<{ key: RowKey; isElsewhere: boolean }[]> {
  const columns = keyOf(table)
  const names = columns.map(({ name }) => `t.${name}`).join(', ')
  const beyond = columns.map(({ type }, index) => `$${index + 1}::${type}`).join(', ')
  const { rows } = await db.query<{ key: RowKey; isElsewhere: boolean }>(
    `select w.key, w."isElsewhere" from (
       select array[${columns.map(({ name }) => `t.${name}::text`).join(', ')}] as key, ${isMovable(table, to)} as "isElsewhere",
              row_number() over (order by ${names}) as number
         from ${table} t ${after === undefined ? '' : `where (${names}) > (${beyond})`}
        order by ${names} limit ${passedAtOnce}) as w
      where w."isElsewhere" or w.number = ${passedAtOnce} order by w.number limit ${movedAtOnce}`,
    after ?? [],
  )
  return rows
}

/** The payload of a row, in its place. */
export interface MovedRow {
  key: RowKey
  projectId: number
  payload: Buffer
  object: string | null
  objectBytes: number
}

/** Locks those of some rows whose payloads are elsewhere, and returns them; others may be changing some of them. */
export async function lockMovable(
  tx: Tx,
  table: ObjectTable,
  to: 'store' | 'database',
  keys: readonly RowKey[],
): Promise<MovedRow[]> {
  const columns = keyOf(table)
  const names = columns.map(({ name }) => `t.${name}`).join(', ')
  const { rows } = await tx.query<MovedRow>(
    `select array[${columns.map(({ name }) => `t.${name}::text`).join(', ')}] as key, t.project_id as "projectId",
            t.${payloadColumnsOf(table).payload} as payload, t.object, t.object_bytes as "objectBytes"
       from ${table} t
      where (${names}) in (select c.* from unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')}) as c)
        and ${isMovable(table, to)}
      order by ${names} for update of t skip locked`,
    columns.map((_, index) => keys.map((key) => key[index])),
  )
  return rows
}

/** Writes where the payload of a row is, and the payload if that is the row. @param content the payload, wherever it is */
export async function writePayload(
  tx: Tx,
  table: ObjectTable,
  { key, payload, object, objectBytes }: MovedRow,
  content: Buffer,
): Promise<void> {
  const { payload: column, rowBytes, facts } = payloadColumnsOf(table)
  const columns = keyOf(table)
  const known = object === null ? [] : Object.entries(facts?.(content) ?? {})
  const first = columns.length + 1
  const changes = [
    `${column} = $${first}`,
    `object = $${first + 1}`,
    `object_bytes = $${first + 2}`,
    ...(rowBytes === undefined
      ? []
      : [`${rowBytes} = t.${rowBytes} - octet_length(t.${column}) + octet_length($${first}::bytea)`]),
    ...known.map(([name], index) => `${name} = $${first + 3 + index}`),
  ]
  await tx.query(
    `update ${table} t set ${changes.join(', ')}
      where ${columns.map(({ name, type }, index) => `t.${name} = $${index + 1}::${type}`).join(' and ')}`,
    [...key, payload, object, objectBytes, ...known.map(([, value]) => value)],
  )
}

function keyOf(table: ObjectTable): { name: string; type: string }[] {
  const { key } = payloadColumnsOf(table)
  return [{ name: 'project_id', type: 'int8' }, ...Object.entries(key).map(([name, type]) => ({ name, type }))]
}

/** Returns the SQL condition of the rows `t` whose payloads are not where they are to go. */
function isMovable(table: ObjectTable, to: 'store' | 'database'): string {
  const { payload, mayMove = 'true' } = payloadColumnsOf(table)
  return to === 'database'
    ? '(t.object is not null)'
    : `(t.object is null and octet_length(t.${payload}) >= ${minObjectBytes} and ${mayMove})`
}
