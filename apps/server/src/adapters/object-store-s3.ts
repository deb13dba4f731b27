import type { ObjectStore, StoredObject } from '../ports/object-store.ts'
import { ObjectStoreUnavailable } from '../ports/object-store.ts'
import { canonicalQuery, encodeKeyPart, type S3Credentials, signS3 } from './sign-s3.ts'

/** Where objects lie, and with which key. */
export interface S3Settings extends S3Credentials {
  /** Origin of the store, such as `https://s3.eu-central-1.amazonaws.com`. */
  origin: string
  bucket: string
  /** Begins the keys of all objects, where others use the same bucket. */
  prefix?: string
  /** Limit of a request; by default as long as a transaction may wait for a put, and a reader for a get. */
  requestMs?: number
}

const defaultRequestMs = 10_000
/** A probe asks no more of a store than to be there. */
const checkMs = 2000
/** Requests that are under way at once to delete objects. */
const deletesAtOnce = 16

interface Sent {
  /** Key of the object; without one, the request is about the bucket. */
  key?: string
  query?: Record<string, string>
  body?: Buffer
  timeoutMs?: number
}

/** Keeps objects in any store that speaks S3, with the bucket in the path. */
export class S3ObjectStore implements ObjectStore {
  readonly #settings: S3Settings
  readonly #now: () => Date

  constructor(settings: S3Settings, now: () => Date = () => new Date()) {
    this.#settings = settings
    this.#now = now
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await this.#send('PUT', { key: this.#named(key), body: bytes })
  }

  async get(key: string): Promise<Buffer | undefined> {
    const { status, body } = await this.#send('GET', { key: this.#named(key) })
    return status === 404 ? undefined : body
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += deletesAtOnce)
      await Promise.all(
        keys.slice(start, start + deletesAtOnce).map((key) => this.#send('DELETE', { key: this.#named(key) })),
      )
  }

  async *list(prefix: string, after?: string): AsyncGenerator<StoredObject> {
    const query = { 'list-type': '2', prefix: this.#named(prefix), 'encoding-type': 'url' }
    let next: Record<string, string> | undefined = after === undefined ? {} : { 'start-after': this.#named(after) }
    while (next !== undefined) {
      const { body } = await this.#send('GET', { query: { ...query, ...next } })
      const page = parseList(body.toString())
      for (const object of page.objects) yield { ...object, key: object.key.slice(this.#named('').length) }
      next = page.next === undefined ? undefined : { 'continuation-token': page.next }
    }
  }

  async check(): Promise<void> {
    await this.#send('GET', {
      query: { 'list-type': '2', 'max-keys': '1', prefix: this.#named('bugle/') },
      timeoutMs: checkMs,
    })
  }

  #named(key: string): string {
    return `${this.#settings.prefix ?? ''}${key}`
  }

  /** @returns the response, or a 404 that says that the object is missing */
  async #send(
    method: string,
    { key, query = {}, body, timeoutMs = this.#settings.requestMs ?? defaultRequestMs }: Sent,
  ): Promise<{ status: number; body: Buffer }> {
    const { origin, bucket } = this.#settings
    const path = [bucket, ...(key === undefined ? [] : key.split('/'))].map(encodeKeyPart).join('/')
    const url = new URL(`${origin}/${path}`)
    url.search = canonicalQuery(new URLSearchParams(query))
    let status: number
    let received: Buffer
    try {
      const response = await fetch(url, {
        method,
        headers: signS3({ method, url, body }, this.#settings, this.#now()),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      })
      status = response.status
      received = Buffer.from(await response.arrayBuffer())
    } catch (error) {
      throw new ObjectStoreUnavailable(`The object store does not respond: ${reasonOf(error)}.`, { cause: error })
    }
    const code = status < 400 ? '' : (textOf(received.subarray(0, 4096).toString(), 'Code') ?? '')
    // A bucket that is missing is no answer about an object.
    const isMissing = status === 404 && key !== undefined && method !== 'PUT' && code !== 'NoSuchBucket'
    if ((status >= 200 && status < 300) || isMissing) return { status, body: received }
    throw new ObjectStoreUnavailable(`The object store refused ${method}: ${status} ${code}`.trim())
  }
}

/** Returns the reason for a failed request, such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name: string; cause?: { code?: string } }
  return cause?.code ?? name
}

/** Reads a page of a list: S3's XML is flat, and its keys are encoded as in URLs. */
function parseList(xml: string): { objects: StoredObject[]; next: string | undefined } {
  const isList = xml.includes('<ListBucketResult')
  if (!isList) throw new ObjectStoreUnavailable('The object store responded with something other than a list.')
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, one]) => ({
    key: decodeURIComponent((textOf(one!, 'Key') ?? '').replaceAll('+', ' ')),
    bytes: Number(textOf(one!, 'Size')),
    storedAt: Date.parse(textOf(one!, 'LastModified') ?? ''),
  }))
  const isTruncated = textOf(xml, 'IsTruncated') === 'true'
  return { objects, next: isTruncated ? textOf(xml, 'NextContinuationToken') : undefined }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replaceAll(/&(#x?)?(\w+);/g, (whole, number: string | undefined, code: string) => {
    if (number === undefined) return entities[code] ?? whole
    return String.fromCodePoint(Number.parseInt(code, number === '#x' ? 16 : 10))
  })
}
