import { toHexId } from '@bugle/protocol'
import { type Database, onOwnConnection, type Queryable, type Tx, transactionOn } from '../../../db/database.ts'
import { changeTables, isNode, ownSchema } from '../../../db/distributed.ts'
import { takeLock } from '../../../db/locks.ts'
import { dayMs, startOfDay } from '../../../lib/time.ts'
import type { QueuedSegment } from './segment-store.ts'

/** Ids of segments in a partition: 65,536 segments in each of 16 shards. */
const segmentSpan = 2 ** 20

/** The event partitions of one database, as far as a process knows them. */
export class EventPartitions {
  /** Upper bound of those that are known to exist, epoch milliseconds. */
  #covered = 0

  /** Ensures that the partitions of a batch exist; queries the database only if the batch reaches beyond the known ones. */
  async ensure(client: Tx, segments: readonly QueuedSegment[], now: Date): Promise<void> {
    let latest = 0
    for (const { events } of segments)
      for (const { eventId } of events) latest = Math.max(latest, Number.parseInt(eventId.slice(0, 12), 16))
    if (latest < this.#covered) return
    this.#covered = await transactionOn(client, (tx) => makeEventPartitions(tx, now, latest + 1))
  }
}

/**
 * Makes event partitions up to `until` and two days beyond now, a day each. The first reaches back to the beginning:
 * a client's id may be older than the installation.
 *
 * @returns their upper bound, epoch milliseconds
 */
export async function makeEventPartitions(db: Queryable, now: Date, until = 0): Promise<number> {
  return withLock(db, async () => {
    const today = startOfDay(now.getTime())
    const end = Math.max(until, now.getTime() + 2 * dayMs)
    const last = await lastBound(db)
    const schema = await ownSchema(db)
    let covered = last ?? 0
    for (let from = last ?? today; from < end; from += dayMs) {
      const name = `events_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`
      const lower = last === undefined && from === today ? 'minvalue' : `'${lowestId(from)}'`
      await changeTables(
        db,
        `create table if not exists ${schema}.${name} partition of ${schema}.events for values from (${lower}) to ('${lowestId(from + dayMs)}')`,
      )
      covered = from + dayMs
    }
    return covered
  })
}

/**
 * Keeps partitions for the current and the next range of segments.
 *
 * @param last the number of the sequence that counts as current, if it is to be raised
 */
export async function makeSegmentPartitions(db: Queryable, last?: number): Promise<void> {
  await withLock(db, async () => {
    const { rows } = await db.query<{ last: number }>('select last_value as last from segment_sequence')
    const current = Math.floor(((last ?? rows[0]?.last ?? 0) * 16) / segmentSpan)
    const [top, schema] = [await topSegmentPartition(db), await ownSchema(db)]
    for (const index of [current, current + 1].filter((one) => one > top))
      await changeTables(
        db,
        `create table if not exists ${schema}.segments_${index} partition of ${schema}.segments
         for values from (${index * segmentSpan}) to (${(index + 1) * segmentSpan})`,
      )
  })
}

/**
 * Prepares the numbers of segments on a node of Citus, whose sequences are its own: after a bucket came to a node, or came back, they
 * go on above every number that another node has given. Elsewhere it does nothing.
 */
export async function prepareSegmentNumbers(db: Database): Promise<void> {
  if (!(await isNode(db))) return
  await onOwnConnection(db, async (client) => {
    const { rows } = await client.query<{ isNew: boolean }>(`select to_regclass('segment_sequence') is null as "isNew"`)
    await client.query('set citus.enable_ddl_propagation = off')
    await client.query('create sequence if not exists segment_sequence')
    const top = await topSegmentPartition(client)
    // The node that gives the numbers has made no partition beyond the next one.
    await client.query(
      `select setval('segment_sequence', greatest($1::int8 * $2::int8 / 16, 1)) from segment_sequence s
        where $3::boolean or s.last_value * 16 / $2::int8 < $1::int8 - 2`,
      [top + 1, segmentSpan, rows[0]!.isNew],
    )
  })
}

/** Returns the number of the last partition of segments, or -1. */
async function topSegmentPartition(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ top: number | null }>(
    `select max(substring(c.relname from '[0-9]+$')::int8) as top
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'segments'::regclass`,
  )
  return rows[0]!.top ?? -1
}

/** Returns the smallest UUIDv7 of a millisecond. */
export function lowestId(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** End of the newest event partition, read from its bound. */
async function lastBound(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.query<{ bound: string }>(
    `select pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'events'::regclass`,
  )
  const ends = rows.map(({ bound }) => /TO \('([0-9a-f-]+)'\)/.exec(bound)?.[1]).filter((end) => end !== undefined)
  if (ends.length === 0) return undefined
  return Math.max(...ends.map((end) => Number.parseInt(toHexId(end).slice(0, 12), 16)))
}

/** Two processes must not make the same partition at once; the lock ends with the transaction. */
async function withLock<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  await takeLock(tx, 'partitions')
  return work()
}
