import { constants, type Dirent } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { ObjectStore } from '../../ports/object-store.ts'
import { type Base, type BaseFile, baseKey, compress, hashOf, partBytes, partKey } from './layout.ts'

export interface BaseOptions {
  store: ObjectStore
  /** BUGLE_DATA. */
  dataDirectory: string
  /** A connection of the superuser, for this alone. */
  client: pg.ClientBase
  version: string
  isStopping: () => boolean
}

/** Folders of the cluster whose contents belong to the running server, or are made anew by the recovery. */
const emptied = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
)
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|recovery\.signal|\.s\.PGSQL.*|.*\.new|bugle_log|bugle_wanted)$/
const leftOutAnywhere = /^(?:pgsql_tmp.*|pg_internal\.init.*)$/

/**
 * Copies the cluster's files into the archive while the server runs. What changes meanwhile is mended by the log.
 *
 * Source of the order: PostgreSQL's documentation, «Making a Base Backup Using the Low Level API».
 *
 * @returns undefined if the server is stopping
 */
export async function takeBase({
  store,
  dataDirectory,
  client,
  version,
  isStopping,
}: BaseOptions): Promise<Base | undefined> {
  const startedAt = new Date().toISOString()
  const id = startedAt.replaceAll(/[-:.]/g, '')
  await client.query(`set statement_timeout = 0`)
  const start = await client.query<{ segment: string }>(
    'select pg_walfile_name(pg_backup_start($1, true)) as segment',
    [`bugle ${id}`],
  )
  const cluster = join('postgres', 'cluster')
  const files: BaseFile[] = []
  const parts = new PartWriter(store, id)
  const keep = async (path: string, content: AsyncIterable<Buffer>) => {
    const before = parts.bytes
    for await (const chunk of content) {
      // A table may have a gigabyte in one file.
      if (isStopping()) return
      await parts.write(chunk)
    }
    files.push({ path, bytes: parts.bytes - before })
  }
  const keepFile = async (path: string) => {
    const file = await openOwn(join(dataDirectory, path))
    // A table that was dropped meanwhile: the log drops it again.
    if (file !== undefined) await keep(path, chunksOf(file)).finally(() => file.close())
  }
  for await (const path of filesOf(dataDirectory, cluster)) {
    if (isStopping()) return undefined
    if (path.endsWith('/')) files.push({ path, bytes: 0 })
    else await keepFile(path)
  }
  for (const path of ['secret', join('postgres', 'password')]) await keepFile(path)
  if (isStopping()) return undefined
  const stop = await client.query<{ labelfile: string; postgres: string }>(
    `select labelfile, current_setting('server_version') as postgres from pg_backup_stop(true)`,
  )
  const { labelfile, postgres } = stop.rows[0]!
  await keep(join(cluster, 'backup_label'), one(Buffer.from(labelfile)))
  await parts.end()
  if (isStopping()) return undefined
  const { segment } = start.rows[0]!
  const completedAt = new Date().toISOString()
  const base: Base = {
    id,
    startedAt,
    completedAt,
    firstSegment: segment,
    postgres,
    version,
    files,
    parts: parts.hashes,
  }
  await store.put(baseKey(id), Buffer.from(JSON.stringify(base)))
  return base
}

/** Cuts bytes into parts of equal size and keeps those. */
class PartWriter {
  readonly hashes: string[] = []
  bytes = 0
  readonly #store: ObjectStore
  readonly #id: string
  readonly #part = Buffer.alloc(partBytes)
  #filled = 0

  constructor(store: ObjectStore, id: string) {
    this.#store = store
    this.#id = id
  }

  async write(chunk: Buffer): Promise<void> {
    this.bytes += chunk.length
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(this.#part, this.#filled, at)
      at += copied
      this.#filled += copied
      if (this.#filled === partBytes) await this.end()
    }
  }

  /** Keeps the part that is begun. */
  async end(): Promise<void> {
    if (this.#filled === 0) return
    const part = this.#part.subarray(0, this.#filled)
    await this.#store.put(partKey(this.#id, this.hashes.length), await compress(part))
    this.hashes.push(hashOf(part))
    this.#filled = 0
  }
}

/** Names the files below a folder of the cluster that a base holds; folders too, which may be empty, ending with a slash. */
async function* filesOf(dataDirectory: string, folder: string, depth = 0): AsyncGenerator<string> {
  for (const entry of await entriesOf(join(dataDirectory, folder))) {
    if (leftOutAnywhere.test(entry.name) || (depth === 0 && leftOut.test(entry.name))) continue
    const path = join(folder, entry.name)
    if (entry.isFile()) yield path
    if (!entry.isDirectory()) continue
    yield `${path}/`
    if (depth > 0 || !emptied.has(entry.name)) yield* filesOf(dataDirectory, path, depth + 1)
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Opens a file of the database's account, never through a link; undefined if it is gone. */
async function openOwn(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads a file to the end that it has then; it may grow meanwhile. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(256 * 1024)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
