import { type HexId, toUuid } from '@bugle/protocol'
import { byteaArray, int8Array, textArray } from '../../../db/binary-array.ts'
import type { Queryable, Tx } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import { projectsInTurn, type Turn } from '../../../db/turns.ts'
import type { Attachment } from '../segments/index.ts'
import { lockFilesOf, maxAttachments } from './attachment-store.ts'

/**
 * Keeps files whose event may still wait for digest.
 *
 * @returns false if none waits
 */
export async function keepLateAttachments(
  db: Queryable,
  { projectId, clientId }: { projectId: number; clientId: HexId },
  attachments: readonly Attachment[],
): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>('select exists (select 1 from segment_queue) as waits')
  if (!rows[0]!.waits) return false
  await db.query(
    `insert into late_attachments (project_id, client_id, name, content_type, kind, data)
     select $1, $2, a.* from unnest($3::text[], $4::text[], $5::text[], $6::bytea[]) as a`,
    [
      projectId,
      toUuid(clientId),
      textArray(attachments.map(({ name }) => name)),
      textArray(attachments.map(({ contentType }) => contentType)),
      textArray(attachments.map(({ kind }) => kind)),
      byteaArray(attachments.map(({ data }) => data)),
    ],
  )
  return true
}

/** SQL condition: files wait for their event. */
export const filesAreLate = 'exists (select 1 from late_attachments)'

/** The files that wait for one event. */
export interface LateFiles {
  projectId: number
  clientId: string
  files: number
  /** Whether all that was acknowledged before them is digested. */
  isHopeless: boolean
}

/** Lists events that files wait for, of the projects that follow `after` in turn; those that wait for longest first. */
export function findLateFiles(db: Queryable, { after, limit, perProject }: Turn): Promise<LateFiles[]> {
  return rowsOf<LateFiles>(
    db,
    sql`
      with recursive ${projectsInTurn('late_attachments', after)}
      select d.* from turn t cross join lateral (
        select l.project_id as "projectId", l.client_id as "clientId", count(*) as files,
               not exists (select 1 from segment_queue q where q.enqueued_at <= max(l.received_at)) as "isHopeless"
          from late_attachments l where l.project_id = t.project_id
         group by l.project_id, l.client_id order by min(l.id) limit ${perProject}) as d
      limit ${limit}`,
  )
}

/** Moves files to their event, which takes no more than `maxAttachments`, and each once. */
export async function attachLateFiles(
  tx: Tx,
  { projectId, clientId }: LateFiles,
  event: { eventId: string; segmentId: number },
): Promise<void> {
  await lockFilesOf(tx, { projectId, eventId: event.eventId })
  // More may arrive meanwhile: only these are moved, and only these deleted.
  const { rows } = await tx.query<{ id: number }>(
    'select l.id from late_attachments l where l.project_id = $1 and l.client_id = $2 order by l.id for update',
    [projectId, clientId],
  )
  const ids = rows.map(({ id }) => id)
  await tx.query(
    `with moved as (select l.* from late_attachments l where l.project_id = $1 and l.id = any($2::int8[])),
          fresh as (select distinct on (m.name, m.kind, sha256(m.data)) m.* from moved m
                     where not exists (select 1 from attachments a
                                        where a.project_id = $1 and a.event_id = $3 and a.segment_id = $4
                                          and a.name = m.name and a.kind = m.kind
                                          and coalesce(a.sha256, sha256(a.data)) = sha256(m.data))
                     order by m.name, m.kind, sha256(m.data), m.id),
          known as (select coalesce(max(a.number) + 1, 0) as next from attachments a
                     where a.project_id = $1 and a.event_id = $3 and a.segment_id = $4),
          numbered as (select m.*, k.next + row_number() over (order by m.id) - 1 as number from fresh m cross join known k)
     insert into attachments (project_id, event_id, segment_id, number, name, content_type, kind, data, received_at)
     select n.project_id, $3, $4, n.number, n.name, n.content_type, n.kind, n.data, n.received_at
       from numbered n where n.number < ${maxAttachments}
     on conflict do nothing`,
    [projectId, int8Array(ids), event.eventId, event.segmentId],
  )
  await tx.query('delete from late_attachments l where l.project_id = $1 and l.id = any($2::int8[])', [
    projectId,
    int8Array(ids),
  ])
}

/** Deletes files that have no event. */
export async function dropLateFiles(tx: Queryable, { projectId, clientId }: LateFiles): Promise<void> {
  await tx.query('delete from late_attachments l where l.project_id = $1 and l.client_id = $2', [projectId, clientId])
}
