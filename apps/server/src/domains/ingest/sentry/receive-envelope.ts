import type { IncomingMessage } from 'node:http'
import { noteBody } from '../../../lib/request-note.ts'
import { Refusal } from '../../../refusal.ts'
import { IngestRefusal } from '../native/ingest.ts'
import { isSmallCompressed, readBody, readChunks } from '../admission/read-body.ts'
import { keyOfDsn } from '../admission/credentials.ts'
import type { DoorRequest, DoorResult } from '../admission/dsn-request.ts'
import { openEnvelope, type Received } from './envelope.ts'
import { maxEnvelopeBytes } from './item-kinds.ts'
import { receiveKeyless } from './receive-keyless.ts'
import { storeReceived } from './store-received.ts'
import { isGzip, unzipped } from './unzip.ts'

const envelopeLimits = { wire: maxEnvelopeBytes, decoded: maxEnvelopeBytes }

/** Takes an envelope from its request to the disk. @throws IngestRefusal */
export function receiveEnvelope(door: DoorRequest): Promise<DoorResult> {
  return door.run(async () => {
    const { keys } = door.credentials
    if (keys.length === 0) return receiveKeyless(door)
    await door.admit(keys, maxEnvelopeBytes)
    return storeReceived(door, await readEnvelope(door, door.request))
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
  let length = 0
  await readChunks(request, envelopeLimits, (chunk) => {
    length += chunk.length
    if (isFirst && isGzip(chunk)) zipped = []
    isFirst = false
    if (zipped === undefined) return reader.push(chunk)
    door.grow(chunk.length)
    zipped.push(chunk)
  })
  noteBody(request, length)
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
