import type { Queryable } from '../../db/database.ts'
import type { ObjectPayloads, PayloadRow } from './object-payloads.ts'
import type { ObjectTable } from './object-tables.ts'

/** A row with its payload; undefined if its object is lost. */
export interface ReadRow<Row> {
  row: Row
  payload: Buffer | undefined
}

/**
 * Reads rows with their payloads, wherever they are. Between the look at a row and the request for its object, the payload may have
 * moved, and the object been deleted: the row is read again, and names another place then.
 *
 * @param find reads the rows, the same ones each time
 */
export async function readPayloads<Row extends PayloadRow>(
  { db, objects }: { db: Queryable; objects: ObjectPayloads },
  table: ObjectTable,
  find: () => Promise<readonly Row[]>,
): Promise<ReadRow<Row>[]> {
  const missing = new Set<string | null>()
  for (;;) {
    const rows = await find()
    if (rows.some(({ object }) => object !== null)) await objects.open(db)
    const payloads = await Promise.all(rows.map((row) => objects.read(db, table, row)))
    const lost = rows.filter((_, index) => payloads[index] === undefined).map(({ object }) => object)
    if (lost.every((object) => missing.has(object)))
      return rows.map((row, index) => ({ row, payload: payloads[index] }))
    for (const object of lost) missing.add(object)
  }
}
