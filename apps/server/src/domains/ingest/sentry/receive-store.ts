import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { limits } from '@bugle/protocol'
import type { EnvelopeItem } from '@bugle/sentry-event'
import { Refusal } from '../../../refusal.ts'
import { type DsnResult, readBody } from '../admission/index.ts'
import type { SentryRequest } from './sentry-request.ts'
import { storeReceived } from './store-received.ts'
import { unzipped } from './unzip.ts'

const storeLimits = { wire: 4 * limits.ingestBytes, decoded: 4 * limits.ingestBytes }
const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

/** Takes one event as JSON, as SDKs sent it before there were envelopes. */
export function receiveStore(incoming: SentryRequest): Promise<DsnResult> {
  return incoming.run(async () => {
    await incoming.admit(incoming.credentials.keys, storeLimits.wire)
    const { request, query } = incoming
    const data = request.method === 'GET' ? query.get('sentry_data') : undefined
    if (request.method === 'GET' && !data) throw new Refusal('malformed_body')
    const body = data ? Buffer.from(data) : await readBody(request, incoming.grow, storeLimits)
    const payload = await plainEvent(await unzipped(body, storeLimits.decoded))
    const item: EnvelopeItem = { header: { type: 'event', length: payload.length, fields: {} }, payload }
    return storeReceived(incoming, { header: {}, items: [item], skipped: [] })
  })
}

/** Raven sent base64 of zlib without a header that says so. */
async function plainEvent(body: Buffer): Promise<Buffer> {
  // A byte-order mark is white space here.
  const first = body.toString('utf8', 0, 64).trimStart()[0]
  if (first === '{') return body
  const bytes = first === 'x' ? body : Buffer.from(body.toString('latin1').trim(), 'base64')
  if (bytes[0] !== 0x78) return bytes[0] === 0x7b ? bytes : body
  return inflated(bytes, { maxOutputLength: storeLimits.decoded }).catch(() => {
    throw new Refusal('malformed_body')
  })
}
