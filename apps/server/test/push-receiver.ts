import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A device: its key pair and the secret that it shares with senders. */
export interface PushDevice {
  ecdh: ECDH
  auth: Buffer
}

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  text: string
}

/** A push service on a loopback port that decrypts what it receives, as the device would. */
export interface PushReceiver {
  host: string
  received: ReceivedPush[]
  /** Responses other than 201, by path; a redirect leads to `/elsewhere`. */
  responses: Map<string, { status: number; retryAfter?: string }>
  /** Body of a subscription at this path. */
  subscription(path: string): { kind: 'webpush'; endpoint: string; p256dh: string; auth: string }
  close(): Promise<void>
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const device = { ecdh, auth: randomBytes(16) }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url: path = '', headers } = request
    receiver.received.push({ path, headers, text: decryptPush(Buffer.concat(chunks), device) })
    const { status, retryAfter } = receiver.responses.get(path) ?? { status: 201 }
    if (status === 302) response.setHeader('location', '/elsewhere')
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: PushReceiver = {
    host,
    received: [],
    responses: new Map(),
    subscription: (path) => ({
      kind: 'webpush',
      endpoint: `http://${host}${path}`,
      p256dh: ecdh.getPublicKey('base64url'),
      auth: device.auth.toString('base64url'),
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return receiver
}

/** Decrypts a message of the encoding aes128gcm (RFC 8188) for a device (RFC 8291). */
export function decryptPush(body: Buffer, { ecdh, auth }: PushDevice): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20]!
  const senderKey = body.subarray(21, 21 + keyLength)
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length))
  const label = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = derive(ecdh.computeSecret(senderKey), auth, label, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Reads the claims of a request's signature (RFC 8292). @throws if the key did not sign them */
export function vapidClaims(headers: IncomingHttpHeaders): { key: string; aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is not of this key')
  return { key, ...JSON.parse(Buffer.from(claims!, 'base64url').toString()) }
}
