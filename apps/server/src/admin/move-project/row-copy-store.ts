import { copyIn, copyOut } from '../../db/copy.ts'
import type { Connection, Queryable, Tx } from '../../db/database.ts'
import { projectTables } from '../../db/table-classes.ts'
import { quoted } from '../backup/backup-store.ts'

/** A table with rows of projects. */
export interface MovedTable {
  name: string
  /** Columns that are written; generated ones follow by themselves. */
  columns: string[]
  /** Columns of the primary key, the project first. */
  key: string[]
}

/** Tables that move with a project; closed tokens say what its new server must refuse. */
const movedTables = [...projectTables, 'closed_tokens']

export async function findMovedTables(db: Queryable): Promise<MovedTable[]> {
  const { rows } = await db.query<MovedTable>(
    `select c.relname::text as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            array(select a.attname::text
                    from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (number, ordinal)
                    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
                   where i.indrelid = c.oid and i.indisprimary order by k.ordinal) as key
       from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) order by c.relname`,
    [movedTables],
  )
  return rows
}

/** Copies all rows of a project in a table. @returns how many */
export function copyRows(
  source: Connection,
  target: Tx,
  { name, columns }: MovedTable,
  { projectId, onBytes }: { projectId: number; onBytes: (bytes: number) => void },
): Promise<number> {
  const list = quoted(...columns)
  const rows = `select ${columnsOf('t', columns)} from ${quoted(name)} t where t.project_id = ${projectId}`
  return pipe(source, target, { rows, into: `${quoted(name)} (${list})`, onBytes })
}

/**
 * Makes the rows of a project equal to those of the source once more: copies those that were written since an earlier copy, and
 * deletes those that are gone. What is written meanwhile needs another round.
 *
 * @param since the oldest transaction that the earlier copy may not have seen
 * @returns how many rows each table has
 * @throws Error if the two are not equal afterwards
 */
export async function copyChanges(
  source: Connection,
  target: Tx,
  tables: readonly MovedTable[],
  { projectId, since }: { projectId: number; since: string },
): Promise<Map<string, number>> {
  const [totals, changes] = await countAll(source, tables, { projectId, since })
  const changed = tables.filter(({ name }) => changes.get(name)! > 0)
  for (const table of changed) await takeChanged(source, target, table, { projectId, since })
  const [present] = await countAll(target, tables, { projectId })
  for (const table of tables)
    if (totals.get(table.name)! !== present.get(table.name)! + changes.get(table.name)!)
      await deleteGone(source, target, table, projectId)
  for (const { name, columns } of changed) {
    await target.query(
      `insert into ${quoted(name)} (${quoted(...columns)}) overriding system value
       select ${columnsOf('m', columns)} from ${temporary(name, 'changed')} m`,
    )
    await target.query(`drop table ${temporary(name, 'changed')}`)
  }
  const [copied] = await countAll(target, tables, { projectId })
  for (const { name } of tables)
    if (copied.get(name) !== totals.get(name))
      throw new Error(`${name} has ${copied.get(name)} of ${totals.get(name)} rows of project ${projectId}`)
  return totals
}

/** Counts the rows of a project in each table, and those that were written since a transaction. */
async function countAll(
  db: Queryable,
  tables: readonly MovedTable[],
  { projectId, since }: { projectId: number; since?: string },
): Promise<[totals: Map<string, number>, changed: Map<string, number>]> {
  const parts = tables.map(({ name }) => {
    const changed = since === undefined ? '0' : `count(*) filter (where ${isYounger(since)})`
    return `select '${name}' as name, count(*) as total, ${changed} as changed from ${quoted(name)} t where t.project_id = ${projectId}`
  })
  const { rows } = await db.query<{ name: string; total: number; changed: number }>(parts.join(' union all '))
  return [
    new Map(rows.map(({ name, total }) => [name, total])),
    new Map(rows.map(({ name, changed }) => [name, Number(changed)])),
  ]
}

/** A row that is older than a transaction has an older writer. One that was frozen may look younger, and is copied again. */
const isYounger = (since: string) => `age(t.xmin) <= age('${since}'::xid)`

/** Copies changed rows into a temporary table, and deletes their former versions. */
async function takeChanged(
  source: Connection,
  target: Tx,
  { name, columns, key }: MovedTable,
  { projectId, since }: { projectId: number; since: string },
): Promise<void> {
  const changed = temporary(name, 'changed')
  await createLike(target, name, columns, changed)
  const rows = `select ${columnsOf('t', columns)} from ${quoted(name)} t
    where t.project_id = ${projectId} and ${isYounger(since)}`
  await pipe(source, target, { rows, into: `${changed} (${quoted(...columns)})` })
  await target.query(`delete from ${quoted(name)} t using ${changed} m where ${equal('t', 'm', key)}`)
}

async function deleteGone(source: Connection, target: Tx, { name, key }: MovedTable, projectId: number): Promise<void> {
  const kept = temporary(name, 'kept')
  await createLike(target, name, key, kept)
  const rows = `select ${columnsOf('t', key)} from ${quoted(name)} t where t.project_id = ${projectId}`
  await pipe(source, target, { rows, into: `${kept} (${quoted(...key)})` })
  await target.query(`analyze ${kept}`)
  await target.query(
    `delete from ${quoted(name)} t where t.project_id = ${projectId}
        and not exists (select 1 from ${kept} k where ${equal('t', 'k', key)})`,
  )
  await target.query(`drop table ${kept}`)
}

async function createLike(target: Tx, name: string, columns: readonly string[], into: string): Promise<void> {
  await target.query(
    `create temporary table ${into} on commit drop as select ${columnsOf('t', columns)} from ${quoted(name)} t limit 0`,
  )
}

async function pipe(
  source: Connection,
  target: Tx,
  { rows, into, onBytes }: { rows: string; into: string; onBytes?: (bytes: number) => void },
): Promise<number> {
  const chunks = copyOut(source, `copy (${rows}) to stdout (format binary)`)
  const counted = async function* () {
    for await (const chunk of chunks) {
      onBytes?.(chunk.length)
      yield chunk
    }
  }
  return copyIn(target, `copy ${into} from stdin (format binary)`, counted())
}

/** Locks the tables against every writer, and not against readers, until the end of the transaction. */
export async function lockTables(tx: Tx, tables: readonly MovedTable[], isAtOnce: boolean): Promise<void> {
  const names = tables.map(({ name }) => quoted(name)).join()
  await tx.query(`lock table ${names}, jobs in share row exclusive mode${isAtOnce ? ' nowait' : ''}`)
}

/** Deletes the rows of a project. */
export async function deleteRows(tx: Tx, table: string, projectId: number): Promise<void> {
  await tx.query(`delete from ${quoted(table)} t where t.project_id = $1`, [projectId])
}

const columnsOf = (alias: string, columns: readonly string[]) =>
  columns.map((name) => `${alias}.${quoted(name)}`).join(', ')
const equal = (one: string, other: string, key: readonly string[]) =>
  key.map((name) => `${one}.${quoted(name)} = ${other}.${quoted(name)}`).join(' and ')
const temporary = (table: string, suffix: string) => quoted(`moved_${table}_${suffix}`)
