import { type Connection, type Queryable, transactionOn } from '../../db/database.ts'
import { makeSegmentPartitions } from '../../domains/storage/index.ts'
import { quoted } from '../backup/backup-store.ts'

/** Segments that may come while a project is copied, before the sequence has to be raised again. */
const spareSegments = 65_536

/**
 * Raises the sequences of a bucket to those of another, so that rows which come from there keep their numbers, and no new one gets
 * such a number.
 */
export async function raiseSequences(source: Queryable, target: Connection): Promise<void> {
  const [wanted, present] = [await readSequences(source), await readSequences(target)]
  for (const [name, last] of wanted) {
    if (last <= (present.get(name) ?? 0)) continue
    if (name === 'segment_sequence') {
      const raised = last + spareSegments
      // Partitions first: a segment that is appended meanwhile needs one.
      await transactionOn(target, (tx) => makeSegmentPartitions(tx, raised))
      await raise(target, name, raised)
    } else await raise(target, name, last)
  }
}

/** Never lowers it: whoever takes a number meanwhile takes a lower one. */
async function raise(db: Queryable, name: string, last: number): Promise<void> {
  await db.query(`select setval($1::regclass, $2) from ${quoted(name)} s where s.last_value < $2`, [quoted(name), last])
}

/** Returns the last number of each sequence of the tables and numbers of projects. */
async function readSequences(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; last: number | null }>(
    `select s.sequencename::text as name, s.last_value as last from pg_sequences s
      where s.schemaname = current_schema() and s.last_value is not null`,
  )
  return new Map(rows.map(({ name, last }) => [name, last!]))
}
