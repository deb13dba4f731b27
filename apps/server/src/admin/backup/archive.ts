import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { copyChunkBytes } from '../../db/copy.ts'
import { OperatorError } from '../operator-error.ts'

// Format of a backup file: a magic line, then frames (kind, length, content), and at the end the sha256 of everything
// before it. A truncated or altered file is therefore recognized before any of it is read into a database.

const magicLine = Buffer.from('bugle backup 1\n')
const kinds = { header: 1, table: 2, data: 3, end: 4 } as const
const frameHeadBytes = 5
/** Limit of a frame, enough for a chunk that does not compress and for a header of many partitions. */
const maxFrameBytes = copyChunkBytes * 2

/** A table, or one partition of it, whose rows follow. */
export interface ArchivedTable {
  name: string
  columns: string[]
  /** Name and bounds of the partition, `FOR VALUES FROM (…) TO (…)`. */
  partition?: { name: string; bounds: string }
}

/** The newest format that this code reads. */
export const archiveFormat = 2

/** Metadata of an archive, ahead of its tables. */
export interface ArchiveHeader {
  /**
   * Absent if the archive has one server. 2 if it has several: the tables of each follow a header of its own, those of the
   * accounts at the end.
   */
  format?: number
  /** The bucket whose server follows; absent at the server of the accounts. */
  bucket?: string
  /** The moment of the server's snapshot; in archives of several servers. */
  as_of?: string
  /** Version of Bugle; `postgres` is the version of PostgreSQL. */
  version: string
  postgres: string
  created_at: string
  /** Names of the migrations applied to the tables. */
  migrations: string[]
  /** Hashes of their texts by name, and the oldest code that can run on the tables; versions before 0.1.0 wrote neither. */
  migration_hashes?: Record<string, string>
  oldest_code?: { migration: string; release: string }
  /** Last values by sequence; null if a sequence was never used. */
  sequences: Record<string, number | null>
  /** Identifies the secret that the encrypted texts need, and reveals nothing else about it. */
  secret_check: string
  /** The secret itself, if Bugle generated it, so that no other copy exists. */
  secret?: string
}

export type ArchiveFrame =
  | { kind: 'header'; header: ArchiveHeader }
  | { kind: 'table'; table: ArchivedTable }
  /** Bytes of `copy … (format binary)` of the table before. */
  | { kind: 'data'; bytes: Buffer }

const compress = promisify<Buffer, { level: number }, Buffer>(deflateRaw)
const expand = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/**
 * Writes an archive to a temporary name, readable by its owner alone, and renames it when it is complete and on disk.
 */
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

  /** @throws OperatorError if the file exists, or its folder does not */
  static async create(path: string): Promise<ArchiveWriter> {
    try {
      // Reserves the name at once, so that two backups cannot use the same one.
      await (await open(path, 'wx', 0o600)).close()
      const writer = new ArchiveWriter(path, await open(`${path}.part`, 'w', 0o600))
      await writer.#write(magicLine)
      return writer
    } catch (error) {
      throw operatorErrorOf(error, path)
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

  /** Deletes everything written. */
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
 * Reads an archive from beginning to end.
 *
 * @throws OperatorError if the file is not an archive or is incomplete. Earlier frames have been yielded by then: read
 * the file to its end once before using any of them.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveFrame> {
  const file = await openToRead(path)
  try {
    yield* readFrames(path, file)
  } catch (error) {
    throw operatorErrorOf(error, path)
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
      if (bytesRead === 0) throw new OperatorError(`${path} is truncated: the end of the backup is missing.`)
      at += bytesRead
    }
    return bytes
  }
  if (!(await read(magicLine.length)).equals(magicLine)) throw new OperatorError(`${path} is not a backup of Bugle.`)
  hash.update(magicLine)
  for (;;) {
    const head = await read(frameHeadBytes)
    const [kind, length] = [head.readUInt8(), head.readUInt32BE(1)]
    if (length > maxFrameBytes) throw damaged(path)
    const content = await read(length)
    // The hash covers everything before the frame that holds it.
    if (kind === kinds.end) return await checkEnd(path, file, content, hash.digest())
    hash.update(head).update(content)
    const frame = await frameOf(path, kind, content)
    // Its other frames may be of kinds that are not known here.
    if (frame.kind === 'header') checkFormat(path, frame.header)
    yield frame
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

function checkFormat(path: string, { format = 1, version }: ArchiveHeader): void {
  if (format > archiveFormat)
    throw new OperatorError(
      `${path} is from Bugle ${version}, which is newer: it has format ${format}. Restore it with that release.`,
    )
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw operatorErrorOf(error, path)
  }
}

function damaged(path: string): OperatorError {
  return new OperatorError(`${path} is damaged: its content is not what was written.`)
}

const sentences: Record<string, string> = {
  EEXIST: 'already exists. Choose another name, or remove it',
  ENOENT: 'does not exist, or its folder does not',
  EACCES: 'cannot be read or written by this user',
  EISDIR: 'is a folder',
  ENOSPC: 'does not fit on its disk',
}

/** Converts a system error about a file to a sentence; other errors are returned unchanged. */
export function operatorErrorOf(error: unknown, path: string): unknown {
  const sentence = sentences[(error as NodeJS.ErrnoException).code ?? '']
  return sentence === undefined ? error : new OperatorError(`${path} ${sentence}.`, { cause: error })
}
