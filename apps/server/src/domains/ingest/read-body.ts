import type { Readable } from 'node:stream'
import { type BrotliDecompress, createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib'
import { limits } from '@bugle/protocol'
import { Refusal } from '../../refusal.ts'

/** Bytes of a compressed body: what compresses worse than this is not worth undoing. */
const maxWireBytes = limits.ingestBytes

/**
 * Reads a body to its end, undoing Content-Encoding in a stream: reading stops at the limit, on the wire and
 * after decompression alike, so that neither a long body nor a short bomb costs more than the limit.
 *
 * @param grow told of bytes beyond those on the wire before they are kept; may refuse
 * @throws Refusal payload_too_large, unsupported_encoding, malformed_body; what `grow` throws
 */
export function readBody(
  source: Readable,
  encoding: string | undefined,
  grow: (bytes: number) => void,
): Promise<Buffer> {
  const decoder = decoderFor(encoding)
  return decoder === undefined ? collect(source, maxWireBytes, () => {}) : decode(source, decoder, grow)
}

function decoderFor(encoding: string | undefined): Gunzip | BrotliDecompress | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new Refusal('unsupported_encoding')
  }
}

function collect(source: Readable, maxBytes: number, grow: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    source.on('data', (chunk: Buffer) => {
      length += chunk.length
      try {
        if (length > maxBytes) throw new Refusal('payload_too_large')
        grow(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        source.removeAllListeners('data')
        source.pause()
        reject(error)
      }
    })
    source.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)))
    source.on('error', reject)
    source.on('close', () => {
      // After the end it means nothing, and an error with its stack is dear to make.
      if (!source.readableEnded) reject(new BodyCut())
    })
  })
}

async function decode(
  source: Readable,
  decoder: Gunzip | BrotliDecompress,
  grow: (bytes: number) => void,
): Promise<Buffer> {
  let wireBytes = 0
  source.on('data', (chunk: Buffer) => {
    wireBytes += chunk.length
    if (wireBytes > maxWireBytes) decoder.destroy(new Refusal('payload_too_large'))
    else if (!decoder.destroyed && !decoder.write(chunk)) source.pause()
  })
  decoder.on('drain', () => source.resume())
  source.on('end', () => decoder.end())
  source.on('error', (error) => decoder.destroy(error))
  source.on('close', () => {
    if (!source.readableEnded) decoder.destroy(new BodyCut())
  })
  try {
    return await collect(decoder, limits.ingestBytes, grow)
  } catch (error) {
    source.pause()
    if (error instanceof Refusal || error instanceof BodyCut) throw error
    throw new Refusal('malformed_body', { message: 'The body does not match its Content-Encoding.' })
  } finally {
    decoder.destroy()
  }
}

/** The client went away in the middle of its body: nobody waits for an answer. */
export class BodyCut extends Error {}
