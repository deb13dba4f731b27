import type { ErrorBody } from '@bugle/protocol'
import type { Ajv } from 'ajv'
import { type Document, OpenAPIBackend } from 'openapi-backend'

export interface Answered {
  method: string
  /** Without the query string. */
  path: string
  status: number
  headers: Headers
  /** Parsed JSON, or undefined when there was none. */
  body: unknown
}

/** Throws when an answer is not what the OpenAPI document says it would be. */
export type Contract = (answer: Answered) => void

/**
 * Holds answers to the document: the status is declared, the body has the declared shape and nothing beside
 * it, an error is an error body, and the headers that every answer has are there.
 */
export async function createContract(document: object): Promise<Contract> {
  const api = new OpenAPIBackend({ definition: closed(document) as Document, quick: true, customizeAjv: withFormats })
  await api.init()
  const { components } = document as { components: { schemas: { ErrorBody: object } } }
  if (components.schemas.ErrorBody === undefined) throw new Error('The document has no ErrorBody.')
  return (answer) => {
    checkHeaders(answer)
    if (answer.status >= 400) checkErrorBody(answer)
    const { path, status, body } = answer
    const method = answer.method === 'HEAD' ? 'GET' : answer.method
    const operation = api.matchOperation({ method, path, headers: {} })
    // Paths and methods that the document does not know answer 404 and 405, what is no path 400.
    if (operation === undefined) return expectThat([400, 404, 405].includes(status), answer, 'is not in the document')
    expectThat(String(status) in (operation.responses ?? {}), answer, 'has a status that is not declared')
    if (answer.method === 'HEAD') return
    const { errors } = api.validateResponse(body ?? null, operation, status)
    expectThat(!errors, answer, `differs from its schema: ${JSON.stringify(errors)}`)
  }
}

function withFormats(ajv: Ajv): Ajv {
  const isTimestamp = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
  return ajv.addFormat('date-time', isTimestamp).addFormat('email', true)
}

function checkErrorBody(answer: Answered): void {
  const { code, message, request_id } = (answer.body ?? {}) as Partial<ErrorBody>
  const isWhole = [code, message, request_id].every((text) => typeof text === 'string' && text !== '')
  expectThat(isWhole, answer, 'is no error body')
  expectThat(answer.headers.get('x-request-id') === request_id, answer, 'names another request id in its header')
  const waits = answer.status === 429 || answer.status === 503
  expectThat(waits === answer.headers.has('retry-after'), answer, 'has Retry-After exactly on 429 and 503')
}

function checkHeaders(answer: Answered): void {
  const { headers } = answer
  expectThat(headers.get('x-content-type-options') === 'nosniff', answer, 'lacks nosniff')
  expectThat(
    headers.get('content-security-policy')?.includes("default-src 'none'") === true,
    answer,
    'lacks the policy',
  )
  expectThat(!headers.has('server') && !headers.has('x-powered-by'), answer, 'tells what the server runs on')
}

function expectThat(holds: boolean, { method, path, status, body }: Answered, sentence: string): void {
  if (!holds) throw new Error(`${method} ${path} → ${status} ${sentence}\n${JSON.stringify(body, null, 2)}`)
}

/** The document with no room for properties that it does not name. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]))
  const isPlainObject = 'properties' in copy && 'type' in copy && !('additionalProperties' in copy)
  return isPlainObject ? { ...copy, additionalProperties: false } : copy
}
