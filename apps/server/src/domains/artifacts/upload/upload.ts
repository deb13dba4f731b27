import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliDecompress, constants, type Gunzip, gunzip, gzip, type ZlibOptions } from 'node:zlib'
import { type BeginUploadBody, limits, type UploadFile } from '@bugle/protocol'
import { Refusal } from '../../../refusal.ts'
import { defaultUrlOf, type FileDescription, normalizeDebugId } from '../content/index.ts'

/** How long an upload and its chunks are kept after its last request. */
export const keepUploadHours = 24

/** A file of an upload in chunks. */
export interface ChunkedFile extends FileDescription {
  size: number
  sha256: Buffer
  chunks: Buffer[]
}

/**
 * Reads the list of files of an upload.
 *
 * @throws Refusal `validation_failed` naming the field
 */
export function readFileList({ release, dist, platform, update_id, files }: BeginUploadBody): ChunkedFile[] {
  return files.map((file, number) => {
    const debugId = file.debug_id == null ? null : normalizeDebugId(file.debug_id)
    if (debugId === undefined) throw invalid(`files.${number}.debug_id`, 'is not a UUID')
    const expected = chunkCountOf(file)
    if (file.chunks.length !== expected) throw invalid(`files.${number}.chunks`, `must have ${expected} entries`)
    return {
      name: file.name,
      url: file.url ?? defaultUrlOf(file.name),
      debugId,
      release: release ?? null,
      dist: dist ?? null,
      updateId: update_id ?? null,
      platform: platform ?? null,
      kind: file.kind ?? null,
      size: file.size,
      sha256: Buffer.from(file.sha256, 'hex'),
      chunks: file.chunks.map((chunk) => Buffer.from(chunk, 'hex')),
    }
  })
}

/** Returns the number of chunks of a file; one that is too large needs none, since it is ignored. */
function chunkCountOf({ size, chunks }: UploadFile): number {
  return size > limits.artifactBytes ? chunks.length : Math.ceil(size / limits.chunkBytes)
}

/** Returns a hash of a list of files, by which the same list finds its upload again. */
export function manifestHashOf(files: ChunkedFile[]): Buffer {
  const hash = createHash('sha256')
  for (const { sha256, chunks, ...rest } of files) hash.update(JSON.stringify([rest, sha256.toString('hex')]))
  return hash.digest()
}

const unzip = promisify<Buffer, ZlibOptions, { buffer: Buffer; engine: Gunzip }>(gunzip as never)
const unbrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress)
const zip = promisify<Buffer, ZlibOptions, Buffer>(gzip)
const maxOutputLength = limits.chunkBytes
/** One chunk is decompressed at a time: all bodies of the process share its threads. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Checks a chunk and returns it in gzip: as it was sent, if it was sent so.
 *
 * @example await readChunk(gzipSync('a()'), 'gzip', sha256Of('a()')) // the same bytes
 *
 * @throws Refusal `chunk_mismatch`, `payload_too_large`, `unsupported_encoding`
 */
export function readChunk(sent: Buffer, encoding: string | undefined, sha256: Buffer): Promise<Buffer> {
  const own = last.then(async () => {
    const { plain, zipped } = await decode(sent, encoding?.trim().toLowerCase() || 'identity')
    if (!createHash('sha256').update(plain).digest().equals(sha256)) throw new Refusal('chunk_mismatch')
    return zipped ?? zip(plain, { level: constants.Z_BEST_SPEED })
  })
  last = own.catch(() => {})
  return own
}

/** Undoes the gzip of a stored chunk. */
export async function unzipChunk(stored: Buffer): Promise<Buffer> {
  return (await unzip(stored, { maxOutputLength, info: true } as ZlibOptions)).buffer
}

async function decode(sent: Buffer, encoding: string): Promise<{ plain: Buffer; zipped?: Buffer }> {
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') {
      const { buffer: plain, engine } = await unzip(sent, { maxOutputLength, info: true } as ZlibOptions)
      // Bytes after its end do not matter to a chunk alone, but would cut off the chunks after it.
      return engine.bytesWritten === sent.length ? { plain, zipped: sent } : { plain }
    }
    if (encoding === 'br') return { plain: await unbrotli(sent, { maxOutputLength }) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new Refusal('chunk_mismatch', { message: 'The chunk does not match its Content-Encoding.' })
  }
  if (encoding !== 'identity') throw new Refusal('unsupported_encoding')
  if (sent.length > maxOutputLength) throw tooLarge()
  return { plain: sent }
}

function tooLarge(): Refusal {
  return new Refusal('payload_too_large', { message: `A chunk has at most ${limits.chunkBytes} bytes.` })
}

function invalid(field: string, problem: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [problem] } })
}
