import { type IngestEvent, toHexId } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'
import { transaction } from '../src/db/database.ts'
import { prepareEvent } from '../src/domains/ingest/append/prepare-event.ts'
import { StoredGroups } from '../src/domains/ingest/append/stored-groups.ts'
import { type AcceptedEvent, appendSegment, compressSegment } from '../src/domains/storage/index.ts'
import type { EventColumns } from '../src/domains/storage/segments/event-columns.ts'
import { anEvent } from './reporter.ts'
import type { TestDatabase } from './test-database.ts'

export interface Crafted {
  event?: Record<string, unknown>
  /** Replace the columns that ingest would extract. */
  columns?: Partial<EventColumns>
}

/** Writes a segment like ingest, with the given changes. Returns the ids of its events, 32 hex digits. */
export async function craftSegment(
  { pool }: TestDatabase,
  projectId: number,
  crafted: readonly Crafted[],
): Promise<string[]> {
  const groups = new StoredGroups()
  const events = crafted.map(({ event, columns }): AcceptedEvent => {
    const sent = anEvent(event)
    const id = { eventId: toHexId(uuidv7obj().toHex()), key: undefined }
    const context = { projectId, tokenId: 1, hasArtifacts: false, id, now: Date.now(), groups }
    const accepted = prepareEvent({ event: sent as IngestEvent }, Buffer.from(JSON.stringify(sent)), context)
    return { ...accepted, columns: { ...accepted.columns, ...columns } }
  })
  const segment = { shard: 0, events, ...compressSegment(events.map(({ body }) => body)) }
  await transaction(pool, (tx) => appendSegment(tx, segment))
  return events.map(({ columns: { eventId } }) => eventId)
}
