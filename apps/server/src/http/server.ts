import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@bugle/protocol'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { noteRequest } from '../lib/request-note.ts'
import { Refusal } from '../refusal.ts'
import { respondToBrokenRequest } from './broken-request.ts'
import { type BrowserCookie, browserCookieOf } from './browser-cookie.ts'
import type { Authenticate, Authorize, AuthorizeOrganization, Caller } from './caller.ts'
import { CallerShares, type ShareLimits } from './caller-shares.ts'
import { components } from './components.ts'
import { compressResponses } from './compression.ts'
import { errorHandler } from './errors.ts'
import { withoutLoneSurrogates } from './lone-surrogates.ts'
import { serveDocument } from './openapi.ts'
import type { RecordsSpace } from './records.ts'
import { newRequestId } from './request-id.ts'
import { headersOf, securityHeaders } from './security-headers.ts'
import { type SessionCookie, sessionCookieOf } from './session-cookie.ts'
import { handleUnknownRoutes } from './unknown-route.ts'
import { validatorCompiler } from './validation.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/**
 * Runs a handler where the events of a project are; one that is about no project runs as it is. While a project moves, one that
 * may change something is refused.
 */
export type InBucketOf = <T>(
  projectId: number | undefined,
  work: () => Promise<T>,
  options: { isRead: boolean },
) => Promise<T>

export interface ServerOptions {
  logger: FastifyBaseLogger
  /** Number of reverse proxies in front of the server: that many entries of X-Forwarded-For are trusted. */
  trustedProxies: number
  /** Public origin. */
  url: string
  version: string
  authenticate: Authenticate
  authorize: Authorize
  authorizeOrganization: AuthorizeOrganization
  inBucketOf: InBucketOf
  shares: ShareLimits
  /** Room for what people and their tools record: comments, releases, projects and the like. */
  recordsSpace: RecordsSpace
  /** Whether an error will pass by itself: the database is unreachable, or another transaction was in the way. */
  isPassing: (error: unknown) => boolean
  /** Receives such an error of each request. */
  onPassing?: (error: unknown) => void
}

/** Creates a server without routes: limits, request ids, headers, checks, errors and the OpenAPI document. */
export async function createServer(options: ServerOptions): Promise<App> {
  const app: App = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: newRequestId,
    // A number here would mean that no proxy is trusted.
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    bodyLimit: limits.ingestBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // A missing Host is refused below, because Node's own response has no body. By default Node checks for overdue
    // requests only every 30 s.
    http: { headersTimeout: 15_000, requireHostHeader: false, connectionsCheckingInterval: 5000 },
    // Requests on open connections are still served while draining.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // An anonymous user id of 200 characters, each of which takes up to nine when percent-encoded.
    routerOptions: { maxParamLength: 1800 },
    clientErrorHandler: respondToBrokenRequest,
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply.headers(securityHeaders)),
    schemaController: {
      compilersFactory: {
        buildValidator: (() => validatorCompiler(components)) as never,
        // Responses are built field by field, and tests check them against the OpenAPI document. Compiled serializers
        // for some 200 response schemas took a second of every start, and were no faster than JSON.stringify.
        buildSerializer: (() => () => JSON.stringify) as never,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  const handleError = errorHandler(options.isPassing, options.onPassing)
  const headers = headersOf(options.url)

  app.decorate('authenticate', options.authenticate)
  app.decorate('authorize', options.authorize)
  app.decorate('authorizeOrganization', options.authorizeOrganization)
  app.decorate('inBucketOf', options.inBucketOf)
  app.decorate('callerShares', new CallerShares(options.shares))
  app.decorate('recordsSpace', options.recordsSpace)
  app.decorate('browserCookie', browserCookieOf(options.url))
  app.decorate('sessionCookie', sessionCookieOf(options.url))
  app.decorate('publicUrl', options.url)
  app.decorateRequest('caller')
  app.setErrorHandler(handleError)
  for (const component of components) app.addSchema(component)
  acceptOnlyJson(app)
  app.addHook('onRequest', async (request, reply) => {
    noteRequest(request.raw, Number(request.headers['content-length'] ?? 0))
    reply.headers(headers).header('x-request-id', request.id)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new Refusal('malformed_request', { message: 'HTTP/1.1 requests need a Host header.' })
  })
  if (options.trustedProxies === 0) warnOfUntrustedProxy(app)
  // Node would respond with 417 without a body. No server has to support expectations (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  compressResponses(app)
  handleUnknownRoutes(app)
  await serveDocument(app, options)
  return app
}

/** Accepts only JSON. An empty body counts as none: many clients send the header without a body. */
function acceptOnlyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void parse(request as FastifyRequest, withoutLoneSurrogates(body as string), done)
  })
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const isEmpty = coding === undefined && (length === undefined || length === '0')
    done(isEmpty || request.is404 ? null : new Refusal('unsupported_media_type'), undefined)
  })
}

function warnOfUntrustedProxy(app: App): void {
  let warned = false
  app.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    warned = true
    request.log.warn(
      'received X-Forwarded-For, but BUGLE_TRUST_PROXY is 0: all clients share the limits of the proxy’s address',
    )
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
    authorize: Authorize
    authorizeOrganization: AuthorizeOrganization
    inBucketOf: InBucketOf
    callerShares: CallerShares
    recordsSpace: RecordsSpace
    sessionCookie: SessionCookie
    browserCookie: BrowserCookie
    /** Public address of the server. */
    publicUrl: string
  }
  interface FastifyRequest {
    /** Set on routes whose access is `caller`. */
    caller?: Caller
  }
}
