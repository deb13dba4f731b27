import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What a proxy on this machine adds: with one of them loopback is not where the request came from. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a request may see metrics: by the token where one is set, else from this machine alone. A page of elsewhere whose
 * name was made to lead here (DNS rebinding), and a tunnel that says nothing of itself, name another host.
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
