import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Queryable, Tx } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'
import { type ObjectPayloads, type PayloadRow, queueDeletions, readPayloads } from '../../objects/index.ts'
import type { ContentKey, IndexFailure } from './artifact.ts'
import { deleteFunctions } from './function-store.ts'

export interface ContentState {
  state: 'indexing' | 'ready' | 'failed' | 'evicted'
  reason: IndexFailure | null
  /** Null until there is an index. */
  indexVersion: number | null
}

/** Bytes of a row of an original. */
const partBytes = 256 * 1024

export async function findContent(db: Queryable, { projectId, sha256 }: ContentKey): Promise<ContentState | undefined> {
  const rows = await rowsOf(
    db,
    sql<ContentState>`
      select c.state, c.reason, c.index_version as "indexVersion" from artifact_contents c
       where c.project_id = ${projectId} and c.sha256 = ${sha256}`,
  )
  return rows[0]
}

/** Whether the project has a content, so that it need not be sent. */
export async function isStored(db: Queryable, key: ContentKey): Promise<boolean> {
  const content = await findContent(db, key)
  return content !== undefined && content.state !== 'evicted'
}

/** Returns those of the contents that the project has, in hex. */
export async function findStored(db: Queryable, projectId: number, sha256s: string[]): Promise<Set<string>> {
  const rows = await rowsOf(
    db,
    sql<{ sha256: string }>`
      select encode(c.sha256, 'hex') as sha256 from artifact_contents c
       where c.project_id = ${projectId} and c.state <> 'evicted'
         and c.sha256 = any(select decode(s, 'hex') from unnest(${sha256s}::text[]) s)`,
  )
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Adds a content, or finds the one that is there; either way its row is locked, so that nobody deletes it meanwhile. */
export async function holdContent(
  tx: Tx,
  { projectId, sha256 }: ContentKey,
  size: number,
): Promise<ContentState & { isNew: boolean }> {
  const rows = await rowsOf(
    tx,
    sql<ContentState & { isNew: boolean }>`
      insert into artifact_contents as c (project_id, sha256, size, stored_bytes)
      values (${projectId}, ${sha256}, ${size}, 0)
      on conflict (project_id, sha256) do update set size = excluded.size
      returning c.state, c.reason, c.index_version as "indexVersion", c.xmax = 0 as "isNew"`,
  )
  return rows[0]!
}

/** Stores the compressed original of a new content. */
export async function insertOriginal(tx: Tx, { projectId, sha256 }: ContentKey, compressed: Buffer): Promise<void> {
  for (let part = 0; part * partBytes < compressed.length; part++)
    await execute(
      tx,
      sql`insert into artifact_originals (project_id, sha256, part, bytes)
      values (${projectId}, ${sha256}, ${part}, ${compressed.subarray(part * partBytes, (part + 1) * partBytes)})`,
    )
  await execute(
    tx,
    sql`update artifact_contents c set stored_bytes = ${compressed.length}
    where c.project_id = ${projectId} and c.sha256 = ${sha256}`,
  )
}

/** Makes a chunk that was received the next part of an original; both are in gzip, whose members may follow each other. */
export async function insertOriginalChunk(
  tx: Tx,
  { projectId, sha256 }: ContentKey,
  part: number,
  chunk: Buffer,
): Promise<void> {
  await execute(
    tx,
    sql`
      with added as (
        insert into artifact_originals (project_id, sha256, part, bytes)
        select h.project_id, ${sha256}::bytea, ${part}::int4, h.bytes from upload_chunks h
         where h.project_id = ${projectId} and h.sha256 = ${chunk} and h.bytes is not null
        returning octet_length(bytes) as bytes)
      update artifact_contents c set stored_bytes = c.stored_bytes + (select sum(a.bytes) from added a)
       where c.project_id = ${projectId} and c.sha256 = ${sha256}`,
  )
}

export async function hasOriginal(db: Queryable, { projectId, sha256 }: ContentKey): Promise<boolean> {
  const found = await execute(
    db,
    sql`
      select 1 from artifact_originals o
       where o.project_id = ${projectId} and o.sha256 = ${sha256} limit 1`,
  )
  return found > 0
}

/** Where originals are read from: the database, and the objects that its rows name. */
export interface OriginalSource {
  db: Queryable
  objects: ObjectPayloads
}

/** Reads the compressed original, a part at a time. @throws Error if a part is lost: the others must not look like all */
export async function* readOriginal(source: OriginalSource, { projectId, sha256 }: ContentKey): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [read] = await readPayloads(source, 'artifact_originals', () =>
      rowsOf(
        source.db,
        sql<PayloadRow>`
          select o.project_id as "projectId", o.bytes as payload, o.object from artifact_originals o
           where o.project_id = ${projectId} and o.sha256 = ${sha256} and o.part = ${part}`,
      ),
    )
    if (read === undefined) return
    if (read.payload === undefined) throw new Error('a part of an artifact is missing in the object store')
    yield read.payload
  }
}

/** Reads a file as it was uploaded, as text; undefined if it is gone or larger. */
export async function readText(source: OriginalSource, key: ContentKey, maxBytes: number): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  const original = pipeline(Readable.from(readOriginal(source, key)), createGunzip(), () => {})
  for await (const part of original as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) return undefined
    parts.push(part)
  }
  return bytes === 0 ? undefined : Buffer.concat(parts).toString('utf8')
}

/** Makes a content wait for its index again. */
export async function restartIndexing(tx: Tx, { projectId, sha256 }: ContentKey): Promise<void> {
  await execute(
    tx,
    sql`update artifact_contents c set state = 'indexing', reason = null, index_version = null
    where c.project_id = ${projectId} and c.sha256 = ${sha256}`,
  )
}

/** Marks a content that needs no index as stored. */
export async function markStored(
  tx: Tx,
  { projectId, sha256 }: ContentKey,
  {
    mapReference,
    debugId,
    inlineMap,
  }: { mapReference: string | null; debugId: string | null; inlineMap: Buffer | null },
): Promise<void> {
  await execute(
    tx,
    sql`update artifact_contents c set state = 'ready', reason = null, map_reference = ${mapReference},
           debug_id = ${debugId}, inline_map = ${inlineMap}
     where c.project_id = ${projectId} and c.sha256 = ${sha256}`,
  )
}

/** Returns the sha256 of the map that a generated file holds, if the project has it. */
export async function findInlineMap(db: Queryable, { projectId, sha256 }: ContentKey): Promise<Buffer | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ sha256: Buffer }>`
      select m.sha256 from artifact_contents c
        join artifact_contents m on m.project_id = c.project_id and m.sha256 = c.inline_map
       where c.project_id = ${projectId} and c.sha256 = ${sha256} for key share of m`,
  )
  return rows[0]?.sha256
}

/** Stores a page, unless the content was deleted meanwhile: its row is locked, so that a deletion leaves no page. */
export async function insertPage(
  db: Queryable,
  { projectId, sha256 }: ContentKey,
  page: number,
  bytes: Uint8Array,
): Promise<void> {
  await execute(
    db,
    sql`
      insert into artifact_index_pages (project_id, sha256, page, bytes)
      select c.project_id, c.sha256, ${page}::int4, ${Buffer.from(bytes)}::bytea
        from artifact_contents c where c.project_id = ${projectId} and c.sha256 = ${sha256} for key share
      on conflict (project_id, sha256, page) do update set bytes = excluded.bytes`,
  )
}

export async function deletePages(db: Queryable, { projectId, sha256 }: ContentKey): Promise<void> {
  await execute(db, sql`delete from artifact_index_pages p where p.project_id = ${projectId} and p.sha256 = ${sha256}`)
}

export interface FinishedIndex {
  bytes: number
  version: number
  debugId: string | undefined
  buildId: string | null
  sources: number
  sourcesWithText: number | null
}

export async function markReady(db: Queryable, { projectId, sha256 }: ContentKey, index: FinishedIndex): Promise<void> {
  await execute(
    db,
    sql`
      update artifact_contents c set state = 'ready', reason = null, index_version = ${index.version},
             debug_id = ${index.debugId ?? null}, build_id = ${index.buildId}, source_count = ${index.sources},
             sources_with_text = ${index.sourcesWithText}, stored_bytes = c.stored_bytes + ${index.bytes}
       where c.project_id = ${projectId} and c.sha256 = ${sha256} and c.state = 'indexing'`,
  )
}

export async function markFailed(
  db: Queryable,
  { projectId, sha256 }: ContentKey,
  reason: IndexFailure,
): Promise<void> {
  await execute(
    db,
    sql`
      update artifact_contents c set state = 'failed', reason = ${JSON.stringify(reason)}::json
       where c.project_id = ${projectId} and c.sha256 = ${sha256} and c.state = 'indexing'`,
  )
}

/** Locks a content against a concurrent upload of the same bytes. */
export async function lockContent(tx: Tx, { projectId, sha256 }: ContentKey): Promise<void> {
  await execute(
    tx,
    sql`select 1 from artifact_contents c
    where c.project_id = ${projectId} and c.sha256 = ${sha256} for update`,
  )
}

/** Deletes a content with its index, unless another artifact has it. */
export async function deleteUnusedContent(tx: Tx, key: ContentKey): Promise<void> {
  const { projectId, sha256 } = key
  const found = await execute(
    tx,
    sql`
      delete from artifact_contents c where c.project_id = ${projectId} and c.sha256 = ${sha256}
         and not exists (select 1 from artifacts a where a.project_id = c.project_id and a.sha256 = c.sha256)
      returning 1`,
  )
  if (found === 0) return
  await deletePages(tx, key)
  await deleteFunctions(tx, key)
  await deleteOriginal(tx, key)
}

/** Deletes the original of a content. @returns its bytes */
export async function deleteOriginal(tx: Tx, { projectId, sha256 }: ContentKey): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql<{ projectId: number; object: string | null; bytes: number }>`
      delete from artifact_originals o where o.project_id = ${projectId} and o.sha256 = ${sha256}
      returning o.project_id as "projectId", o.object, octet_length(o.bytes) + o.object_bytes as bytes`,
  )
  await queueDeletions(tx, 'artifact_originals', rows)
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}
