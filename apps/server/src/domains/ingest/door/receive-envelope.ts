import type { IncomingMessage } from 'node:http'
import { limits } from '@bugle/protocol'
import { Refusal } from '../../../refusal.ts'
import { IngestRefusal } from '../ingest.ts'
import { isSmallCompressed, readBody, readChunks } from '../read-body.ts'
import { keyOfDsn } from './door-key.ts'
import type { DoorRequest, DoorResult } from './door-request.ts'
import { openEnvelope, type Received } from './envelope.ts'
import { maxEnvelopeBytes } from './item-kinds.ts'
import { storeReceived } from './store-received.ts'
import { isGzip, unzipped } from './unzip.ts'

const envelopeLimits = { wire: maxEnvelopeBytes, decoded: maxEnvelopeBytes }
/** Bytes of an envelope whose key is in its first line alone, as behind a tunnel. */
const keylessLimits = { wire: limits.ingestBytes, decoded: limits.ingestBytes }

/** Takes an envelope from its request to the disk. @throws IngestRefusal */
export function receiveEnvelope(door: DoorRequest): Promise<DoorResult> {
  return door.run(async () => {
    const { request, grow } = door
    if (door.credentials.keys.length > 0) {
      await door.admit(door.credentials.keys, maxEnvelopeBytes)
      return storeReceived(door, await readEnvelope(door, request))
    }
    const body = await unzipped(await readBody(request, grow, keylessLimits), keylessLimits.decoded)
    const reader = openEnvelope(grow)
    reader.push(body)
    const received = reader.end()
    const key = keyOfDsn(received.header.dsn)
    await door.admit(key === undefined ? [] : [key], limits.ingestBytes)
    return storeReceived(door, received)
  })
}

async function readEnvelope(door: DoorRequest, request: IncomingMessage): Promise<Received> {
  const reader = openEnvelope(door.grow)
  if (isSmallCompressed(request)) {
    reader.push(await readBody(request, door.grow, envelopeLimits))
    return checked(door, reader.end())
  }
  /** A body compressed without saying so is gathered, and decompressed at its end. */
  let zipped: Buffer[] | undefined
  let isFirst = true
  await readChunks(request, envelopeLimits, (chunk) => {
    if (isFirst && isGzip(chunk)) zipped = []
    isFirst = false
    if (zipped === undefined) return reader.push(chunk)
    door.grow(chunk.length)
    zipped.push(chunk)
  })
  if (zipped !== undefined) reader.push(await unzipped(Buffer.concat(zipped), envelopeLimits.decoded))
  return checked(door, reader.end())
}

function checked(door: DoorRequest, received: Received): Received {
  const key = keyOfDsn(received.header.dsn)
  // Only the key of a DSN says something: its host is that of a tunnel.
  const isOther = key !== undefined && !door.credentials.keys.includes(key)
  if (isOther) throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
  return received
}
