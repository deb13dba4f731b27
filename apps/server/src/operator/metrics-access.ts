import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Headers that a proxy on this machine adds: with any of them, the loopback address is not the request's origin. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a request may read metrics: with the token if one is set, otherwise only from this machine. The Host header
 * excludes a foreign page whose name was made to resolve to this machine (DNS rebinding), and a tunnel that adds no
 * header.
 */
export function maySeeMetrics(
  { address, headers }: { address: string | undefined; headers: IncomingHttpHeaders },
  token: string | undefined,
): boolean {
  if (token !== undefined) return isBearer(headers.authorization, token)
  return isLoopback(address) && isLoopbackName(headers.host) && !forwarding.some((name) => headers[name] !== undefined)
}

function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(/^bearer +(.+)$/i.exec(header ?? '')?.[1] ?? '')
  const expected = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function isLoopback(address: string | undefined): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
}

function isLoopbackName(host = ''): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)
}
