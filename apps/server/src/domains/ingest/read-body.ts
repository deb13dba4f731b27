import type { Readable } from 'node:stream'
import * as zlib from 'node:zlib'
import { limits } from '@bugle/protocol'
import { Refusal } from '../../refusal.ts'
import { DecodeTurns } from './decode-turns.ts'

/** Maximum size of a compressed body: one that is larger compressed than the limit uncompressed is refused. */
const maxWireBytes = limits.ingestBytes
/** Bytes decompressed in one turn. Brotli can be crafted to take a second per megabyte; a turn then takes about 12 ms. */
const pieceBytes = 16 * 1024

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
 * Reads a body to its end and decompresses it as a stream. Reading stops at the limit, on the wire and after
 * decompression alike, so that neither a long body nor a decompression bomb costs more than the limit.
 *
 * @param grow receives the bytes to be kept before they are; may refuse
 * @returns the body, owned by the caller
 * @throws Refusal payload_too_large, unsupported_encoding, malformed_body; whatever `grow` throws
 */
export async function readBody(
  source: Readable,
  encoding: string | undefined,
  grow: (bytes: number) => void,
  bodyLimits: BodyLimits = ingestLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  await readChunks(source, encoding, bodyLimits, (chunk) => {
    length += chunk.length
    grow(chunk.length)
    chunks.push(chunk)
  })
  // The source keeps its listeners until it is answered, and these would keep the body.
  const all = chunks.splice(0)
  return all.length === 1 ? all[0]! : Buffer.concat(all, length)
}

/**
 * Reads a body like `readBody`, and hands over its decompressed chunks one by one.
 *
 * @param take may throw, which ends the reading
 */
export function readChunks(
  source: Readable,
  encoding: string | undefined,
  { wire, decoded }: BodyLimits,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const decoder = decoderFor(encoding)
  return decoder === undefined ? collect(source, wire, take) : decode(source, decoder, { wire, decoded }, take)
}

function decoderFor(encoding: string | undefined): Decoder | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
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
    throw new Refusal('malformed_body', { message: 'The body does not match its Content-Encoding.' })
  } finally {
    isOver = true
    decoder.destroy()
  }
}

/** Thrown if the client disconnected in the middle of its body: no response is expected. */
export class BodyCut extends Error {}
