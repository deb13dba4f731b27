import type { HexId } from '@bugle/protocol'
import { byteaArray, int4Array, int8Array, timestamptzArray, uuidArray } from '../../../db/binary-array.ts'
import { readBinary } from '../../../db/copy.ts'
import { type Connection, type Queryable, type Tx, transactionOn } from '../../../db/database.ts'
import { changeTables, ownSchema } from '../../../db/distributed.ts'
import { tryLock } from '../../../db/locks.ts'
import { type PlacedPayload, queueDeletions } from '../../objects/index.ts'

export interface DueSegment {
  id: number
  rawBytes: number
  columns: Buffer
  payload: Buffer
}

/** Returns the oldest digested segments from before a time, as many as fit into a number of uncompressed bytes. */
export async function findDueSegments(tx: Tx, before: Date, maxBytes: number): Promise<DueSegment[]> {
  // The oldest segment that is not digested yet stops packing: packs follow each other in the order of segments.
  const { rows } = await tx.query<{ id: number }>({
    name: 'due-segments',
    text: `select s.id
             from (select d.id, d.shard, sum(d.raw_bytes) over (order by d.id) - d.raw_bytes as bytes_before
                     from (select x.id, x.shard, x.raw_bytes from segments x
                            where x.received_at < $1 and x.digested_at is not null and x.damaged_at is null
                              and x.id < coalesce((select min(q.segment_id) from segment_queue q), 9223372036854775807)
                            order by x.id limit 20000) as d) as due
             join segments s on s.id = due.id and s.shard = due.shard
            where due.bytes_before < $2
            order by s.id
              for update of s skip locked`,
    values: [before, maxBytes],
  })
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id).join(',')
  const read = await readBinary(
    tx,
    `select s.id, s.raw_bytes, s.columns, s.payload from segments s where s.id in (${ids}) order by s.id`,
  )
  return read.map(([id, rawBytes, columns, payload]) => ({
    id: Number(id!.readBigInt64BE()),
    rawBytes: rawBytes!.readInt32BE(),
    columns: columns!,
    payload: payload!,
  }))
}

/** Returns segments that cannot be read and that retention would have removed. */
export async function findAgedDamaged(
  tx: Tx,
  before: Date,
): Promise<{ id: number; columns: Buffer; storedBytes: number }[]> {
  const { rows } = await tx.query<{ id: number; columns: Buffer; storedBytes: number }>(
    `select s.id, s.columns, octet_length(s.payload) + octet_length(s.columns) as "storedBytes"
       from segments s where s.damaged_at is not null and s.received_at < $1 order by s.id limit 100`,
    [before],
  )
  return rows
}

/** Returns indexes of the positions that belong to no stored event any more, or never did. */
export async function findMissing(
  tx: Tx,
  locations: readonly { projectId: number; eventId: HexId; segmentId: number; position: number }[],
): Promise<Set<number>> {
  // These are few; returning the others, thousands of them, would double the cost. A lookup for each, not a join: the
  // planner cannot know how many there are, and must never read all events for them.
  const { rows } = await tx.query<{ ordinal: number }>({
    name: 'find-missing',
    text: `select c.ordinal
             from unnest($1::int8[], $2::uuid[], $3::int8[], $4::int4[])
                  with ordinality as c (project_id, event_id, segment_id, position, ordinal)
            where (select true from events e
                    where e.project_id = c.project_id and e.event_id = c.event_id
                      and e.segment_id = c.segment_id and e.position = c.position) is null`,
    values: [
      int8Array(locations.map((location) => location.projectId)),
      uuidArray(locations.map((location) => location.eventId)),
      int8Array(locations.map((location) => location.segmentId)),
      int4Array(locations.map((location) => location.position)),
    ],
  })
  return new Set(rows.map((row) => row.ordinal - 1))
}

export interface NewPack {
  projectId: number
  firstSegmentId: number
  lastSegmentId: number
  /** The smallest and largest event id in it. */
  firstEventId: HexId
  lastEventId: HexId
  /** Epoch milliseconds. */
  lastReceivedAt: number
  eventCount: number
  rawBytes: number
  directory: Buffer
  payload: Buffer
  isPruned: boolean
}

export async function insertPacks(tx: Tx, packs: readonly (NewPack & PlacedPayload)[]): Promise<void> {
  // A few megabytes a statement: a parameter is copied several times on its way.
  for (const part of parts(packs)) {
    await tx.query({
      name: 'insert-packs',
      text: `insert into packs (project_id, first_segment_id, last_segment_id, first_event_id, last_event_id,
                                last_received_at, event_count, raw_bytes, stored_bytes, directory, payload, pruned, object, object_bytes)
             select c.project_id, c.first_segment_id, c.last_segment_id, c.first_event_id, c.last_event_id,
                    c.last_received_at, c.event_count, c.raw_bytes, c.stored_bytes, c.directory, c.payload, $12,
                    c.object, c.object_bytes
               from unnest($1::int8[], $2::int8[], $3::int8[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::int4[],
                           $8::int8[], $9::int4[], $10::bytea[], $11::bytea[], $13::uuid[], $14::int4[])
                    as c (project_id, first_segment_id, last_segment_id, first_event_id, last_event_id,
                          last_received_at, event_count, raw_bytes, stored_bytes, directory, payload, object, object_bytes)`,
      values: [
        int8Array(part.map((pack) => pack.projectId)),
        int8Array(part.map((pack) => pack.firstSegmentId)),
        int8Array(part.map((pack) => pack.lastSegmentId)),
        uuidArray(part.map((pack) => pack.firstEventId)),
        uuidArray(part.map((pack) => pack.lastEventId)),
        timestamptzArray(part.map((pack) => pack.lastReceivedAt)),
        int4Array(part.map((pack) => pack.eventCount)),
        int8Array(part.map((pack) => pack.rawBytes)),
        int4Array(part.map((pack) => pack.directory.length + pack.payload.length)),
        byteaArray(part.map((pack) => pack.directory)),
        byteaArray(part.map((pack) => pack.payload)),
        part[0]!.isPruned,
        part.map((pack) => pack.object),
        int4Array(part.map((pack) => pack.objectBytes)),
      ],
    })
  }
}

function* parts<Pack extends NewPack>(packs: readonly Pack[]): Generator<Pack[]> {
  let part: Pack[] = []
  let bytes = 0
  for (const pack of packs) {
    if (part.length > 0 && bytes > 4 * 1024 * 1024) {
      yield part
      part = []
      bytes = 0
    }
    part.push(pack)
    bytes += pack.payload.length
  }
  if (part.length > 0) yield part
}

export async function dropSegments(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query({
    name: 'drop-segments',
    text: 'delete from segments s where s.id = any($1::int8[])',
    values: [int8Array(ids)],
  })
}

/** Deletes the screenshots and attachments of events that are left behind: erased ones, and repeats. */
export async function dropScreenshots(
  tx: Tx,
  locations: readonly { projectId: number; eventId: HexId; segmentId: number; position: number }[],
): Promise<void> {
  if (locations.length === 0) return
  const values = [
    int8Array(locations.map((location) => location.projectId)),
    uuidArray(locations.map((location) => location.eventId)),
    int8Array(locations.map((location) => location.segmentId)),
  ]
  // Repeats may share a segment with the event itself, whose files must stay.
  for (const table of ['screenshots', 'attachments'] as const) {
    const { rows } = await tx.query<{ projectId: number; object: string | null }>(
      `delete from ${table} s
        using unnest($1::int8[], $2::uuid[], $3::int8[]) as c (project_id, event_id, segment_id)
        where s.project_id = c.project_id and s.event_id = c.event_id and s.segment_id = c.segment_id
          and not exists (select 1 from events e
                           where e.project_id = s.project_id and e.event_id = s.event_id and e.segment_id = s.segment_id)
       returning s.project_id as "projectId", s.object`,
      values,
    )
    await queueDeletions(tx, table, rows)
  }
}

/** Drops partitions of segments that are older than the current one and empty; their space is free at once. */
export async function dropEmptySegmentPartitions(client: Connection): Promise<number> {
  const empty = await findEmptySegmentPartitions(client)
  if (empty.length === 0) return 0
  return transactionOn(client, async (tx) => {
    // A backup reads them: a drop would wait for it, and all that is appended for the drop.
    if (!(await tryLock(tx, 'partitionDrops'))) return 0
    const schema = await ownSchema(tx)
    for (const name of empty) await changeTables(tx, `drop table ${schema}.${name}`)
    return empty.length
  })
}

/** Looks outside of the transaction that drops them: on a node, it may hold no lock on them. No segment gets an old number. */
async function findEmptySegmentPartitions(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'segments'::regclass
        and substring(c.relname from '[0-9]+$')::bigint < (select last_value * 16 / 1048576 from segment_sequence)`,
  )
  const empty: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await db.query(`select 1 from ${name} limit 1`)
    if (rowCount === 0) empty.push(name)
  }
  return empty
}
