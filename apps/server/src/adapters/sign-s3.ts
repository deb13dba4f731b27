import { createHash, createHmac } from 'node:crypto'

/** Credentials and region of a store. */
export interface S3Credentials {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Request {
  method: string
  /** With its query in any order, and every part of the path encoded as `encodeKeyPart` does. */
  url: URL
  /** Signed with those that signing adds. Names are in lower case. */
  headers?: Record<string, string>
  body?: Buffer | undefined
}

/**
 * Returns the headers of a request, signed by AWS Signature Version 4:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signS3(
  { method, url, headers = {}, body }: S3Request,
  { region, accessKeyId, secretAccessKey }: S3Credentials,
  now: Date,
): Record<string, string> {
  const time = `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const payloadHash = sha256(body ?? Buffer.alloc(0))
  const sent: Record<string, string> = { ...headers, 'x-amz-content-sha256': payloadHash, 'x-amz-date': time }
  const signed = Object.entries({ ...sent, host: url.host }).sort(([one], [other]) => (one < other ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    payloadHash,
  ].join('\n')
  const key = scope.split('/').reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(Buffer.from(canonical))].join('\n')).toString(
    'hex',
  )
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`
  return { ...sent, authorization }
}

/** Encodes a part of a path or query: also what `encodeURIComponent` leaves as it is, because signatures are made of it. */
export function encodeKeyPart(part: string): string {
  return encodeURIComponent(part).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Encodes a query in the order that signatures need; sent so, it is what was signed. */
export function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encodeKeyPart(name)}=${encodeKeyPart(value)}`)
    .sort()
    .join('&')
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
