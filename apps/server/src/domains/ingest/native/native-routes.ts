import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '@bugle/protocol'
import type { TSchema } from 'typebox'
import { type App, describeErrors, errorResponseOf, newRequestId, securityHeaders } from '../../../http/index.ts'
import type { RateDecision } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import { addShortcut, BodyCut, corsHeaders, type IngestDeps, IngestRefusal, send } from '../admission/index.ts'
import type { Taken } from './taken.ts'

/** An endpoint of Bugle's own way in, by its two paths: `/ingest/…` and `/api/ingest/…`. */
export interface NativeRoute<Deps extends IngestDeps> {
  /** Begins with `/ingest`. */
  path: string
  /** Names of the operations of both paths. */
  operations: readonly [plain: string, api: string]
  summary: string
  description: string
  body?: TSchema
  query?: TSchema
  acknowledgement: TSchema & { description?: string }
  /** @throws IngestRefusal */
  receive: (deps: Deps, request: IncomingMessage) => Promise<Taken>
}

const preflightHeaders = {
  ...securityHeaders,
  ...corsHeaders,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type, Content-Encoding, X-Service-Token, Idempotency-Key',
  'access-control-max-age': '7200',
}

/**
 * Mounts POST and OPTIONS of both spellings. They are ordinary routes for the OpenAPI document, the hooks and the tests;
 * requests from the network take a shortcut past the framework to the same function, which saves a fifth of an
 * event's CPU.
 */
export function mountNativeRoutes<Deps extends IngestDeps>(
  app: App,
  deps: Deps,
  routes: readonly NativeRoute<Deps>[],
): void {
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>()
  void app.register(async (scope) => {
    // The body is read by ingest itself, as a stream with its own limit and its own decompression.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const route of routes)
      for (const [index, path] of [route.path, `/api${route.path}`].entries()) {
        const answer = (request: IncomingMessage, response: ServerResponse) => respond(deps, request, response, route)
        answers.set(path, answer)
        const schema = documentation(route, route.operations[index]!)
        scope.post(path, { schema, attachValidation: true, validatorCompiler: () => () => true }, (request, reply) => {
          reply.hijack()
          void answer(request.raw, reply.raw)
        })
        scope.options(path, { schema: { hide: true } }, (_request, reply) => {
          reply.hijack()
          reply.raw.writeHead(204, preflightHeaders).end()
        })
      }
  })
  addShortcut(
    app,
    ({ url }) => answers.has(url!),
    (request, response) => answers.get(request.url!)!(request, response),
  )
}

const plainHeaders = Object.entries({
  ...securityHeaders,
  ...corsHeaders,
  'content-type': 'application/json; charset=utf-8',
}).flat()

async function respond<Deps extends IngestDeps>(
  deps: Deps,
  request: IncomingMessage,
  response: ServerResponse,
  { receive }: NativeRoute<Deps>,
): Promise<void> {
  const began = performance.now()
  try {
    const { body, rate } = await receive(deps, request)
    deps.onResponse(202, performance.now() - began)
    send(deps, request, response, 202, body, [...plainHeaders, ...rateHeaders(rate)])
  } catch (error) {
    if (error instanceof BodyCut) return void response.destroy()
    const requestId = newRequestId()
    const { refusal, rate } = error instanceof IngestRefusal ? error : reportBug(deps, error, requestId)
    const { status, headers, body } = errorResponseOf(refusal, requestId)
    deps.onResponse(status, performance.now() - began)
    const more = [...plainHeaders, ...rateHeaders(rate), ...Object.entries(headers).flat(), 'x-request-id', requestId]
    send(deps, request, response, status, JSON.stringify(body), more)
  }
}

function reportBug({ onBug }: IngestDeps, error: unknown, requestId: string): IngestRefusal {
  onBug(error, requestId)
  return new IngestRefusal(new Refusal('internal'), undefined)
}

/** Seconds until the limit is whole again, or until the next request may pass. */
function rateHeaders(rate: RateDecision | undefined): string[] {
  if (rate === undefined) return []
  return [
    'x-ratelimit-limit',
    String(rate.limit),
    'x-ratelimit-remaining',
    String(rate.remaining),
    'x-ratelimit-reset',
    String(Math.ceil(rate.resetMs / 1000)),
  ]
}

const refusals: ErrorCode[] = [
  'malformed_body',
  'invalid_payload',
  'invalid_ingest_token',
  'subscription_inactive',
  'app_id_mismatch',
  'payload_too_large',
  'unsupported_encoding',
  'rate_limited',
  'internal',
  'overloaded',
  'storage_full',
  'project_storage_full',
]

function documentation<Deps extends IngestDeps>(route: NativeRoute<Deps>, operationId: string) {
  const { summary, description, body, query, acknowledgement } = route
  const { response, ...codes } = describeErrors(refusals)
  return {
    operationId,
    summary,
    description,
    tags: ['Ingest'],
    security: [{ ingestToken: [] }],
    ...codes,
    ...(body === undefined ? {} : { body }),
    ...(query === undefined ? {} : { querystring: query }),
    response: { 202: { description: 'It is on disk.', ...acknowledgement }, ...response },
  }
}
