import { toHexId } from '@bugle/protocol'
import { byteaArray, int2Array, int8Array, uuidArray } from '../../../db/binary-array.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { decodeColumns, type EventColumns, encodeColumns, namedGroupOf, type SegmentEvent } from './event-columns.ts'
import type { AcceptedEvent, EarlierEvent } from './segment.ts'
import { markUnreadable } from './segment-maintenance-store.ts'

/** Number of shards that spread the pipeline tables; the last four bits of a segment's id are its shard. */
const shards = 16

/** Bytes of a screenshot in one row: below the size at which a value must be read whole to read a part. */
const chunkBytes = 256 * 1024

/**
 * Claims the keys of events that need one, in key order. A key that an earlier event has held for less than 24 h
 * stays with that event, which is returned under the key; a claim in flight elsewhere is waited for.
 */
export async function claimKeys(tx: Tx, events: readonly AcceptedEvent[]): Promise<Map<string, EarlierEvent>> {
  const claims = events.filter((event) => event.key !== undefined).sort((a, b) => (claimKey(a) < claimKey(b) ? -1 : 1))
  const earlier = new Map<string, EarlierEvent>()
  if (claims.length === 0) return earlier
  // One by one in effect: a statement cannot update a row twice, so equal keys of a batch are claimed by the first.
  const first = claims.filter((event, index) => index === 0 || claimKey(event) !== claimKey(claims[index - 1]!))
  let rows = await claimInOrder(tx, first)
  // A key without a holder had one that expired, and was deleted elsewhere between the claim and the look.
  if (rows.length < first.length || rows.some(({ isExpired }) => isExpired)) {
    await deleteExpiredKeys(tx, first)
    rows = await claimInOrder(tx, first)
  }
  for (const row of rows)
    earlier.set(`${row.project_id}:${toHexId(row.key)}`, {
      eventId: toHexId(row.event_id),
      groupId: toHexId(row.group_id),
    })
  return earlier
}

interface KeyRow {
  project_id: number
  key: string
  event_id: string
  group_id: string
  isExpired: boolean
}

/** Claims keys that are free, and returns the holder of each. */
async function claimInOrder(tx: Tx, events: readonly AcceptedEvent[]): Promise<KeyRow[]> {
  const keys = [int8Array(events.map(({ columns }) => columns.projectId)), uuidArray(events.map(({ key }) => key!))]
  await tx.query({
    name: 'claim-keys',
    text: `insert into event_keys (project_id, key, event_id, group_id)
           select * from unnest($1::int8[], $2::uuid[], $3::uuid[], $4::uuid[])
           on conflict (project_id, key) do nothing`,
    values: [
      ...keys,
      uuidArray(events.map(({ columns }) => columns.eventId)),
      uuidArray(events.map(({ columns }) => namedGroupOf(columns))),
    ],
  })
  const { rows } = await tx.query<KeyRow>({
    name: 'read-keys',
    text: `select k.project_id, k.key, k.event_id, k.group_id, k.created_at < now() - interval '24 hours' as "isExpired"
             from unnest($1::int8[], $2::uuid[]) as c (project_id, key)
             join event_keys k on k.project_id = c.project_id and k.key = c.key`,
    values: keys,
  })
  return rows
}

/** Deletes keys that were held for 24 h, in their order; another transaction that does so is waited for. */
async function deleteExpiredKeys(tx: Tx, events: readonly AcceptedEvent[]): Promise<void> {
  await tx.query(
    `delete from event_keys k using (
       select e.project_id, e.key from unnest($1::int8[], $2::uuid[]) as c (project_id, key)
         join event_keys e on e.project_id = c.project_id and e.key = c.key
        where e.created_at < now() - interval '24 hours' order by 1, 2 for update of e) as x
      where k.project_id = x.project_id and k.key = x.key`,
    [int8Array(events.map(({ columns }) => columns.projectId)), uuidArray(events.map(({ key }) => key!))],
  )
}

/** Returns the key of an event's claim in the result of claimKeys. */
export function claimKey(event: AcceptedEvent): string {
  return `${event.columns.projectId}:${event.key}`
}

export interface NewSegment {
  shard: number
  events: readonly AcceptedEvent[]
  /** Compressed concatenation of the events' bodies, in order. */
  payload: Buffer
  rawBytes: number
  /** Channel that the commit notifies, with an empty payload. */
  channel?: string | undefined
}

/**
 * Appends a segment and its queue entry; both exist after COMMIT or neither does. If a token of the batch is dead, its
 * project is deleted, or its project is not in this bucket now, nothing is appended.
 *
 * @returns the tokens that are dead and those whose projects move, or the id of the segment
 */
export async function appendSegment(
  db: Queryable,
  segment: NewSegment,
): Promise<{ dead: Set<number>; moving: Set<number>; segmentId: number }> {
  const { shard, events, payload, rawBytes, channel } = segment
  const columns = encodeColumns(
    events.map((event) => event.columns),
    events.map((event) => event.body.length),
  )
  const projectOf = new Map(events.map(({ tokenId, columns: { projectId } }) => [tokenId, projectId]))
  const { rows } = await db.query<{ dead: number[]; moving: number[]; new_id: number | null; notified: unknown }>({
    name: 'append-segment',
    // A token cache can be stale; the transaction that makes an event durable cannot. One round trip where five
    // statements would take five: at a hundred commits a second that is a tenth of the CPU time of an event.
    text: `
      with dead as materialized (
        select t.id from unnest($1::int8[], $8::int8[]) as t (id, project_id)
         where exists (select 1 from closed_tokens c
                        where c.project_id = t.project_id and c.token_id in (t.id, 0) and c.closes_at <= now())
      ), moving as materialized (
        select t.id from unnest($1::int8[], $8::int8[]) as t (id, project_id)
         where exists (select 1 from closed_projects c where c.project_id = t.project_id)
      ), appended as materialized (
        select nextval('segment_sequence') * 16 + $2::int2 as id
         where not exists (select 1 from dead) and not exists (select 1 from moving)
      ), segment as (
        insert into segments (id, shard, event_count, raw_bytes, columns, payload)
        select a.id, $2::int2, $3::int4, $4::int4, $5::bytea, $6::bytea from appended a
      ), queued as (
        insert into segment_queue (segment_id, shard) select a.id, $2::int2 from appended a
      )
      select coalesce((select array_agg(d.id) from dead d), '{}') as dead,
             coalesce((select array_agg(m.id) from moving m), '{}') as moving, (select a.id from appended a) as new_id,
             (select pg_notify($7, '') from appended where $7 is not null) as notified`,
    values: [
      int8Array([...projectOf.keys()]),
      shard % shards,
      events.length,
      rawBytes,
      columns,
      payload,
      channel ?? null,
      int8Array([...projectOf.values()]),
    ],
  })
  const { dead, moving, new_id } = rows[0]!
  return { dead: new Set(dead), moving: new Set(moving), segmentId: new_id ?? 0 }
}

/** Stores the screenshots cut out of the events' bodies. */
export async function storeScreenshots(tx: Tx, segmentId: number, events: readonly AcceptedEvent[]): Promise<void> {
  const chunks: { event: EventColumns; chunk: number; data: Buffer }[] = []
  const seen = new Set<string>()
  for (const { columns, screenshot } of events) {
    // The first event with an id counts, with its screenshot or without one.
    const id = `${columns.projectId}:${columns.eventId}`
    const isRepeat = seen.has(id)
    seen.add(id)
    if (screenshot === undefined || isRepeat) continue
    for (let at = 0, chunk = 0; at < screenshot.length; at += chunkBytes, chunk++)
      chunks.push({ event: columns, chunk, data: screenshot.subarray(at, at + chunkBytes) })
  }
  if (chunks.length === 0) return
  await tx.query(
    `insert into screenshots (project_id, segment_id, event_id, chunk, data)
     select c.project_id, $1, c.event_id, c.chunk, c.data
       from unnest($2::int8[], $3::uuid[], $4::int2[], $5::bytea[]) as c (project_id, event_id, chunk, data)`,
    [
      segmentId,
      int8Array(chunks.map(({ event }) => event.projectId)),
      uuidArray(chunks.map(({ event }) => event.eventId)),
      int2Array(chunks.map(({ chunk }) => chunk)),
      byteaArray(chunks.map(({ data }) => data)),
    ],
  )
}

/** A segment that waits for digest, with its columns. */
export interface QueuedSegment {
  id: number
  attempts: number
  events: SegmentEvent[]
  lengths: number[]
  /** Its payload and its columns. */
  storedBytes: number
}

/**
 * Claims up to `max` segments, oldest first. The statement is its own transaction: the attempt is committed before the
 * work, so that a segment that kills its worker shows by its count. A claim lasts as long as its connection.
 *
 * @param after a hint: as far as the caller knows, no smaller id is waiting (dead rows need not be passed again)
 */
export async function claimSegments(
  db: Queryable,
  { max, after }: { max: number; after: number },
): Promise<{ segments: QueuedSegment[]; damaged: number[]; missing: number[] }> {
  const { rows } = await db.query<{ id: number; attempts: number; columns: Buffer | null; payload_bytes: number }>({
    name: 'claim-segments',
    // Columns arrive in hex, which costs less than COPY in binary form: that needs a statement and a large buffer of its own.
    text: `with claimed as (
             update segment_queue q
                set attempts = least(q.attempts + 1, 1000), claimed_by = pg_backend_pid(),
                    claimed_until = now() + interval '60 seconds'
               from (select w.segment_id, w.shard from segment_queue w
                      where w.segment_id >= $2 and (w.claimed_by is null or w.claimed_until < now())
                      order by w.segment_id limit $1 for update skip locked) as free
              where q.segment_id = free.segment_id and q.shard = free.shard
          returning q.segment_id, q.attempts)
           select c.segment_id as id, c.attempts, s.columns, octet_length(s.payload) as payload_bytes
             from claimed c left join segments s on s.id = c.segment_id order by c.segment_id`,
    values: [max, after],
  })
  const segments: QueuedSegment[] = []
  const damaged: number[] = []
  const lost: number[] = []
  for (const { id, attempts, columns, payload_bytes } of rows) {
    const decoded = columns === null ? undefined : tryDecode(columns, id)
    if (columns === null) lost.push(id)
    else if (decoded === undefined) damaged.push(id)
    else segments.push({ id, attempts, storedBytes: columns.length + payload_bytes, ...decoded })
  }
  if (damaged.length > 0) {
    // In this order: a segment that is only set aside is met again, one that only left the queue would be forgotten.
    await markUnreadable(db, damaged)
    await dequeue(db, damaged)
  }
  return { segments, damaged, missing: lost.length === 0 ? [] : await dequeueMissing(db, lost) }
}

/** Takes back attempts whose failure was not the segments' fault. */
export async function giveAttemptsBack(db: Queryable, attempts: ReadonlyMap<number, number>): Promise<void> {
  await db.query({
    name: 'give-attempts-back',
    text: `update segment_queue q set attempts = greatest(q.attempts - c.count, 0)
             from unnest($1::int8[], $2::int2[]) as c (segment_id, count) where q.segment_id = c.segment_id`,
    values: [int8Array([...attempts.keys()]), int2Array([...attempts.values()])],
  })
}

/** Only a broken disk makes columns that cannot be read. Such a segment is set aside: never marked as digested or packed. */
function tryDecode(columns: Buffer, segmentId: number) {
  try {
    return decodeColumns(columns, segmentId)
  } catch {
    return undefined
  }
}

/** Removes queue rows whose segment is missing: it was deleted, or the disk lost it. */
async function dequeueMissing(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ segment_id: number }>(
    `delete from segment_queue q
      where q.segment_id = any($1::int8[]) and not exists (select 1 from segments s where s.id = q.segment_id)
  returning q.segment_id`,
    [int8Array(ids)],
  )
  return rows.map((row) => row.segment_id)
}

/** SQL condition: segments wait for digest, or claims of them for their end. */
export const segmentsWait = 'exists (select 1 from segment_queue)'

/** Frees claims of ended backends: the worker crashed, or its connection broke. */
export async function releaseOrphanClaims(tx: Queryable): Promise<number> {
  const { rowCount } = await tx.query(
    `update segment_queue q set claimed_by = null
      where q.claimed_by is not null
        and not exists (select 1 from pg_stat_activity a where a.pid = q.claimed_by)`,
  )
  return rowCount ?? 0
}

/**
 * Marks segments as digested, in the transaction of their effects. This mark, not the queue, makes digest
 * exactly-once: those already marked are not returned. With them comes the version of the deletions that hold for their
 * events.
 */
export async function markDigested(
  tx: Tx,
  ids: readonly number[],
): Promise<{ marked: Set<number>; deletions: number }> {
  const { rows } = await tx.query<{ id: number; deletions: number | null }>({
    name: 'mark-digested',
    text: `with dequeued as (delete from segment_queue q where q.segment_id = any($1::int8[]))
           update segments s set digested_at = now()
            where s.id = any($1::int8[]) and s.digested_at is null
        returning s.id, (select max(d.version) from deleted_groups d) as deletions`,
    values: [int8Array(ids)],
  })
  return { marked: new Set(rows.map((row) => row.id)), deletions: rows[0]?.deletions ?? 0 }
}

async function dequeue(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.query({
    name: 'dequeue-segments',
    text: 'delete from segment_queue q where q.segment_id = any($1::int8[])',
    values: [int8Array(ids)],
  })
}

/** Returns the newest segment that waits for digest. */
export async function findNewestQueued(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.query<{ newest: number | null }>('select max(q.segment_id) as newest from segment_queue q')
  return rows[0]!.newest ?? undefined
}

/** Whether a segment up to this one still waits for digest. */
export async function isQueuedUpTo(db: Queryable, segmentId: number): Promise<boolean> {
  const { rows } = await db.query<{ is_queued: boolean }>(
    'select exists (select 1 from segment_queue q where q.segment_id <= $1) as is_queued',
    [segmentId],
  )
  return rows[0]!.is_queued
}

/** Returns how much waits, and for how long the oldest has. */
export async function readQueueState(
  db: Queryable,
): Promise<{ segments: number; oldestSeconds: number; attempts: number }> {
  const { rows } = await db.query<{ segments: number; oldestSeconds: number; attempts: number }>(
    `select count(*)::int as segments,
            coalesce(extract(epoch from now() - min(q.enqueued_at)), 0)::float8 as "oldestSeconds",
            coalesce(max(q.attempts), 0)::int as attempts
       from segment_queue q`,
  )
  return rows[0]!
}

/** Voids every claim: after a restore the backends that held them are another server's. */
export async function releaseAllClaims(db: Queryable): Promise<void> {
  await db.query('update segment_queue set claimed_by = null, claimed_until = null where claimed_by is not null')
}
