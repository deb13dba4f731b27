import { createHash } from 'node:crypto'
import { type HexId, toHexId } from '@bugle/protocol'
import { byteaArray, int2Array, int8Array, textArray, uuidArray } from '../../../db/binary-array.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { takeKeyLock } from '../../../db/locks.ts'
import { headBytes, type PayloadRow, readPayloads } from '../../objects/index.ts'
import type { AcceptedEvent, Attachment } from '../segments/index.ts'
import type { BodySource } from './body-store.ts'

/** Stores the files that came with events, in the transaction that stores the events. */
export async function storeAttachments(tx: Tx, segmentId: number, events: readonly AcceptedEvent[]): Promise<void> {
  const seen = new Set<string>()
  const rows: (Attachment & { projectId: number; eventId: HexId; number: number })[] = []
  for (const { columns, attachments } of events) {
    const { projectId, eventId } = columns
    const id = `${projectId}:${eventId}`
    // The first event with an id counts.
    const isRepeat = seen.has(id)
    seen.add(id)
    if (attachments === undefined || isRepeat) continue
    for (const [number, attachment] of attachments.entries()) rows.push({ ...attachment, projectId, eventId, number })
  }
  await insertAttachments(tx, segmentId, rows)
}

/** Adds files to an event that is stored already. A file that it has, by name, kind and content, is not added again. */
export async function addAttachments(
  tx: Tx,
  event: { projectId: number; eventId: string; segmentId: number },
  attachments: readonly Attachment[],
): Promise<void> {
  await lockFilesOf(tx, event)
  const { projectId, eventId, segmentId } = event
  const { rows } = await tx.query<{ number: number; name: string; kind: string; hash: Buffer }>(
    `select a.number, a.name, a.kind, coalesce(a.sha256, sha256(a.data)) as hash from attachments a
      where a.project_id = $1 and a.event_id = $2 and a.segment_id = $3`,
    [projectId, eventId, segmentId],
  )
  const known = new Set(rows.map(({ name, kind, hash }) => JSON.stringify([name, kind, hash.toString('hex')])))
  const next = Math.max(0, ...rows.map(({ number }) => number + 1))
  const added = attachments
    .filter(({ name, kind, data }) => {
      const identity = JSON.stringify([name, kind, createHash('sha256').update(data).digest('hex')])
      const isNew = !known.has(identity)
      known.add(identity)
      return isNew
    })
    .slice(0, Math.max(0, maxAttachments - next))
  await insertAttachments(
    tx,
    segmentId,
    added.map((attachment, index) => ({
      ...attachment,
      projectId,
      eventId: toHexId(eventId),
      number: next + index,
    })),
  )
}

/** Keeps others from adding files to an event meanwhile: each is numbered, and compared with those that are there. */
export async function lockFilesOf(
  tx: Tx,
  { projectId, eventId }: { projectId: number; eventId: string },
): Promise<void> {
  await takeKeyLock(tx, 'files', `${projectId} ${toHexId(eventId)}`)
}

/** Limit of files per event. */
export const maxAttachments = 5
/** Limit of bytes per file. */
export const maxAttachmentBytes = 1024 * 1024

async function insertAttachments(
  db: Queryable,
  segmentId: number,
  rows: readonly (Attachment & { projectId: number; eventId: HexId; number: number })[],
): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `insert into attachments (project_id, event_id, segment_id, number, name, content_type, kind, data)
     select c.project_id, c.event_id, $1, c.number, c.name, c.content_type, c.kind, c.data
       from unnest($2::int8[], $3::uuid[], $4::int2[], $5::text[], $6::text[], $7::text[], $8::bytea[])
            as c (project_id, event_id, number, name, content_type, kind, data)
     on conflict do nothing`,
    [
      segmentId,
      int8Array(rows.map((row) => row.projectId)),
      uuidArray(rows.map((row) => row.eventId)),
      int2Array(rows.map((row) => row.number)),
      textArray(rows.map((row) => row.name)),
      textArray(rows.map((row) => row.contentType)),
      textArray(rows.map((row) => row.kind)),
      byteaArray(rows.map((row) => row.data)),
    ],
  )
}

export interface AttachmentRecord {
  number: number
  name: string
  contentType: string
  kind: string
  bytes: number
  /** Its first bytes. */
  head: Buffer
}

interface EventLocation {
  projectId: number
  eventId: string
  segmentId: number
}

const recordColumns = `a.number, a.name, a.content_type as "contentType", a.kind, octet_length(a.data) + a.object_bytes as bytes,
            coalesce(a.head, substring(a.data for ${headBytes})) as head`

export async function findAttachments(db: Queryable, event: EventLocation): Promise<AttachmentRecord[]> {
  const { rows } = await db.query<AttachmentRecord>(
    `select ${recordColumns}
       from attachments a where a.project_id = $1 and a.event_id = $2 and a.segment_id = $3 order by a.number`,
    [event.projectId, event.eventId, event.segmentId],
  )
  return rows
}

/** Returns a file with its content; undefined if there is none, or if its content is lost. */
export async function findAttachment(
  source: BodySource,
  event: EventLocation,
  number: number,
): Promise<(AttachmentRecord & { data: Buffer }) | undefined> {
  const [read] = await readPayloads(source, 'attachments', async () => {
    const { rows } = await source.db.query<AttachmentRecord & PayloadRow>(
      `select ${recordColumns}, a.data as payload, a.object, a.project_id as "projectId"
         from attachments a where a.project_id = $1 and a.event_id = $2 and a.segment_id = $3 and a.number = $4`,
      [event.projectId, event.eventId, event.segmentId, number],
    )
    return rows
  })
  return read?.payload && { ...read.row, data: read.payload }
}
