import { type Connection, type Tx, transactionOn } from '../../db/database.ts'
import { allowPauses, queueDeletions } from './named-object-store.ts'
import type { ObjectPayloads } from './object-payloads.ts'
import { findMovable, lockMovable, type MovedRow, type RowKey, writePayload } from './object-row-store.ts'
import { type ObjectTable, objectTables } from './object-tables.ts'

/** Where payloads go. */
export type MoveTarget = 'store' | 'database'

/** Where a move goes on: after a row of a table, or at its beginning. */
export interface MoveCursor {
  table: ObjectTable
  after?: RowKey | undefined
}

export interface MoveStep {
  moved: number
  bytes: number
  /** Payloads whose objects are missing; they stay as they are. */
  lost: number
  /** Where the next step goes on; undefined at the end. */
  next: MoveCursor | undefined
}

/**
 * Moves some payloads into the object store, or back into their rows, beside a running server. Each step is a transaction: an
 * interrupted one leaves objects that no row names, which the sweep removes, and the next attempt finds what is left.
 *
 * @param tables the tables whose payloads are moved, in this order
 */
export function movePayloads(
  client: Connection,
  objects: ObjectPayloads,
  {
    to,
    from,
    tables = objectTables,
  }: { to: MoveTarget; from: MoveCursor | undefined; tables?: readonly ObjectTable[] },
): Promise<MoveStep> {
  const { table, after } = from ?? { table: tables[0]! }
  return transactionOn(client, async (tx) => {
    const passed = await findMovable(tx, table, { to, after })
    const last = passed.at(-1)
    if (last === undefined) return { moved: 0, bytes: 0, lost: 0, next: tableAfter(table, tables) }
    const keys = passed.filter(({ isElsewhere }) => isElsewhere).map(({ key }) => key)
    const done = keys.length === 0 ? nothing : await moveRows(tx, objects, { table, to, keys })
    return { ...done, next: { table, after: last.key } }
  })
}

const nothing = { moved: 0, bytes: 0, lost: 0 }

async function moveRows(
  tx: Tx,
  objects: ObjectPayloads,
  { table, to, keys }: { table: ObjectTable; to: MoveTarget; keys: readonly RowKey[] },
): Promise<typeof nothing> {
  await allowPauses(tx)
  const rows = await lockMovable(tx, table, to, keys)
  const moved = to === 'store' ? await putAll(tx, objects, table, rows) : await fetchAll(tx, objects, table, rows)
  for (const { row, content } of moved) await writePayload(tx, table, row, content)
  if (to === 'database') {
    const fetched = new Set(moved.map(({ row }) => row.key.join()))
    await queueDeletions(
      tx,
      table,
      rows.filter(({ key }) => fetched.has(key.join())),
    )
  }
  const bytes = moved.reduce((sum, { content }) => sum + content.length, 0)
  return { moved: moved.length, bytes, lost: rows.length - moved.length }
}

/** A row as it is to be, and its payload. */
interface Moved {
  row: MovedRow
  content: Buffer
}

async function putAll(
  tx: Tx,
  objects: ObjectPayloads,
  table: ObjectTable,
  rows: readonly MovedRow[],
): Promise<Moved[]> {
  const placed = await objects.place(tx, table, rows, true)
  return placed.map((row, index) => ({ row, content: rows[index]!.payload }))
}

async function fetchAll(
  tx: Tx,
  objects: ObjectPayloads,
  table: ObjectTable,
  rows: readonly MovedRow[],
): Promise<Moved[]> {
  await objects.open(tx)
  const payloads = await Promise.all(rows.map((row) => objects.read(tx, table, row)))
  return rows.flatMap((row, index) => {
    const content = payloads[index]
    return content === undefined ? [] : [{ row: { ...row, payload: content, object: null, objectBytes: 0 }, content }]
  })
}

function tableAfter(table: ObjectTable, tables: readonly ObjectTable[]): MoveCursor | undefined {
  const next = tables[tables.indexOf(table) + 1]
  return next && { table: next }
}
