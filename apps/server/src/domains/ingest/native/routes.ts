import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCode, IngestAcknowledgement, IngestEvent } from '@bugle/protocol'
import { type App, describeErrors, errorResponseOf, newRequestId, securityHeaders } from '../../../http/index.ts'
import type { RateDecision } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import { addShortcut, BodyCut, corsHeaders, type IngestDeps, IngestRefusal, send } from '../admission/index.ts'
import { ingest } from './ingest.ts'

/** Both spellings of the endpoint share one limit and one function. */
const paths = ['/ingest', '/api/ingest'] as const

/**
 * Mounts POST and OPTIONS of both spellings. They are ordinary routes for the OpenAPI document, the hooks and the tests;
 * requests from the network take a shortcut past the framework to the same function, which saves a fifth of an
 * event's CPU.
 */
export function mountIngestRoutes(app: App, deps: IngestDeps): void {
  const answer = (request: IncomingMessage, response: ServerResponse) => respondToIngest(deps, request, response)
  void app.register(async (scope) => {
    // The body is read by ingest itself, as a stream with its own limit and its own decompression.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const path of paths) {
      scope.post(
        path,
        { schema: documentation(path), attachValidation: true, validatorCompiler: () => () => true },
        (request, reply) => {
          reply.hijack()
          void answer(request.raw, reply.raw)
        },
      )
      scope.options(path, { schema: { hide: true } }, (request, reply) => {
        reply.hijack()
        respondToPreflight(request.raw, reply.raw)
      })
    }
  })
  addShortcut(app, (request) => request.url === paths[0] || request.url === paths[1], answer)
}

const plainHeaders = Object.entries({
  ...securityHeaders,
  ...corsHeaders,
  'content-type': 'application/json; charset=utf-8',
}).flat()

async function respondToIngest(deps: IngestDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const began = performance.now()
  try {
    const { eventId, issueId, rate } = await ingest(deps, request)
    deps.onResponse(202, performance.now() - began)
    send(deps, request, response, 202, `{"event_id":"${eventId}","issue_id":"${issueId}"}`, [
      ...plainHeaders,
      ...rateHeaders(rate),
    ])
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

function respondToPreflight(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    ...securityHeaders,
    ...corsHeaders,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type, Content-Encoding, X-Service-Token, Idempotency-Key',
    'access-control-max-age': '7200',
  })
  response.end()
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

function documentation(path: string) {
  const { response, ...codes } = describeErrors(refusals)
  return {
    operationId: path === '/ingest' ? 'postIngest' : 'postApiIngest',
    summary: 'Send one error event',
    description:
      'Authenticated by the project’s ingest token in X-Service-Token. A 202 is a promise: the event is on disk. ' +
      'A body may be sent with Content-Encoding gzip, deflate or br; limits count what comes out.',
    tags: ['Ingest'],
    security: [{ ingestToken: [] }],
    ...codes,
    body: IngestEvent,
    response: { 202: { description: 'The event is on disk.', ...IngestAcknowledgement }, ...response },
  }
}
