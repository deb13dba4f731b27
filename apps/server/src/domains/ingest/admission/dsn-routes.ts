import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCode, SentryErrorBody, statusOf } from '@bugle/protocol'
import Type from 'typebox'
import { type App, describeErrors, newRequestId, securityHeaders } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import { type DsnDeps, DsnRequest, type DsnResult } from './dsn-request.ts'
import { BodyCut } from './read-body.ts'
import { IngestRefusal } from './refusals.ts'
import { send } from './respond.ts'

/** A response other than the refusals that all routes share. */
export interface DsnReply {
  status: number
  type: string
  body: string | Buffer
}

/** A route whose requests are admitted by the key of a DSN. */
export interface DsnRoute<Deps extends DsnDeps> {
  methods: readonly ('GET' | 'POST')[]
  /** Begins with `projectPath`, or is a path without a project. */
  path: string
  summary: string
  description?: string
  receive: (incoming: DsnRequest<Deps>) => Promise<DsnResult>
  reply?: (result: DsnResult, request: IncomingMessage) => DsnReply
  /** Status of the response; 200 by default. */
  status?: number
  /** Set if the response is not JSON. */
  isText?: true
}

/** The routes of one protocol. */
export interface DsnProtocol<Deps extends DsnDeps> {
  /** Tag of the routes in the API's document, and its part of their operations' names. */
  tag: string
  operations: string
  routes: readonly DsnRoute<Deps>[]
  /** Returns headers of a refusal beside those that all have. */
  refusalHeaders?: (refusal: Refusal, status: number) => string[]
  /** Ends a request that the server is too busy for without a response. @returns whether it did */
  endOverloaded?: (incoming: DsnRequest<Deps>, response: ServerResponse) => boolean
}

/** A request on its way to a route. */
interface Dispatch<Deps extends DsnDeps> extends Pick<DsnRoute<Deps>, 'receive' | 'reply'> {
  /** The project's number in the path. */
  number: number | undefined
  address?: string
}

export type DsnHandler<Deps extends DsnDeps> = (
  request: IncomingMessage,
  response: ServerResponse,
  dispatch: Dispatch<Deps>,
) => Promise<void>

/** The start of a route's path that names a project by its number: `/api/42`. */
export const projectPath = '/api/:project(^[1-9]\\d{0,14}$)'

/** Any origin may send, never with credentials; a page learns when to stop. */
const corsHeaders = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'X-Sentry-Rate-Limits, Retry-After, X-Sentry-Error, X-Request-Id',
]
const preflightHeaders = [
  'access-control-allow-methods',
  'GET, POST',
  'access-control-allow-headers',
  'Content-Type, Content-Encoding, X-Sentry-Auth, X-Requested-With, Authorization, Sentry-Trace, Baggage, Traceparent, X-Service-Token',
  'access-control-max-age',
  '7200',
]
const plainHeaders = [...Object.entries(securityHeaders).flat(), ...corsHeaders]
const json = 'application/json; charset=utf-8'

export const jsonReply = (body: string, status = 200): DsnReply => ({ status, type: json, body })
export const idReply = ({ clientId }: DsnResult): DsnReply =>
  jsonReply(clientId === undefined ? '{}' : `{"id":"${clientId}"}`)

/** Mounts the routes of a protocol as ordinary ones of the framework. @returns their handler, for a shortcut past it */
export function mountDsnRoutes<Deps extends DsnDeps>(
  app: App,
  deps: Deps,
  protocol: DsnProtocol<Deps>,
): DsnHandler<Deps> {
  const handle = createHandler(deps, protocol)
  void app.register(async (scope) => {
    // Bodies are read as streams, with limits and decompression of their own.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const route of protocol.routes) mountRoute(scope as App, route, protocol, handle)
    for (const path of new Set(protocol.routes.map((route) => route.path))) mountPreflight(scope as App, path)
  })
  return handle
}

function mountRoute<Deps extends DsnDeps>(
  scope: App,
  route: DsnRoute<Deps>,
  protocol: DsnProtocol<Deps>,
  handle: DsnHandler<Deps>,
): void {
  const { methods, path, receive, reply } = route
  const how = reply === undefined ? { receive } : { receive, reply }
  // SDKs end every path with a slash; the document names one spelling.
  for (const spelling of [path, `${path}/`]) {
    const isHidden = spelling !== path
    for (const method of methods)
      scope.route({
        method,
        url: spelling,
        schema: { ...documentation(method, route, protocol), hide: isHidden } as never,
        attachValidation: true,
        validatorCompiler: () => () => true,
        // A route of HEAD would come with GET.
        exposeHeadRoute: false,
        handler: (request, response) => {
          response.hijack()
          const { project: number } = request.params as { project?: string }
          void handle(request.raw, response.raw, {
            ...how,
            number: number === undefined ? undefined : Number(number),
            address: request.ip,
          })
        },
      })
  }
}

function mountPreflight(scope: App, path: string): void {
  for (const spelling of [path, `${path}/`])
    scope.options(spelling, { schema: { hide: true } }, (_request, response) => {
      response.hijack()
      response.raw.writeHead(204, [...plainHeaders, ...preflightHeaders]).end()
    })
}

/** Handles a request, and turns its result or refusal into the response that SDKs obey. */
function createHandler<Deps extends DsnDeps>(
  deps: Deps,
  { refusalHeaders = () => [], endOverloaded = () => false }: DsnProtocol<Deps>,
): DsnHandler<Deps> {
  return async (request, response, { number, receive, reply = idReply, address }) => {
    const began = performance.now()
    const incoming = new DsnRequest(deps, request, number, address)
    try {
      const result = await receive(incoming)
      const { status, type, body } = reply(result, request)
      deps.onResponse(status, performance.now() - began)
      const stop = result.stop === undefined ? [] : ['x-sentry-rate-limits', result.stop]
      send(deps, request, response, status, body, [...plainHeaders, 'content-type', type, ...stop])
    } catch (error) {
      if (error instanceof BodyCut) return void response.destroy()
      const isOverloaded = error instanceof IngestRefusal && error.refusal.code === 'overloaded'
      if (isOverloaded && endOverloaded(incoming, response)) {
        deps.onResponse(statusOf('overloaded'), performance.now() - began)
        return
      }
      const requestId = newRequestId()
      const refusal = error instanceof IngestRefusal ? error.refusal : bug(deps, error, requestId)
      const status = sdkStatusOf(refusal.code)
      const { retryAfterSeconds } = refusal
      deps.onResponse(status, performance.now() - began)
      send(deps, request, response, status, errorBody(refusal, requestId), [
        ...plainHeaders,
        ...(retryAfterSeconds === undefined ? [] : ['retry-after', String(retryAfterSeconds)]),
        ...refusalHeaders(refusal, status),
        'content-type',
        json,
        'x-request-id',
        requestId,
      ])
    }
  }
}

function bug({ onBug }: DsnDeps, error: unknown, requestId: string): Refusal {
  onBug(error, requestId)
  return new Refusal('internal')
}

/** SDKs drop an event on 402; a limit makes them wait. */
function sdkStatusOf(code: ErrorCode): number {
  return code === 'subscription_inactive' ? 429 : statusOf(code)
}

/** `detail` is what SDKs print. */
function errorBody({ code, message }: Refusal, requestId: string): string {
  return JSON.stringify({ detail: message, code, message, request_id: requestId } satisfies SentryErrorBody)
}

const refusals: ErrorCode[] = [
  'malformed_body',
  'invalid_ingest_token',
  'subscription_inactive',
  'app_id_mismatch',
  'origin_not_allowed',
  'payload_too_large',
  'unsupported_encoding',
  'rate_limited',
  'internal',
  'overloaded',
  'storage_full',
  'project_storage_full',
]

function documentation<Deps extends DsnDeps>(
  method: string,
  { path, summary, description, status = 200, isText }: DsnRoute<Deps>,
  { tag, operations }: DsnProtocol<Deps>,
) {
  const { response: errors, ...codes } = describeErrors(refusals, { body: SentryErrorBody, toStatus: sdkStatusOf })
  const success = {
    description: 'It is on disk.',
    ...(isText ? Type.String() : Type.Object({ id: Type.Optional(Type.String()) })),
  }
  const name = path
    .replace(projectPath, '')
    .split(/[/:?-]/)
    .filter(Boolean)
    .map(capital)
    .join('')
  return {
    operationId: `${method.toLowerCase()}${operations}${path.startsWith(projectPath) ? '' : 'Plain'}${name}`,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: [],
    ...codes,
    response: { [status]: success, ...errors },
    ...(path.includes(':') ? { params: paramsOf(path) } : {}),
  }
}

const described: Record<string, string> = {
  project: 'Number of the project, as in its DSN.',
  event: 'The id by which the SDK named the event.',
  slug: 'Name of the monitor.',
  key: 'The key of the DSN.',
}

function paramsOf(path: string) {
  const names = [...path.replace(projectPath, '/:project').matchAll(/:([a-z]+)/g)].map(([, name]) => name!)
  return Type.Object(Object.fromEntries(names.map((name) => [name, Type.String({ description: described[name]! })])))
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
