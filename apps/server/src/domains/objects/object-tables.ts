import { createHash } from 'node:crypto'

/** Smaller payloads stay in their rows: a request and an object cost more than the bytes that they would save. */
export const minObjectBytes = 4096

/** The columns of a table that say where the payload of a row is; beside them are `object` and `object_bytes`. */
export interface PayloadColumns {
  /** Columns of the primary key after the project, with their types. */
  key: Record<string, string>
  /** Column of the payload, which is empty if it is in an object. */
  payload: string
  /** Column that counts the payload among the bytes of the row. */
  rowBytes?: string
  /** SQL condition of the rows `t` whose payloads may go to the store. */
  mayMove?: string
  /** Columns that say of a payload in the store what queries need to know. */
  facts?: (payload: Buffer) => Record<string, Buffer>
}

/** Files follow their event: as long as its body can be read without the store, so can they. */
const isPacked =
  't.segment_id < coalesce((select min(s.id) from segments s where s.damaged_at is null), 9223372036854775807)'
/** Symbolication reads indexes and unindexed files, and digest waits for it; nothing but a download reads the original of an index. */
const isIndexed = `exists (select 1 from artifact_contents c where c.project_id = t.project_id and c.sha256 = t.sha256
                              and c.state = 'ready' and c.index_version is not null)`

/** Bytes of a file by which its type is recognized. */
export const headBytes = 16

/** Every table whose payloads may be objects. The names are parts of the keys of objects. */
const tables = {
  packs: { key: { id: 'int8' }, payload: 'payload', rowBytes: 'stored_bytes' },
  screenshots: { key: { event_id: 'uuid', segment_id: 'int8', chunk: 'int2' }, payload: 'data', mayMove: isPacked },
  attachments: {
    key: { event_id: 'uuid', segment_id: 'int8', number: 'int2' },
    payload: 'data',
    mayMove: isPacked,
    facts: (payload) => ({
      head: payload.subarray(0, headBytes),
      sha256: createHash('sha256').update(payload).digest(),
    }),
  },
  artifact_originals: { key: { sha256: 'bytea', part: 'int4' }, payload: 'bytes', mayMove: isIndexed },
  person_exports: { key: { request_id: 'int8', chunk: 'int4' }, payload: 'data' },
} satisfies Record<string, PayloadColumns>

export type ObjectTable = keyof typeof tables

export const objectTables = Object.keys(tables) as ObjectTable[]

export function isObjectTable(name: string): name is ObjectTable {
  return Object.hasOwn(tables, name)
}

export function payloadColumnsOf(table: ObjectTable): PayloadColumns {
  return tables[table]
}
