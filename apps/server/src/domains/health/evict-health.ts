import type { Connection } from '../../db/database.ts'
import { deleteOldest } from '../../db/delete-oldest.ts'
import type { Owner } from '../../lib/fair-share.ts'

/** Rows that a project above its share gives up, in this order; the oldest of each first. People's words go last. */
const parts: readonly { table: string; order: string }[] = [
  { table: 'session_users', order: 't.day' },
  { table: 'session_states', order: 't.updated_at' },
  { table: 'health_keys', order: 't.claimed_at' },
  { table: 'session_hourly', order: 't.hour' },
  { table: 'session_days', order: 't.day' },
  { table: 'check_ins', order: 't.started_at' },
  { table: 'feedback', order: 't.created_at' },
]

/** Removes about `bytes` of the oldest sessions, check-ins and feedback of a project. @returns the bytes that it freed */
export async function evictHealth(client: Connection, owner: Owner, bytes: number): Promise<number> {
  let freed = 0
  for (const part of parts) freed += await deleteOldest(client, { ...part, owner }, bytes - freed)
  return freed
}
