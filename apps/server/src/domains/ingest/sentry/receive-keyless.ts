import { constants, gunzipSync } from 'node:zlib'
import { limits } from '@bugle/protocol'
import { Refusal } from '../../../refusal.ts'
import { type DsnResult, keyOfDsn, readChunks } from '../admission/index.ts'
import { openEnvelope } from './envelope.ts'
import type { SentryRequest } from './sentry-request.ts'
import { storeReceived } from './store-received.ts'
import { isGzip, unzipped } from './unzip.ts'

const bodyLimits = { wire: limits.ingestBytes, decoded: limits.ingestBytes }
/** Bytes of the first line, and those within which it has to end where they are compressed. */
const maxLine = 8 * 1024
const maxZippedLine = 16 * 1024
const newline = 10

/**
 * Takes an envelope whose key is in its first line alone, as behind a tunnel. The sender is admitted by that line: no more
 * than the line is held for somebody who is not known yet.
 */
export async function receiveKeyless(incoming: SentryRequest): Promise<DsnResult> {
  const held: Buffer[] = []
  let admission: Promise<unknown> | undefined
  let refused: unknown
  await new Promise<void>((resolve, reject) => {
    const admit = (line: Buffer) =>
      incoming.admit(keysOf(line), limits.ingestBytes).catch((error: unknown) => {
        refused = error
        reject(error as Error)
      })
    const take = (chunk: Buffer) => {
      if (refused !== undefined) throw refused
      incoming.grow(chunk.length)
      held.push(chunk)
      if (admission !== undefined) return
      const line = firstLineOf(held)
      if (line !== undefined) admission = admit(line)
    }
    readChunks(incoming.request, bodyLimits, take)
      .then(() => (admission ??= admit(plainStart(Buffer.concat(held)))))
      .then(() => resolve(), reject)
  })
  const body = await unzipped(Buffer.concat(held.splice(0)), bodyLimits.decoded)
  const reader = openEnvelope(incoming.grow)
  reader.push(body)
  return storeReceived(incoming, reader.end())
}

/** Returns the first line once it is there. @throws Refusal if it is too long to be one */
function firstLineOf(held: Buffer[]): Buffer | undefined {
  const start = Buffer.concat(held)
  const plain = plainStart(start)
  const end = plain.indexOf(newline)
  if (end >= 0 && end <= maxLine) return plain.subarray(0, end)
  if (plain.length > maxLine || start.length > maxZippedLine) throw malformed()
  return undefined
}

/** Decompresses the beginning of a body that is compressed without saying so, as far as it is there. */
function plainStart(start: Buffer): Buffer {
  if (!isGzip(start)) return start
  try {
    return gunzipSync(start.subarray(0, maxZippedLine), { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    throw malformed()
  }
}

function keysOf(line: Buffer): string[] {
  try {
    const { dsn } = JSON.parse(line.toString('utf8')) as { dsn?: unknown }
    return [keyOfDsn(dsn)].filter((key) => key !== undefined)
  } catch {
    throw malformed()
  }
}

function malformed(): Refusal {
  return new Refusal('malformed_body', { message: 'The envelope is malformed: its first line is no header.' })
}
