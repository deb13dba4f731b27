import { STATUS_CODES } from 'node:http'
import { ErrorBody, type ErrorCode, errorCodes, statusOf } from '@bugle/protocol'
import type { TSchema } from 'typebox'
import { withReferences } from './components.ts'

export interface ErrorForm {
  /** Named schema of the body. */
  body?: TSchema
  /** Statuses of codes, for clients that read some of them otherwise. */
  toStatus?: (code: ErrorCode) => number
}

interface RouteErrors {
  'x-codes': ErrorCode[]
  response: Record<number, unknown>
}

/** Describes the errors of a route, for its schema: their codes, and a response for each of their statuses. */
export function describeErrors(
  codes: Iterable<ErrorCode>,
  { body = ErrorBody, toStatus = statusOf }: ErrorForm = {},
): RouteErrors {
  const given = new Set(codes)
  const sorted = errorCodes.filter((code) => given.has(code))
  return {
    'x-codes': sorted,
    response: Object.fromEntries(sorted.map((code) => [toStatus(code), withReferences(body)])),
  }
}

interface Response {
  $ref?: string
  description?: string
  headers?: object
  content?: Record<string, { schema?: { $ref?: string } }>
}

interface Operation {
  'x-codes'?: ErrorCode[]
  responses: Record<string, Response>
}

interface Document {
  paths?: object
  components?: object
}

/**
 * Replaces the error responses of all operations by references to `components.responses`, which has one for each status
 * and form of body: spelled out they would be half of the document.
 */
export function shareErrorResponses<D extends Document>(document: D): D {
  const shared: Record<string, Response> = {}
  for (const operations of Object.values(document.paths ?? {}))
    for (const operation of Object.values(operations as Record<string, Operation>)) {
      if (operation['x-codes'] === undefined) continue
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        const schema = Object.values(response.content ?? {})[0]!.schema!
        const name = nameOf(status, schema.$ref!)
        shared[name] ??= responseOf(status, schema)
        operation.responses[status] = { $ref: `#/components/responses/${name}` }
      }
    }
  const responses = Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...document, components: { ...document.components, responses } }
}

/** `404`, `#/components/schemas/SentryErrorBody` → `SentryNotFound` */
function nameOf(status: string, ref: string): string {
  const form = ref.slice(ref.lastIndexOf('/') + 1).replace(/ErrorBody$/, '')
  return `${form}${STATUS_CODES[status]!.replaceAll(' ', '')}`
}

function responseOf(status: string, schema: object): Response {
  const waits = status === '429' || status === '503'
  return {
    description: `${STATUS_CODES[status]}; \`x-codes\` of the operation has the codes.`,
    ...(waits && {
      headers: {
        'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'string' } },
      },
    }),
    content: { 'application/json': { schema } },
  }
}
