import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address is not one that this server may send to. */
export class AddressRefused extends Error {}

/** The body of a response is larger than it may be. */
export class ResponseTooLarge extends Error {}

const notPublic = 'is not a public address'

export interface OutgoingRequest {
  method: string
  headers: Record<string, string>
  body?: Uint8Array | string | undefined
  timeoutMs: number
  /** How much of the response's body is read; none by default. */
  maxBytes?: number
}

export interface OutgoingResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/**
 * Sends requests to addresses that the operator has not named: those of members, and those that other servers name. They go
 * to public addresses by https alone, except to the hosts that the operator allows: nobody reaches the machines of the
 * server's own network through it. The address that was checked is the one that is connected to, and redirects are not
 * followed.
 */
export class OutgoingHttp {
  readonly #allowed: ReadonlySet<string>

  readonly #publicOnly: LookupFunction

  /**
   * @param allowed hosts, with or without a port
   * @param lookUp finds the addresses of a host
   */
  constructor(allowed: readonly string[], lookUp: LookUpAll = lookup) {
    this.#allowed = new Set(allowed)
    this.#publicOnly = publicOnly(lookUp)
  }

  /** Looks an address up. @throws AddressRefused unless requests to it may be sent */
  async check(address: string): Promise<void> {
    const url = this.#parse(address)
    if (this.#isAllowed(url)) return
    await new Promise<void>((resolve, reject) => {
      this.#publicOnly(hostOf(url), { all: true }, (error) => (error === null ? resolve() : reject(refusedAs(error))))
    })
  }

  /** @throws AddressRefused as `check` does; any other error if the host did not respond */
  send(
    address: string,
    { method, headers, body, timeoutMs, maxBytes = 0 }: OutgoingRequest,
  ): Promise<OutgoingResponse> {
    const url = this.#parse(address)
    const isAllowed = this.#isAllowed(url)
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, {
        method,
        headers,
        // Without a connection of an earlier request, whose lookup may be out of date.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(isAllowed ? {} : { lookup: this.#publicOnly }),
      })
      request.once('response', (response) => {
        const { statusCode: status = 0, headers: received } = response
        bodyOf(response, maxBytes).then((read) => resolve({ status, headers: received, body: read }), reject)
      })
      // That of a host with several addresses has no message of its own.
      request.on('error', (error) => reject(error instanceof AggregateError ? error.errors[0] : error))
      request.end(body)
    })
  }

  #parse(address: string): URL {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url === undefined || url.username !== '' || url.password !== '') throw new AddressRefused('is not an address')
    if (this.#isAllowed(url)) return url
    if (url.protocol !== 'https:') throw new AddressRefused('must begin with https://')
    const host = hostOf(url)
    // No lookup is made for an address in numbers.
    if (isIP(host) !== 0 && !isPublic(host)) throw new AddressRefused(notPublic)
    return url
  }

  #isAllowed({ protocol, hostname, host }: URL): boolean {
    return /^https?:$/.test(protocol) && (this.#allowed.has(hostname) || this.#allowed.has(host))
  }
}

/** Reads a body that may not be larger; a body without end would hold the connection. */
async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  // Where only the status counts, nothing is read.
  if (maxBytes > 0)
    for await (const part of response) {
      size += part.length
      if (size > maxBytes) throw new ResponseTooLarge('the response is too large')
      parts.push(part)
    }
  response.destroy()
  return Buffer.concat(parts)
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Whether an address is one of the public internet; one inside an IPv6 address counts as itself. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // All public addresses of IPv6 are in 2000::/3; ::127.0.0.1 is not.
  return parsed instanceof ipaddr.IPv4 || (parsed.parts[0]! & 0xe000) === 0x2000
}

/** Finds all addresses of a host, as `lookup` of node:dns does. */
export type LookUpAll = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** Looks a host up, and returns public addresses only. */
function publicOnly(lookUp: LookUpAll): LookupFunction {
  return (host, options, done) => {
    lookUp(host, { ...options, all: true }, (error, found = []) => {
      if (error !== null) return done(error, '', 0)
      const [first, ...others] = found.filter(({ address }) => isPublic(address))
      if (first === undefined) return done(new AddressRefused(notPublic), '', 0)
      if (options.all === true) return done(null, [first, ...others])
      return done(null, first.address, first.family)
    })
  }
}

/** A name that is unknown is refused like one of the inner network, so that nobody learns which names there are. */
function refusedAs(error: NodeJS.ErrnoException): AddressRefused {
  return error instanceof AddressRefused ? error : new AddressRefused(notPublic, { cause: error })
}
