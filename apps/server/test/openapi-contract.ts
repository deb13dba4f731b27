import type { ErrorBody } from '@bugle/protocol'
import type { Ajv } from 'ajv'
import { type Document, OpenAPIBackend } from 'openapi-backend'

export interface ReceivedResponse {
  method: string
  /** Path without the query string. */
  path: string
  status: number
  headers: Headers
  /** Parsed JSON, or undefined if there was none. */
  body: unknown
}

/** Throws if a response differs from the OpenAPI document. */
export type Contract = (response: ReceivedResponse) => void

/**
 * Checks responses against the OpenAPI document: status and code are declared, the body has exactly the declared shape,
 * an error is an error body, and the common headers are present.
 */
export async function createContract(document: object): Promise<Contract> {
  const api = new OpenAPIBackend({ definition: closed(document) as Document, quick: true, customizeAjv: withFormats })
  await api.init()
  const { components } = document as { components: { schemas: { ErrorBody: object } } }
  if (components.schemas.ErrorBody === undefined) throw new Error('The document has no ErrorBody.')
  return (response) => {
    checkHeaders(response)
    if (response.status >= 400) checkErrorBody(response)
    const { path, status, body } = response
    const method = response.method === 'HEAD' ? 'GET' : response.method
    const operation = api.matchOperation({ method, path, headers: {} })
    // Unknown paths get 404, unknown methods 405, malformed paths 400.
    if (operation === undefined)
      return expectThat([400, 404, 405].includes(status), response, 'is not in the OpenAPI document')
    expectThat(String(status) in (operation.responses ?? {}), response, 'has an undeclared status')
    if (response.method === 'HEAD') return
    if (status >= 400) {
      const { code } = body as Partial<ErrorBody>
      expectThat(
        (operation as { 'x-codes'?: unknown[] })['x-codes']?.includes(code) === true,
        response,
        'has an undeclared code',
      )
    }
    const { errors } = api.validateResponse(body ?? null, operation, status)
    expectThat(!errors, response, `differs from its schema: ${JSON.stringify(errors)}`)
  }
}

function withFormats(ajv: Ajv): Ajv {
  const isTimestamp = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
  return ajv.addFormat('date-time', isTimestamp).addFormat('email', true)
}

function checkErrorBody(response: ReceivedResponse): void {
  const { code, message, request_id } = (response.body ?? {}) as Partial<ErrorBody>
  const isWhole = [code, message, request_id].every((text) => typeof text === 'string' && text !== '')
  expectThat(isWhole, response, 'is not an error body')
  expectThat(response.headers.get('x-request-id') === request_id, response, 'names another request id in its header')
  const waits = response.status === 429 || response.status === 503
  expectThat(
    waits === response.headers.has('retry-after'),
    response,
    'does not have Retry-After exactly on 429 and 503',
  )
}

function checkHeaders(response: ReceivedResponse): void {
  const { headers } = response
  expectThat(headers.get('x-content-type-options') === 'nosniff', response, 'lacks nosniff')
  expectThat(
    headers.get('content-security-policy')?.includes("default-src 'none'") === true,
    response,
    'lacks the policy',
  )
  expectThat(!headers.has('server') && !headers.has('x-powered-by'), response, 'reveals the server’s software')
}

function expectThat(holds: boolean, { method, path, status, body }: ReceivedResponse, sentence: string): void {
  if (!holds) throw new Error(`${method} ${path} → ${status} ${sentence}\n${JSON.stringify(body, null, 2)}`)
}

/** Copies the OpenAPI document with closed objects, which allow no undeclared properties. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]))
  const isPlainObject = 'properties' in copy && 'type' in copy && !('additionalProperties' in copy)
  return isPlainObject ? { ...copy, additionalProperties: false } : copy
}
