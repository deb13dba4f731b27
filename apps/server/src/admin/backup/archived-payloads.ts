import { setTimeout } from 'node:timers/promises'
import type { Queryable } from '../../db/database.ts'
import { type CopiedField, mapCopiedRows } from '../../db/map-copied-rows.ts'
import {
  isObjectTable,
  type NamedObject,
  type ObjectPayloads,
  type ObjectTable,
  payloadColumnsOf,
} from '../../domains/objects/index.ts'
import { ObjectStoreUnavailable } from '../../ports/object-store.ts'
import type { ArchivedTable } from './archive.ts'

// A backup holds every payload in its row, wherever it was kept: it is complete without the object store, and can be restored into
// one or into the database.

/** Attempts for each payload, and the time between them: a backup of hours survives a short outage. */
const attempts = 5
const pauseMs = 6000

/** A table of a backup whose payloads may be objects. */
export type TableOfPayloads = ArchivedTable & { name: ObjectTable }

/** Whether the rows of a table may name objects. */
export function hasPayloads(table: ArchivedTable): table is TableOfPayloads {
  return isObjectTable(table.name) && table.columns.includes('object')
}

/** Puts payloads from the store into their rows. @param onLost called for each payload that the store has not */
export function fetchPayloads(
  source: AsyncIterable<Buffer>,
  { name: table, columns }: TableOfPayloads,
  { db, objects, onLost }: { db: Queryable; objects: ObjectPayloads; onLost: () => void },
): AsyncIterable<Buffer> {
  const of = fieldsOf(table, columns)
  return mapCopiedRows(source, (rows) =>
    Promise.all(
      rows.map(async (row) => {
        const object = row[of.object]
        if (object == null) return row
        const named = { projectId: numberOf(row[of.projectId]!), object: uuidOf(object), payload: empty }
        const found = await patiently(objects, () => objects.read(db, table, named))
        if (found === undefined) onLost()
        return with_(row, { [of.object]: null, [of.objectBytes]: int4(0), ...payloadOf(of, row, found ?? empty) })
      }),
    ),
  )
}

/** Puts payloads from their rows into the store. @param onPut receives each object */
export function placePayloads(
  source: AsyncIterable<Buffer>,
  { name: table, columns }: TableOfPayloads,
  { db, objects, onPut }: { db: Queryable; objects: ObjectPayloads; onPut: (object: NamedObject) => void },
): AsyncIterable<Buffer> {
  const of = fieldsOf(table, columns)
  const { facts } = payloadColumnsOf(table)
  return mapCopiedRows(source, async (rows) => {
    const copied = rows.map((row) => ({ projectId: numberOf(row[of.projectId]!), payload: row[of.payload]!, row }))
    const placed = await objects.place(db, table, copied)
    return placed.map(({ projectId, row, object, objectBytes, payload }) => {
      if (object === null) return row
      onPut({ table, projectId, object })
      const known = Object.entries(facts?.(row[of.payload]!) ?? {}).map(([name, fact]) => [columns.indexOf(name), fact])
      const named = { [of.object]: Buffer.from(object.replaceAll('-', ''), 'hex'), [of.objectBytes]: int4(objectBytes) }
      return with_(row, { ...named, ...Object.fromEntries(known), ...payloadOf(of, row, payload) })
    })
  })
}

const empty = Buffer.alloc(0)

type Fields = ReturnType<typeof fieldsOf>

function fieldsOf(table: ObjectTable, columns: readonly string[]) {
  const { payload, rowBytes } = payloadColumnsOf(table)
  const at = (name: string) => columns.indexOf(name)
  return {
    projectId: at('project_id'),
    payload: at(payload),
    rowBytes: rowBytes === undefined ? undefined : at(rowBytes),
    object: at('object'),
    objectBytes: at('object_bytes'),
  }
}

/** Returns the fields that change when a row has another payload. */
function payloadOf(of: Fields, row: readonly CopiedField[], payload: Buffer): Record<number, Buffer> {
  if (of.rowBytes === undefined) return { [of.payload]: payload }
  const bytes = row[of.rowBytes]!.readInt32BE() - row[of.payload]!.length + payload.length
  return { [of.payload]: payload, [of.rowBytes]: int4(bytes) }
}

function with_(row: readonly CopiedField[], changes: Record<number, CopiedField>): CopiedField[] {
  return row.map((field, index) => (index in changes ? changes[index]! : field))
}

function numberOf(field: Buffer): number {
  return Number(field.readBigInt64BE())
}

function uuidOf(field: Buffer): string {
  return field.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function int4(value: number): Buffer {
  const field = Buffer.alloc(4)
  field.writeInt32BE(value)
  return field
}

async function patiently<T>(objects: ObjectPayloads, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailable) || !objects.hasStore || attempt === attempts) throw error
      await setTimeout(pauseMs)
    }
  }
}
