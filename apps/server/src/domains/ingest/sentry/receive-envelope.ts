import type { IncomingMessage } from 'node:http'
import { noteBody } from '../../../lib/request-note.ts'
import { Refusal } from '../../../refusal.ts'
import { type DsnResult, IngestRefusal, isSmallCompressed, keyOfDsn, readBody, readChunks } from '../admission/index.ts'
import { openEnvelope, type Received } from './envelope.ts'
import { maxEnvelopeBytes } from './item-kinds.ts'
import { receiveKeyless } from './receive-keyless.ts'
import type { SentryRequest } from './sentry-request.ts'
import { storeReceived } from './store-received.ts'
import { isGzip, unzipped } from './unzip.ts'

const envelopeLimits = { wire: maxEnvelopeBytes, decoded: maxEnvelopeBytes }

/** Takes an envelope from its request to the disk. @throws IngestRefusal */
export function receiveEnvelope(incoming: SentryRequest): Promise<DsnResult> {
  return incoming.run(async () => {
    const { keys } = incoming.credentials
    if (keys.length === 0) return receiveKeyless(incoming)
    await incoming.admit(keys, maxEnvelopeBytes)
    return storeReceived(incoming, await readEnvelope(incoming, incoming.request))
  })
}

async function readEnvelope(incoming: SentryRequest, request: IncomingMessage): Promise<Received> {
  const reader = openEnvelope(incoming.grow)
  if (isSmallCompressed(request)) {
    reader.push(await readBody(request, incoming.grow, envelopeLimits))
    return checked(incoming, reader.end())
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
    incoming.grow(chunk.length)
    zipped.push(chunk)
  })
  noteBody(request, length)
  if (zipped !== undefined) reader.push(await unzipped(Buffer.concat(zipped), envelopeLimits.decoded))
  return checked(incoming, reader.end())
}

function checked(incoming: SentryRequest, received: Received): Received {
  const key = keyOfDsn(received.header.dsn)
  // Only the key of a DSN says something: its host is that of a tunnel.
  const isOther = key !== undefined && !incoming.credentials.keys.includes(key)
  if (isOther) throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
  return received
}
