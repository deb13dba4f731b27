import { int8Array } from '../../../db/binary-array.ts'
import type { Queryable } from '../../../db/database.ts'
import { notify } from '../../../db/listener.ts'
import type { Use } from './fair-share.ts'

/** Bytes of rows and index entries, measured: of an event beside its body, of a pack, of a group with its issue. */
const rowBytes = { event: 250, pack: 200, group: 2500 } as const

/**
 * Live bytes of events: deleted data is space for new data, although the files do not shrink. Packs and segments are
 * summed; all other relations count with their size on disk.
 */
export async function measureUsed(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ used: number }>(
    `select (pg_database_size(current_database()) - pg_total_relation_size('packs')
             - (select coalesce(sum(pg_total_relation_size(t.relid)), 0) from pg_partition_tree('segments') t where t.isleaf)
             + (select coalesce(sum(p.stored_bytes + ${rowBytes.pack}), 0) from packs p)
             + (select coalesce(sum(s.unpacked_bytes), 0) from project_stats s)
             + (select coalesce(sum(octet_length(s.payload) + octet_length(s.columns)), 0)
                  from segment_queue q join segments s on s.id = q.segment_id and s.shard = q.shard))::int8 as used`,
  )
  return rows[0]!.used
}

/**
 * Returns bytes per project: its packs, its part of digested segments, its screenshots and attachments, and the rows of
 * its events and groups. Projects without any are left out.
 */
export async function measureUses(db: Queryable): Promise<Use[]> {
  const { rows } = await db.query<Use>(
    `select p.id as "projectId", p.organization_id as "organizationId",
            (coalesce(k.bytes, 0) + coalesce(s.unpacked_bytes, 0) + coalesce(c.bytes, 0) + coalesce(g.bytes, 0))::int8 as bytes
       from projects p
       left join (select x.project_id,
                         sum(x.stored_bytes + ${rowBytes.pack} + x.event_count * ${rowBytes.event}::int8) as bytes
                    from packs x group by x.project_id) as k on k.project_id = p.id
       left join project_stats s on s.project_id = p.id
       left join (select x.project_id, sum(octet_length(x.data)) as bytes from (select * from (select project_id, data from screenshots union all select project_id, data from attachments) as f) as x
                   group by x.project_id) as c
              on c.project_id = p.id
       left join (select x.project_id, count(*) * ${rowBytes.group} as bytes from groups x group by x.project_id) as g
              on g.project_id = p.id
      where coalesce(k.bytes, s.unpacked_bytes, c.bytes, g.bytes) is not null`,
  )
  return rows
}

/** Channel that announces a new state of the disk, with an empty payload. */
export const diskChannel = 'bugle_disk'

/** State of the disk, for ingest. */
export interface DiskState {
  hasRoom: boolean
  usedBytes: number
  maxBytes: number
  /** Growth allowed to projects that are not listed. */
  shareBytes: number
  projects: { projectId: number; usedBytes: number; shareBytes: number }[]
}

/** Replaces the state; one worker at a time does so. */
export async function writeDiskState(tx: Queryable, state: DiskState): Promise<void> {
  await tx.query('delete from disk_shares')
  await tx.query('insert into disk_shares select * from unnest($1::int8[], $2::int8[], $3::int8[])', [
    int8Array(state.projects.map(({ projectId }) => projectId)),
    int8Array(state.projects.map(({ usedBytes }) => Math.round(usedBytes))),
    int8Array(state.projects.map(({ shareBytes }) => bounded(shareBytes))),
  ])
  await tx.query(
    `insert into disk_state as d (has_room, used_bytes, max_bytes, share_bytes, measured_at) values ($1, $2, $3, $4, now())
     on conflict (id) do update set has_room = excluded.has_room, used_bytes = excluded.used_bytes,
            max_bytes = excluded.max_bytes, share_bytes = excluded.share_bytes, measured_at = now()`,
    [state.hasRoom, state.usedBytes, bounded(state.maxBytes), bounded(state.shareBytes)],
  )
  await notify(tx, diskChannel)
}

/** Encodes no limit as the largest number. */
function bounded(bytes: number): number {
  return Math.min(Math.round(bytes), Number.MAX_SAFE_INTEGER)
}

/**
 * As last measured, and when; undefined before the first measurement.
 *
 * @param known the measurement that the caller has: undefined as well while it is the last
 */
export async function findDiskState(
  db: Queryable,
  known = -1,
): Promise<(DiskState & { measuredAt: number }) | undefined> {
  const { rows } = await db.query<DiskState & { measuredAt: number }>(
    `select d.has_room as "hasRoom", d.used_bytes as "usedBytes", d.max_bytes as "maxBytes", d.share_bytes as "shareBytes",
            extract(epoch from d.measured_at)::float8 * 1000 as "measuredAt",
            coalesce((select json_agg(json_build_object('projectId', s.project_id, 'usedBytes', s.used_bytes,
                                                        'shareBytes', s.share_bytes)) from disk_shares s), '[]') as projects
       from disk_state d where extract(epoch from d.measured_at)::float8 * 1000 <> $1::float8`,
    [known],
  )
  return rows[0]
}
