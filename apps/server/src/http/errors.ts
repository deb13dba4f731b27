import { type ErrorBody, type ErrorCode, statusOf } from '@bugle/protocol'
import type { ErrorObject } from 'ajv'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { fieldErrors } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Code of the refusal of an invalid body; `invalid_payload` by default. */
    invalidBody?: 'validation_failed' | 'invalid_payload'
  }
}

/** Returns the status, headers and body of a refusal. All errors have this one shape. */
export function errorResponseOf(refusal: Refusal, requestId: string) {
  return {
    status: statusOf(refusal.code),
    headers: headersOf(refusal),
    body: errorBodyOf(refusal, requestId),
  }
}

function errorBodyOf({ code, message, errors }: Refusal, requestId: string): ErrorBody {
  return { code, message, ...(errors === undefined ? {} : { errors }), request_id: requestId }
}

/** Sends a refusal. It is serialized here, past the route's schemas, so that none of them can alter it. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, headers, body } = errorResponseOf(refusal, reply.request.id)
  return reply
    .code(status)
    .headers(headers)
    .header('x-request-id', body.request_id)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(JSON.stringify(body))
}

/**
 * Turns everything that is thrown during a request into a refusal. Unexpected errors are bugs: they are logged with the
 * request id, and the response has no details.
 *
 * @param isPassing recognizes errors that are not bugs: nothing was changed, and the same request may succeed in a moment
 * @param onPassing receives them
 */
export function errorHandler(isPassing: (error: unknown) => boolean, onPassing: (error: unknown) => void = () => {}) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = refusalOf(error, request)
    if (refusal !== undefined) return sendRefusal(reply, refusal)
    if (isPassing(error)) {
      onPassing(error)
      return sendRefusal(reply, new Refusal('unavailable'))
    }
    const { method, routeOptions } = request
    request.log.error({ err: withoutRows(error), method, url: routeOptions.url }, 'bug')
    return sendRefusal(reply, new Refusal('internal'))
  }
}

/** Removes the detail of a database error: it quotes whole rows, which do not belong in a log. */
function withoutRows(error: Error & { detail?: unknown }): Error {
  if (error.detail !== undefined) error.detail = undefined
  return error
}

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error.validation !== undefined) return invalid(error, request)
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request)
  const code = byFastifyCode[error.code]
  if (code !== undefined) return new Refusal(code)
  // The client disconnected while it was sending; nobody reads this response.
  if (error.code === 'ECONNRESET' && request.raw.destroyed) return new Refusal('malformed_request')
  // Libraries reject paths that lead out of their folder, for example: nothing of that name exists.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('not_found')
  return undefined
}

function invalid({ validation, validationContext }: FastifyError, request: FastifyRequest): Refusal {
  const errors = fieldErrors(validation as unknown as ErrorObject[])
  if (validationContext !== 'body') return new Refusal('invalid_parameter', { errors })
  return new Refusal(request.routeOptions.config.invalidBody ?? 'invalid_payload', { errors })
}

function tooLarge(request: FastifyRequest): Refusal {
  return new Refusal('payload_too_large', {
    message: `The body is larger than the ${request.routeOptions.bodyLimit} bytes that this route accepts.`,
  })
}

function headersOf({ code, retryAfterSeconds }: Refusal): Record<string, string> {
  const status = statusOf(code)
  if (status === 429 || status === 503) return { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds ?? 1))) }
  if (code === 'unauthenticated' || code === 'session_replaced') return { 'www-authenticate': 'Bearer' }
  return {}
}
