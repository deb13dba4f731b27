import { int8Array } from '../../../db/binary-array.ts'
import { type Budget, type ByteOwner, byteOwners, objectOwners, ownerColumns } from '../../../db/byte-owners.ts'
import type { Queryable } from '../../../db/database.ts'
import { notify } from '../../../db/listener.ts'
import { bucketTables } from '../../../db/table-classes.ts'
import { measureSizes, type TableSize } from '../../../db/table-sizes.ts'
import type { Owner, Use } from '../../../lib/fair-share.ts'
import { measureObjectsWithin } from '../../objects/index.ts'

/** Pages of 8 kB of a table that are read; a larger table is sampled. */
const maxPages = 1500
/** Bytes of the header and the pointer of a row. */
const rowHeader = 28

const owned = Object.entries(byteOwners).filter((entry): entry is [string, ByteOwner] => entry[1] !== 'installation')

/** Live bytes: deleted data is space for new data, although the files do not shrink. */
export interface DiskUse {
  /** All of them, with catalogs and everything that belongs to nobody at its size on disk. */
  usedBytes: number
  /** By owner; those without any are left out, and those in the object store are no part of the disk. Records of projects are those of their organizations. */
  uses: Record<Budget, Use[]>
}

/** Measures the disk: small tables are read, of large ones a part, so that the cost is bounded however much is stored. */
export async function measureDisk(db: Queryable): Promise<DiskUse> {
  const { databaseBytes, tables } = await measureSizes(db, [...owned.map(([table]) => table), 'segments'])
  const segmentBytes = tables.get('segments')!.totalBytes
  const uses = usesFrom(await measureOwners(db, tables))
  const { objects: _inStore, ...counted } = uses
  const live = Object.values(counted)
    .flat()
    .reduce((sum, { bytes }) => sum + bytes, 0)
  const files = owned.reduce((sum, [table]) => sum + (tables.get(table)?.totalBytes ?? 0), 0)
  const onDisk = live - (await measureObjectsWithin(db))
  return { usedBytes: databaseBytes - segmentBytes - files + (await measureUndigested(db)) + onDisk, uses }
}

/** Returns the bytes of segments that are not digested, and belong to nobody yet. */
async function measureUndigested(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select coalesce(sum(octet_length(s.payload) + octet_length(s.columns)), 0)::int8 as bytes
       from segment_queue q join segments s on s.id = q.segment_id and s.shard = q.shard`,
  )
  return rows[0]!.bytes
}

/** Returns live bytes; see `measureDisk`. */
export async function measureUsed(db: Queryable): Promise<number> {
  return (await measureDisk(db)).usedBytes
}

interface OwnedBytes {
  budget: Budget
  projectId: number | null
  /** Or the account. */
  organizationId: string
  bytes: number
}

async function measureOwners(db: Queryable, sizes: ReadonlyMap<string, TableSize>): Promise<OwnedBytes[]> {
  const parts = [...owned, ...Object.entries<ByteOwner>(objectOwners)].flatMap(([table, owner]) => {
    const size = sizes.get(table)
    if (size === undefined || size.mainBytes === 0 || owner.bytes === '0') return []
    return { isOfBucket: bucketTables.includes(table), text: partOf(table, owner, size) }
  })
  const measured = [
    ...(await measureParts(db, textsOf(parts.filter(({ isOfBucket }) => isOfBucket)))),
    ...(await measureParts(db, textsOf(parts.filter(({ isOfBucket }) => !isOfBucket)))),
  ]
  const projectIds = measured.flatMap(({ projectId }) => projectId ?? [])
  const { rows } = await db.query<{ id: number; organizationId: string }>(
    'select p.id, p.organization_id as "organizationId" from projects p where p.id = any($1::int8[])',
    [int8Array(projectIds)],
  )
  const organizations = new Map(rows.map(({ id, organizationId }) => [id, organizationId]))
  return measured.flatMap(({ ownerId, ...use }) => {
    const organizationId = use.projectId === null ? ownerId : organizations.get(use.projectId)
    return organizationId == null ? [] : [{ ...use, organizationId }]
  })
}

const textsOf = (parts: readonly { text: string }[]) => parts.map(({ text }) => text)

type Measured = Pick<OwnedBytes, 'budget' | 'projectId' | 'bytes'> & { ownerId: string | null }

async function measureParts(db: Queryable, parts: readonly string[]): Promise<Measured[]> {
  if (parts.length === 0) return []
  const { rows } = await db.query<Measured>(
    `with parts as (${parts.join(' union all ')})
     select x.budget, x.project_id as "projectId", x.owner_id as "ownerId", sum(x.bytes)::int8 as bytes
       from parts x where x.project_id is not null or x.owner_id is not null group by 1, 2, 3`,
  )
  return rows
}

/** Returns SQL of the bytes of each owner in a table. It names its columns itself: Citus loses names that a CTE gives to a union. */
function partOf(
  table: string,
  { budget, by, owner, bytes, where = 'true', isExact }: ByteOwner,
  size: TableSize,
): string {
  const pages = size.mainBytes / 8192
  const percent = isExact || pages <= maxPages ? 100 : (100 * maxPages) / pages
  const sample = percent === 100 ? '' : `tablesample system (${percent.toFixed(4)})`
  // Rows and their index entries become and die together; an index that is bloated counts at most threefold.
  const withIndexes = bytes === undefined ? 1 + Math.min(3, size.indexBytes / size.mainBytes) : 1
  const width = bytes ?? `pg_column_size(t.*) + ${rowHeader}`
  const sum = `sum(${width}) * ${((withIndexes * 100) / percent).toFixed(4)}`
  const key = owner ?? ownerColumns[by]
  const [projectId, ownerId] = by === 'project' ? [key, 'null::uuid'] : ['null::int8', key]
  return `select '${budget}' as budget, ${projectId} as project_id, ${ownerId} as owner_id, ${sum} as bytes
            from ${table} t ${sample} where ${where} group by ${key}`
}

function usesFrom(rows: readonly OwnedBytes[]): Record<Budget, Use[]> {
  const uses: Record<Budget, Use[]> = { events: [], artifacts: [], health: [], outcomes: [], records: [], objects: [] }
  const records = new Map<string, number>()
  for (const { budget, projectId, organizationId, bytes } of rows)
    if (budget === 'records') records.set(organizationId, (records.get(organizationId) ?? 0) + bytes)
    else uses[budget].push({ owner: projectId ?? organizationId, organizationId, bytes })
  for (const [owner, bytes] of records) uses.records.push({ owner, organizationId: owner, bytes })
  return uses
}

/** Channel that announces a new state of the disk, with an empty payload. */
export const diskChannel = 'bugle_disk'

/** Channel that asks for a measurement: much was stored since the last one. */
export const measureChannel = 'bugle_measure'

/** State of one budget, for those who write what counts against it. */
export interface DiskState {
  budget: Budget
  hasRoom: boolean
  usedBytes: number
  maxBytes: number
  /** Growth allowed to owners that are not listed. */
  shareBytes: number
  owners: { owner: Owner; usedBytes: number; shareBytes: number }[]
}

/**
 * Replaces the state of budgets; one worker at a time does so.
 *
 * @param measuredForMs time since the measurement began
 */
export async function writeDiskState(
  tx: Queryable,
  states: readonly DiskState[],
  measuredForMs: number,
): Promise<void> {
  await tx.query('delete from disk_shares')
  for (const state of states) await writeState(tx, state, measuredForMs)
  await notify(tx, diskChannel)
}

async function writeState(tx: Queryable, state: DiskState, measuredForMs: number): Promise<void> {
  const values = [
    state.budget,
    state.owners.map(({ owner }) => String(owner)),
    int8Array(state.owners.map(({ usedBytes }) => Math.round(usedBytes))),
    int8Array(state.owners.map(({ shareBytes }) => bounded(shareBytes))),
  ]
  await tx.query(
    `insert into disk_shares (budget, owner, used_bytes, share_bytes)
     select $1, s.* from unnest($2::text[], $3::int8[], $4::int8[]) as s (owner, used, share)`,
    values,
  )
  // The records of an organization are those of each of its projects.
  if (state.budget === 'records') {
    const { rows } = await tx.query<{ id: number; owner: string }>(
      'select p.id, p.organization_id::text as owner from projects p where p.organization_id::text = any($1::text[])',
      [state.owners.map(({ owner }) => String(owner))],
    )
    await tx.query(
      `insert into disk_shares (budget, owner, used_bytes, share_bytes)
       select s.budget, p.id::text, s.used_bytes, s.share_bytes
         from disk_shares s join unnest($1::int8[], $2::text[]) as p (id, owner) on p.owner = s.owner where s.budget = 'records'`,
      [int8Array(rows.map(({ id }) => id)), rows.map(({ owner }) => owner)],
    )
  }
  await tx.query(
    `insert into disk_state as d (has_room, used_bytes, max_bytes, share_bytes, measured_at, budget)
     values ($1, $2, $3, $4, clock_timestamp() - make_interval(secs => $6), $5)
     on conflict (budget) do update set has_room = excluded.has_room, used_bytes = excluded.used_bytes,
            max_bytes = excluded.max_bytes, share_bytes = excluded.share_bytes, measured_at = excluded.measured_at`,
    [
      state.hasRoom,
      Math.round(state.usedBytes),
      bounded(state.maxBytes),
      bounded(state.shareBytes),
      state.budget,
      measuredForMs / 1000,
    ],
  )
}

/** Encodes no limit as the largest number. */
function bounded(bytes: number): number {
  return Math.min(Math.round(bytes), Number.MAX_SAFE_INTEGER)
}

/** A state that was read, with its start in epoch milliseconds and the time since then; both by the clock of the database. */
export interface MeasuredState extends DiskState {
  measuredAt: number
  ageMs: number
}

/**
 * Returns the state of a budget as last measured, and when; undefined before the first measurement.
 *
 * @param known the measurement that the caller has: undefined as well while it is the last
 */
export async function findDiskState(
  db: Queryable,
  budget: Budget = 'events',
  known = -1,
): Promise<MeasuredState | undefined> {
  const { rows } = await db.query<MeasuredState>(
    `select d.budget, d.has_room as "hasRoom", d.used_bytes as "usedBytes", d.max_bytes as "maxBytes",
            d.share_bytes as "shareBytes", extract(epoch from d.measured_at)::float8 * 1000 as "measuredAt",
            extract(epoch from clock_timestamp() - d.measured_at)::float8 * 1000 as "ageMs",
            coalesce((select json_agg(json_build_object('owner', s.owner, 'usedBytes', s.used_bytes,
                                                        'shareBytes', s.share_bytes))
                        from disk_shares s where s.budget = d.budget), '[]') as owners
       from disk_state d where d.budget = $2 and extract(epoch from d.measured_at)::float8 * 1000 <> $1::float8`,
    [known, budget],
  )
  for (const known of rows[0]?.owners ?? []) known.owner = ownerOf(known.owner as string)
  return rows[0]
}

/** Numbers are projects; everybody else has a uuid. */
function ownerOf(text: string): Owner {
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Returns how much of each budget is used, as last measured. */
export async function findBudgetUses(db: Queryable): Promise<Pick<DiskState, 'budget' | 'usedBytes' | 'maxBytes'>[]> {
  const { rows } = await db.query<Pick<DiskState, 'budget' | 'usedBytes' | 'maxBytes'>>(
    'select d.budget, d.used_bytes as "usedBytes", d.max_bytes as "maxBytes" from disk_state d order by d.budget',
  )
  return rows
}
