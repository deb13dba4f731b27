import { int2Array, int4Array, int8Array, timestamptzArray, uuidArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import type { SegmentEvent } from '../segments/index.ts'

/**
 * Inserts event rows and returns the new ones. A retry meets the primary key of the first and adds nothing: a row at
 * another position than ours came before.
 */
export async function insertEvents(tx: Tx, events: readonly SegmentEvent[]): Promise<SegmentEvent[]> {
  // Counted by what is returned: a distributed engine reports one row for an insert that met only repeats.
  const { rows } = await tx.query<{ isNew: number }>({
    name: 'insert-events',
    text: `insert into events (project_id, segment_id, occurred_at, received_at, user_key, event_id, group_id, position,
                               repeat, release_id, environment_id, level, platform, flags)
           select * from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::timestamptz[], $5::int8[], $6::uuid[],
                                $7::uuid[], $8::int4[], $9::int4[], $10::int4[], $11::int4[], $12::int2[], $13::int2[],
                                $14::int2[])
           on conflict (project_id, event_id) do nothing
           returning 1 as "isNew"`,
    values: [
      int8Array(events.map((event) => event.projectId)),
      int8Array(events.map((event) => event.segmentId)),
      timestamptzArray(events.map((event) => event.occurredAt)),
      timestamptzArray(events.map((event) => event.receivedAt)),
      int8Array(events.map((event) => event.userKey)),
      uuidArray(events.map((event) => event.eventId)),
      uuidArray(events.map((event) => event.groupId)),
      int4Array(events.map((event) => event.position)),
      int4Array(events.map((event) => event.repeat)),
      int4Array(events.map((event) => event.releaseId)),
      int4Array(events.map((event) => event.environmentId)),
      int2Array(events.map((event) => event.level)),
      int2Array(events.map((event) => event.platform)),
      int2Array(events.map((event) => event.flags)),
    ],
  })
  if (rows.length === events.length) return [...events]
  const repeated = await findRepeated(tx, events)
  return events.filter((event) => !repeated.has(locationOf(event.segmentId, event.position)))
}

async function findRepeated(tx: Tx, events: readonly SegmentEvent[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ segment_id: number; position: number }>({
    name: 'find-repeated',
    text: `select c.segment_id, c.position
             from unnest($1::int8[], $2::uuid[], $3::int8[], $4::int4[]) as c (project_id, event_id, segment_id, position)
             join events e on e.project_id = c.project_id and e.event_id = c.event_id
            where (e.segment_id, e.position) <> (c.segment_id, c.position)`,
    values: [
      int8Array(events.map((event) => event.projectId)),
      uuidArray(events.map((event) => event.eventId)),
      int8Array(events.map((event) => event.segmentId)),
      int4Array(events.map((event) => event.position)),
    ],
  })
  return new Set(rows.map((row) => locationOf(row.segment_id, row.position)))
}

function locationOf(segmentId: number, position: number): string {
  return `${segmentId}:${position}`
}

/** Changes of a batch to a project's row. */
export interface ProjectTouch {
  projectId: number
  /** Epoch milliseconds; 0 when nothing of the batch was new. */
  lastEventAt: number
  /** Stored bytes of its events in segments. */
  unpackedBytes: number
}

/** Records when each project last received an event, and the bytes of its segments, in key order. */
export async function touchProjects(tx: Tx, projects: readonly ProjectTouch[]): Promise<void> {
  await tx.query({
    name: 'touch-projects',
    text: `insert into project_stats as s (project_id, last_event_at, unpacked_bytes)
           select u.id, nullif(u.at, 'epoch'), u.bytes from unnest($1::int8[], $2::timestamptz[], $3::int8[]) as u (id, at, bytes)
           on conflict (project_id) do update
              set last_event_at = greatest(s.last_event_at, excluded.last_event_at),
                  unpacked_bytes = s.unpacked_bytes + excluded.unpacked_bytes`,
    values: [
      int8Array(projects.map((project) => project.projectId)),
      timestamptzArray(projects.map((project) => project.lastEventAt)),
      int8Array(projects.map((project) => project.unpackedBytes)),
    ],
  })
}
