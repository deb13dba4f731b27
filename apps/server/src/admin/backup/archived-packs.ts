import { setTimeout } from 'node:timers/promises'
import type { Queryable } from '../../db/database.ts'
import { type CopiedField, mapCopiedRows } from '../../db/map-copied-rows.ts'
import type { PackObjects } from '../../domains/storage/index.ts'
import { ObjectStoreUnavailable } from '../../ports/object-store.ts'
import type { ArchivedTable } from './archive.ts'

// A backup holds every payload in the row of its pack, wherever it was kept: it is complete without the object store, and can be
// restored into one or into the database.

/** Attempts for each payload, and the time between them: a backup of hours survives a short outage. */
const attempts = 5
const pauseMs = 6000

/** Whether a table is that of packs, which may name objects. */
export function isPacks({ name, columns }: ArchivedTable): boolean {
  return name === 'packs' && columns.includes('object')
}

/** Puts payloads from the store into the rows of packs. @param onLost called for each payload that the store has not */
export function fetchPayloads(
  source: AsyncIterable<Buffer>,
  { columns }: ArchivedTable,
  { db, objects, onLost }: { db: Queryable; objects: PackObjects; onLost: () => void },
): AsyncIterable<Buffer> {
  const of = fieldsOf(columns)
  return mapCopiedRows(source, (rows) =>
    Promise.all(
      rows.map(async (row) => {
        const object = row[of.object]
        if (object == null) return row
        const found = await patiently(objects, () =>
          objects.read(db, { projectId: numberOf(row[of.projectId]!), object: uuidOf(object), payload: empty }),
        )
        if (found === undefined) onLost()
        const payload = found ?? empty
        return with_(row, { [of.object]: null, [of.objectBytes]: int4(0), ...payloadOf(of, row, payload) })
      }),
    ),
  )
}

/** Puts payloads from the rows of packs into the store. @param onPut receives each object */
export function placePayloads(
  source: AsyncIterable<Buffer>,
  { columns }: ArchivedTable,
  { db, objects, onPut }: { db: Queryable; objects: PackObjects; onPut: (object: Placed) => void },
): AsyncIterable<Buffer> {
  const of = fieldsOf(columns)
  return mapCopiedRows(source, async (rows) => {
    const packs = rows.map((row) => ({ projectId: numberOf(row[of.projectId]!), payload: row[of.payload]!, row }))
    const placed = await objects.place(db, packs)
    return placed.map(({ projectId, row, object, objectBytes, payload }) => {
      if (object === null) return row
      onPut({ projectId, object })
      const named = { [of.object]: Buffer.from(object.replaceAll('-', ''), 'hex'), [of.objectBytes]: int4(objectBytes) }
      return with_(row, { ...named, ...payloadOf(of, row, payload) })
    })
  })
}

interface Placed {
  projectId: number
  object: string
}

const empty = Buffer.alloc(0)

type Fields = ReturnType<typeof fieldsOf>

function fieldsOf(columns: readonly string[]) {
  const at = (name: string) => columns.indexOf(name)
  return {
    projectId: at('project_id'),
    directory: at('directory'),
    payload: at('payload'),
    storedBytes: at('stored_bytes'),
    object: at('object'),
    objectBytes: at('object_bytes'),
  }
}

function payloadOf(of: Fields, row: readonly CopiedField[], payload: Buffer): Record<number, Buffer> {
  return { [of.payload]: payload, [of.storedBytes]: int4(row[of.directory]!.length + payload.length) }
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

async function patiently<T>(objects: PackObjects, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailable) || !objects.hasStore || attempt === attempts) throw error
      await setTimeout(pauseMs)
    }
  }
}
