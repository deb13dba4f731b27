import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { copyChunkBytes } from '../../db/copy.ts'
import { OperatorError } from '../operator-error.ts'

// One file holds a whole installation: a mark, then frames (kind, length, content), and at the end the sha256 of all that
// came before. So a file that was cut, or of which a bit was turned, is known as such before anything is read into a
// database.

const mark = Buffer.from('bugle backup 1\n')
const kinds = { header: 1, table: 2, data: 3, end: 4 } as const
const frameHeadBytes = 5
/** What a frame may hold: a chunk that does not compress, and a header of many partitions. */
const maxFrameBytes = copyChunkBytes * 2

/** A table, or one partition of it, as its rows follow. */
export interface ArchivedTable {
  name: string
  columns: string[]
  /** A partition's own name and its bounds, `FOR VALUES FROM (…) TO (…)`. */
  partition?: { name: string; bounds: string }
}

/** What an archive says of itself before its tables. */
export interface ArchiveHeader {
  /** Of Bugle, and of the PostgreSQL that it was read from. */
  version: string
  postgres: string
  created_at: string
  /** Names of the migrations that its tables have. */
  migrations: string[]
  /** Last values, by the name of the sequence; null when it was never asked. */
  sequences: Record<string, number | null>
  /** Tells whether a secret is the one that its encrypted texts need, and nothing else about it. */
  secret_check: string
  /** The secret itself, where Bugle made it and nobody else has it. */
  secret?: string
}

export type ArchiveFrame =
  | { kind: 'header'; header: ArchiveHeader }
  | { kind: 'table'; table: ArchivedTable }
  /** Bytes of `copy … (format binary)` of the table before. */
  | { kind: 'data'; bytes: Buffer }

const compress = promisify<Buffer, { level: number }, Buffer>(deflateRaw)
const expand = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/** Writes an archive beside its place, for its owner alone; it gets its name when it is whole and on disk. */
export class ArchiveWriter {
  readonly #path: string
  readonly #file: FileHandle
  readonly #hash: Hash = createHash('sha256')
  /** Bytes written so far. */
  bytes = 0

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  /** @throws OperatorError when there is such a file, or no such folder */
  static async create(path: string): Promise<ArchiveWriter> {
    try {
      // Taken at once: two backups must not end up under one name.
      await (await open(path, 'wx', 0o600)).close()
      const writer = new ArchiveWriter(path, await open(`${path}.part`, 'w', 0o600))
      await writer.#write(mark)
      return writer
    } catch (error) {
      throw sentenceOf(error, path)
    }
  }

  writeHeader(header: ArchiveHeader): Promise<void> {
    return this.#frame(kinds.header, Buffer.from(JSON.stringify(header)))
  }

  writeTable(table: ArchivedTable): Promise<void> {
    return this.#frame(kinds.table, Buffer.from(JSON.stringify(table)))
  }

  async writeData(bytes: Buffer): Promise<void> {
    await this.#frame(kinds.data, await compress(bytes, { level: 1 }))
  }

  async finish(): Promise<void> {
    await this.#frame(kinds.end, this.#hash.copy().digest())
    await this.#file.sync()
    await this.#file.close()
    await rename(`${this.#path}.part`, this.#path)
    const folder = await open(dirname(this.#path))
    await folder.sync()
    await folder.close()
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    await this.#file.close()
    for (const path of [`${this.#path}.part`, this.#path]) await rm(path, { force: true })
  }

  async #frame(kind: number, content: Buffer): Promise<void> {
    const head = Buffer.alloc(frameHeadBytes)
    head.writeUInt8(kind)
    head.writeUInt32BE(content.length, 1)
    await this.#write(head)
    await this.#write(content)
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten
    this.bytes += bytes.length
  }
}

/**
 * Reads an archive from its beginning to its end.
 *
 * @throws OperatorError where the file is not an archive, or not whole. Frames before that place have been given: read
 *   it once to the end before a frame of it is believed.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveFrame> {
  const file = await openToRead(path)
  try {
    yield* readFrames(path, file)
  } catch (error) {
    throw sentenceOf(error, path)
  } finally {
    await file.close()
  }
}

async function* readFrames(path: string, file: FileHandle): AsyncGenerator<ArchiveFrame> {
  const hash = createHash('sha256')
  const read = async (length: number) => {
    const bytes = Buffer.alloc(length)
    for (let at = 0; at < length; ) {
      const { bytesRead } = await file.read(bytes, at, length - at)
      if (bytesRead === 0) throw new OperatorError(`${path} is cut short: the end of the backup is missing.`)
      at += bytesRead
    }
    return bytes
  }
  if (!(await read(mark.length)).equals(mark)) throw new OperatorError(`${path} is no backup of Bugle.`)
  hash.update(mark)
  for (;;) {
    const head = await read(frameHeadBytes)
    const [kind, length] = [head.readUInt8(), head.readUInt32BE(1)]
    if (length > maxFrameBytes) throw damaged(path)
    const content = await read(length)
    // What is hashed ends before the frame that holds the hash.
    if (kind === kinds.end) return await checkEnd(path, file, content, hash.digest())
    hash.update(head).update(content)
    yield await frameOf(path, kind, content)
  }
}

async function checkEnd(path: string, file: FileHandle, content: Buffer, digest: Buffer): Promise<void> {
  const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1)
  if (bytesRead > 0 || !content.equals(digest)) throw damaged(path)
}

async function frameOf(path: string, kind: number, content: Buffer): Promise<ArchiveFrame> {
  try {
    if (kind === kinds.header) return { kind: 'header', header: JSON.parse(content.toString('utf8')) }
    if (kind === kinds.table) return { kind: 'table', table: JSON.parse(content.toString('utf8')) }
    if (kind === kinds.data) return { kind: 'data', bytes: await expand(content, { maxOutputLength: copyChunkBytes }) }
  } catch (cause) {
    throw Object.assign(damaged(path), { cause })
  }
  throw damaged(path)
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw sentenceOf(error, path)
  }
}

function damaged(path: string): OperatorError {
  return new OperatorError(`${path} is damaged: what stands in it is not what was written.`)
}

const sentences: Record<string, string> = {
  EEXIST: 'is there already. Choose another name, or remove it',
  ENOENT: 'is not there, or its folder is not',
  EACCES: 'may not be read or written by this user',
  EISDIR: 'is a folder',
  ENOSPC: 'does not fit on its disk',
}

/** What the system says of a file, in a sentence; anything else stays what it is. */
export function sentenceOf(error: unknown, path: string): unknown {
  const sentence = sentences[(error as NodeJS.ErrnoException).code ?? '']
  return sentence === undefined ? error : new OperatorError(`${path} ${sentence}.`, { cause: error })
}
