import type { IncomingMessage } from 'node:http'

/** A key by which a Sentry SDK sends: that of a DSN, or an ingest token in its place. */
const keyShape = /^(?:[0-9a-f]{32}|bgl_live_[A-Za-z0-9_-]{16,128})$/

/** Name and version of an SDK: `sentry.javascript.node/10.78.0`, `raven-ruby/3.1.2`. */
const sdkShape = /^(?:sentry|raven|opentelemetry)[\w.-]{0,60}(?:\/[\w.+-]{1,40})?/i

/** Facts about the sender of a request, known before its body is read. */
export interface Credentials {
  /** Distinct keys in the order of their weight. */
  keys: string[]
  /** Name and version of the SDK, as `sentry_client` or User-Agent says; empty if neither has its form. */
  client: string
}

/** An SDK sends the same headers again and again. */
const known = new Map<string, Credentials>()
const maxKnown = 2000

/** Returns the credentials of a request; the query is read only where they are not known yet. */
export function credentialsOf({ headers }: IncomingMessage, search: string): Credentials {
  const { authorization, 'x-sentry-auth': sentryAuth, 'x-service-token': token, 'user-agent': agent } = headers
  const key = `${search}\n${sentryAuth}\n${authorization}\n${token}\n${agent}`
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= maxKnown) known.clear()
  const credentials = findCredentials(headers, new URLSearchParams(search))
  if (key.length < 2000) known.set(key, credentials)
  return credentials
}

/**
 * Finds the keys of a request: in the query, in X-Sentry-Auth, in Authorization. Several at once are usual. A `Basic`
 * header may be the application's own, carried through a tunnel: it counts only if its user has the form of a key.
 */
function findCredentials(headers: IncomingMessage['headers'], query: URLSearchParams): Credentials {
  const sentryAuth = single(headers['x-sentry-auth'])
  const authorization = single(headers.authorization)
  const own = authPartsOf(sentryAuth)
  const other = authorization?.startsWith('Sentry ') ? authPartsOf(authorization) : new Map<string, string>()
  const keys = [
    query.get('sentry_key'),
    own.get('sentry_key'),
    other.get('sentry_key'),
    basicUserOf(authorization),
    bearerOf(authorization),
    single(headers['x-service-token']),
  ]
  const client =
    query.get('sentry_client') ??
    own.get('sentry_client') ??
    other.get('sentry_client') ??
    single(headers['user-agent'])
  const found = keys.flatMap((key) => asKey(key) ?? [])
  // A User-Agent of another form may say more about a person than about a program.
  return { keys: [...new Set(found)], client: sdkShape.exec(client ?? '')?.[0] ?? '' }
}

/** Returns the key of a DSN in an envelope's header; behind a tunnel only the key is to be trusted. */
export function keyOfDsn(dsn: unknown): string | undefined {
  if (typeof dsn !== 'string') return undefined
  return asKey(/^https?:\/\/([^:@/]+)(?::[^@/]*)?@/i.exec(dsn)?.[1])
}

/** Returns a text as a key, without the hyphens of a UUID; undefined if it does not have the form of one. */
export function asKey(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined
  const key = text.startsWith('bgl_live_') ? text : text.replaceAll('-', '').toLowerCase()
  return keyShape.test(key) ? key : undefined
}

/** `Sentry sentry_key=…, sentry_version=7`: parts in any order, with or without blanks. */
function authPartsOf(header: string | undefined): Map<string, string> {
  const parts = new Map<string, string>()
  if (header === undefined || header.length > 4096) return parts
  for (const part of header.replace(/^Sentry\s+/i, '').split(',')) {
    const at = part.indexOf('=')
    if (at > 0) parts.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
  }
  return parts
}

function basicUserOf(header: string | undefined): string | undefined {
  if (!header?.startsWith('Basic ')) return undefined
  return Buffer.from(header.slice(6), 'base64').toString('latin1').split(':')[0]
}

function bearerOf(header: string | undefined): string | undefined {
  return header?.startsWith('Bearer ') ? header.slice(7).trim() : undefined
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}
