import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
} from 'node:zlib'
import type { HexId } from '@bugle/protocol'
import { DamagedBody } from './damaged-body.ts'
import type { EventColumns } from './event-columns.ts'

/** An event between its acceptance and its segment. */
export interface AcceptedEvent {
  columns: EventColumns
  tokenId: number
  /** Key under which the ids are remembered for 24 h, see ingest/event-id.ts. */
  key: HexId | undefined
  /** The received bytes, without the screenshot. */
  body: Buffer
  /** Bytes that the batcher puts before them; another copy of the body would be garbage. */
  head?: Buffer | undefined
  screenshot: Buffer | undefined
  /** Files that came with it. */
  attachments?: readonly Attachment[] | undefined
}

/** A file that came with an event. */
export interface Attachment {
  name: string
  /** As the sender claims. */
  contentType: string
  /** The sender's word for what it is, such as `event.attachment`. */
  kind: string
  data: Buffer
}

/** The earlier event found under a claimed key. */
export interface EarlierEvent {
  eventId: HexId
  groupId: HexId
}

/** The range of a body in a larger buffer. Creating a Buffer for each is the most expensive part of moving bodies. */
export interface Range {
  bytes: Buffer
  start: number
  length: number
}

/** Bodies one after another, compressed together. */
export interface Payload {
  payload: Buffer
  /** Bytes before compression. */
  rawBytes: number
}

/**
 * Measured on mixed batches (docs/adr/0004): brotli 1 takes half the CPU of deflate 1 and 15 % less space, because its
 * window spans the batch. Packs could be 8 % smaller at 3, for three times the time.
 */
const quality = 1

/** Payloads up to this size are decompressed where they are needed: the trip to another thread costs more. */
const smallBytes = 64 * 1024

const decompress = promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress)

function damaged(error: unknown): never {
  throw new DamagedBody('a payload cannot be decompressed', { cause: error })
}

/**
 * Compresses bodies synchronously, in some milliseconds per megabyte. From a thread of the pool the result returns only
 * after everything waiting in the sockets has been read: 50 to 160 ms after a stall, more for larger segments.
 */
export function compressSegment(bodies: readonly Buffer[]): Payload {
  return compress(bodies.map(wholeRange))
}

/**
 * Compresses the bodies of a pack synchronously at any size, one pack per turn of the event loop. A thread of the pool
 * would take 58 instead of 34 µs of CPU per event, and digest, which shares this thread, tolerates a millisecond.
 */
export async function compressPack(bodies: readonly Range[]): Promise<Payload> {
  await setImmediate()
  return compress(bodies)
}

/** Returns the range of a whole buffer. */
export function wholeRange(bytes: Buffer): Range {
  return { bytes, start: 0, length: bytes.length }
}

/** Bodies are concatenated here: compressing ends before anything else begins. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024)

function compress(bodies: readonly Range[]): Payload {
  const rawBytes = bodies.reduce((sum, { length }) => sum + length, 0)
  const raw = rawBytes > scratch.length ? Buffer.allocUnsafe(rawBytes) : scratch.subarray(0, rawBytes)
  let at = 0
  for (const { bytes, start, length } of bodies) at += bytes.copy(raw, at, start, start + length)
  return { payload: brotliCompressSync(raw, brotli(rawBytes)), rawBytes }
}

/**
 * @param rawBytes the size before compression, as recorded beside it: the output can be no larger
 * @throws DamagedBody
 */
export function decompressPayload(payload: Buffer, rawBytes: number): Promise<Buffer> {
  if (rawBytes <= smallBytes) return decompressAtOnce(payload, rawBytes)
  // In one piece: each further one is a trip between threads and another copy (40 % of the CPU of 100 kB).
  return decompress(payload, inOnePiece(rawBytes)).catch(damaged)
}

/** Decompresses like decompressPayload, for packing, which may block its thread: one segment per turn of the event loop. */
export async function decompressSegment(payload: Buffer, rawBytes: number): Promise<Buffer> {
  await setImmediate()
  return decompressAtOnce(payload, rawBytes)
}

async function decompressAtOnce(payload: Buffer, rawBytes: number): Promise<Buffer> {
  try {
    return brotliDecompressSync(payload, inOnePiece(rawBytes))
  } catch (error) {
    return damaged(error)
  }
}

function inOnePiece(rawBytes: number): BrotliOptions {
  return { maxOutputLength: Math.max(rawBytes, 1), chunkSize: Math.max(rawBytes, 64) }
}

/**
 * Returns the first bytes of the decompressed payload, at most as many as are recorded beside it. The rest stays
 * compressed: on average, a body ends in the middle.
 */
export async function decompressStart(payload: Buffer, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0)
  const decoder = createBrotliDecompress({ chunkSize: Math.max(bytes, 64) })
  decoder.end(payload)
  const pieces: Buffer[] = []
  let length = 0
  // The first piece is all of it; leaving the loop ends the decoder.
  try {
    for await (const piece of decoder as AsyncIterable<Buffer>) {
      pieces.push(piece)
      length += piece.length
      if (length >= bytes) break
    }
  } catch (error) {
    damaged(error)
  }
  if (length < bytes) throw new DamagedBody('a payload is shorter than recorded')
  return (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).subarray(0, bytes)
}

/** Returns the readable part of a damaged payload: everything before the damage. */
export async function salvage(payload: Buffer): Promise<Buffer> {
  const decoder = createBrotliDecompress()
  decoder.end(payload)
  const pieces: Buffer[] = []
  try {
    for await (const piece of decoder as AsyncIterable<Buffer>) pieces.push(piece)
  } catch {
    // End of the readable part.
  }
  return Buffer.concat(pieces)
}

function brotli(size: number): BrotliOptions {
  const window = Math.min(22, Math.max(16, Math.ceil(Math.log2(size + 1))))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  }
}
