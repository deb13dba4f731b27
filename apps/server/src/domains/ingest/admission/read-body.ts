import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import * as zlib from 'node:zlib'
import { limits } from '@bugle/protocol'
import { noteBody } from '../../../lib/request-note.ts'
import { Refusal } from '../../../refusal.ts'
import { DecodeTurns } from './decode-turns.ts'

/** Maximum size of a compressed body: one that is larger compressed than the limit uncompressed is refused. */
const maxWireBytes = limits.ingestBytes
/** Bytes decompressed in one turn. Brotli can be crafted to take a second per megabyte; a turn then takes about 12 ms. */
const pieceBytes = 16 * 1024

/**
 * A compressed body of so few bytes is decompressed as a whole, on this thread: a stream costs twice the rest of a usual
 * event. Its output is bounded as well, a few milliseconds; a larger one becomes a stream after all.
 */
const small = { wireBytes: 32 * 1024, decodedBytes: limits.ingestBytes }

type Decoder = zlib.Gunzip | zlib.BrotliDecompress

/** Node has it since 22.15. */
const { createZstdDecompress } = zlib as unknown as { createZstdDecompress?: () => Decoder }

/** All bodies of the process share its threads. */
const turns = new DecodeTurns()

export interface BodyLimits {
  /** Bytes on the wire. */
  wire: number
  /** Bytes after decompression. */
  decoded: number
}

const ingestLimits = { wire: maxWireBytes, decoded: limits.ingestBytes }

/**
 * Reads a body to its end and decompresses it. Reading stops at the limit, on the wire and after decompression alike, so
 * that neither a long body nor a decompression bomb costs more than the limit.
 *
 * @param grow receives the bytes to be kept before they are; may refuse
 * @returns the body, owned by the caller
 * @throws Refusal payload_too_large, unsupported_encoding, malformed_body; whatever `grow` throws
 */
export async function readBody(
  request: IncomingMessage,
  grow: (bytes: number) => void,
  bodyLimits: BodyLimits = ingestLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const keep = (chunk: Buffer) => {
    length += chunk.length
    grow(chunk.length)
    chunks.push(chunk)
  }
  if (isSmallCompressed(request)) await readSmall(request, bodyLimits, grow, keep)
  else await readChunks(request, bodyLimits, keep)
  // The source keeps its listeners until it is answered, and these would keep the body.
  const all = chunks.splice(0)
  noteBody(request, length)
  return all.length === 1 ? all[0]! : Buffer.concat(all, length)
}

/** Whether a body is compressed and small. Not for brotli and zstd: brotli can be crafted to take a second. */
export function isSmallCompressed(request: IncomingMessage): boolean {
  const declaredBytes = Number(request.headers['content-length'] ?? 0)
  return declaredBytes > 0 && declaredBytes <= small.wireBytes && /^(?:x-)?gzip$|^deflate$/.test(encodingOf(request))
}

async function readSmall(
  request: IncomingMessage,
  bodyLimits: BodyLimits,
  grow: (bytes: number) => void,
  keep: (chunk: Buffer) => void,
): Promise<void> {
  const received: Buffer[] = []
  await collect(request, Math.min(small.wireBytes, bodyLimits.wire), (chunk) => {
    grow(chunk.length)
    received.push(chunk)
  })
  const body = Buffer.concat(received.splice(0))
  const encoding = encodingOf(request)
  const maxOutputLength = Math.min(bodyLimits.decoded, small.decodedBytes)
  let decoded: Buffer
  try {
    decoded = (encoding === 'deflate' ? zlib.inflateSync : zlib.gunzipSync)(body, { maxOutputLength })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw notAsEncoded()
    if (bodyLimits.decoded === maxOutputLength) throw new Refusal('payload_too_large')
    return decode(Readable.from([body]), decoderFor(encoding)!, bodyLimits, keep)
  }
  keep(decoded)
}

const notAsEncoded = () => new Refusal('malformed_body', { message: 'The body does not match its Content-Encoding.' })

/**
 * Reads a body like `readBody`, as a stream, and hands over its decompressed chunks one by one.
 *
 * @param take may throw, which ends the reading
 */
export function readChunks(
  request: IncomingMessage,
  { wire, decoded }: BodyLimits,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const decoder = decoderFor(encodingOf(request))
  return decoder === undefined ? collect(request, wire, take) : decode(request, decoder, { wire, decoded }, take)
}

/** Content-Encoding in lower case, empty where there is none. */
function encodingOf({ headers }: IncomingMessage): string {
  return headers['content-encoding']?.trim().toLowerCase() ?? ''
}

function decoderFor(encoding: string): Decoder | undefined {
  switch (encoding) {
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip()
    case 'deflate':
      return zlib.createInflate()
    case 'br':
      return zlib.createBrotliDecompress()
    case 'zstd':
      if (createZstdDecompress !== undefined) return createZstdDecompress()
      throw new Refusal('unsupported_encoding')
    default:
      throw new Refusal('unsupported_encoding')
  }
}

function collect(source: Readable, maxBytes: number, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let length = 0
    source.on('data', (chunk: Buffer) => {
      length += chunk.length
      try {
        if (length > maxBytes) throw new Refusal('payload_too_large')
        take(chunk)
      } catch (error) {
        source.removeAllListeners('data')
        source.pause()
        reject(error)
      }
    })
    source.on('end', resolve)
    // Node says `aborted` before it says that the connection is closed.
    source.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ECONNRESET' ? new BodyCut() : error))
    source.on('close', () => {
      // After the end the error is irrelevant, and creating one with its stack is expensive.
      if (!source.readableEnded) reject(new BodyCut())
    })
  })
}

async function decode(
  source: Readable,
  decoder: Decoder,
  { wire, decoded: maxBytes }: BodyLimits,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const decoded = collect(decoder, maxBytes, take)
  let [wireBytes, spentMs, isOver] = [0, 0, false]
  const write = (piece: Buffer) =>
    // A body that exceeds the limit is not read to its end, and this is never called.
    Promise.race([new Promise<void>((resolve) => decoder.write(piece, () => resolve())), decoded])
  const give = async (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !isOver; at += pieceBytes)
      spentMs += await turns.take(spentMs, () => write(chunk.subarray(at, at + pieceBytes)))
    if (!isOver) source.resume()
  }
  let given = Promise.resolve()
  source.on('data', (chunk: Buffer) => {
    wireBytes += chunk.length
    if (wireBytes > wire) return void decoder.destroy(new Refusal('payload_too_large'))
    source.pause()
    given = give(chunk)
    // `decoded` reports every failure.
    given.catch(() => {})
  })
  // A body that was there as a whole ends although it is paused.
  source.on('end', () => void given.then(() => decoder.end()).catch(() => {}))
  source.on('error', (error: NodeJS.ErrnoException) =>
    decoder.destroy(error.code === 'ECONNRESET' ? new BodyCut() : error),
  )
  source.on('close', () => {
    if (!source.readableEnded) decoder.destroy(new BodyCut())
  })
  try {
    await decoded
  } catch (error) {
    source.pause()
    if (error !== decoder.errored || error instanceof Refusal || error instanceof BodyCut) throw error
    throw notAsEncoded()
  } finally {
    isOver = true
    decoder.destroy()
  }
}

/** Thrown if the client disconnected in the middle of its body: no response is expected. */
export class BodyCut extends Error {}
