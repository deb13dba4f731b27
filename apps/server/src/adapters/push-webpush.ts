import { createECDH } from 'node:crypto'
import webpush from 'web-push'
import type { Pusher, PushResult } from '../ports/pusher.ts'
import { AddressRefused, type OutgoingHttp } from './outgoing-http.ts'

const timeoutMs = 10_000
/** How long a push service keeps a message for a device that is off. */
const keepSeconds = 86_400

/**
 * Pushes by Web Push (RFC 8030), which UnifiedPush uses too. The library encrypts and signs; the request is ours, since it
 * goes to an address that a member named.
 *
 * @param subject contact address of this server's operator, for those of the push services
 */
export function createWebPusher(outgoing: OutgoingHttp, subject: string): Pusher {
  return {
    makeKeys: async () => webpush.generateVAPIDKeys(),
    check: async ({ endpoint, p256dh }) => {
      try {
        await outgoing.check(endpoint)
      } catch (error) {
        if (error instanceof AddressRefused) return { endpoint: [error.message] }
        throw error
      }
      return isPoint(p256dh) ? undefined : { p256dh: ['is not a public key of the curve P-256'] }
    },
    push: async ({ endpoint, p256dh, auth }, text, keys, { urgency, topic }): Promise<PushResult> => {
      try {
        const request = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
          vapidDetails: { subject, ...keys },
          contentEncoding: 'aes128gcm',
          TTL: keepSeconds,
          urgency,
          ...(topic === undefined ? {} : { topic }),
        })
        const { status, headers } = await outgoing.send(endpoint, {
          method: request.method,
          headers: textOf(request.headers),
          body: request.body ?? '',
          timeoutMs,
        })
        return resultOf(status, headers['retry-after'])
      } catch (error) {
        return { kind: 'failed', why: whyOf(error) }
      }
    },
  }
}

function resultOf(status: number, retryAfter: string | undefined): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const seconds = Number(retryAfter)
  return {
    kind: 'failed',
    why: status === 429 ? 'the push service is busy' : notAccepted,
    ...(seconds > 0 ? { retryAfterMs: Math.min(seconds, 3600) * 1000 } : {}),
  }
}

/** Neither a status nor an error is passed on: a member would learn what answers at an address. */
const notAccepted = 'the push service did not accept the message'

function whyOf(error: unknown): string {
  return error instanceof AddressRefused ? `the address ${error.message}` : notAccepted
}

function textOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Whether a key is a point of the curve: encryption would fail with any other. */
function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
