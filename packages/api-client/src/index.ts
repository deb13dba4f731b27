/**
 * Typed fetch client for the API of a Bugle server: `npm run generate` derives every path, parameter and response from
 * docs/openapi.json. It has no state and stores nothing, least of all tokens.
 */
import type { Client } from 'openapi-fetch'
import { ApiError, type ApiErrorBody } from './api-error.ts'
import { type Endpoint, requestTo } from './request.ts'
import type { components, paths } from './schema.ts'

export {
  ApiError,
  isAway,
  isUnready,
  type SessionEnding,
  sessionEndingOf,
} from './api-error.ts'
export { parseEventStream, type StreamedEvent } from './event-stream.ts'
export type { DocumentedUrl, RequestBodyOf, ResponseBodyOf } from './url.ts'

/** The API's named schemas, such as `Schemas['Issue']`. */
export type Schemas = components['schemas']

/** The JSON body of an endpoint: `BodyOf<'/api/issues/{id}', 'patch'>`. */
export type BodyOf<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** A call per endpoint, typed as openapi-fetch does: `api.GET('/api/issues', { params: { query: { status: 'resolved' } } })`. */
export type ApiClient = Pick<Client<paths>, (typeof methods)[number]>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export interface ApiClientOptions {
  /** URL of the server, without a trailing slash; by default the page's origin. */
  baseUrl?: string
  /** Sent with every request, such as `Authorization` or `X-Service-Client`. */
  headers?: Record<string, string>
  /** Replaces the global fetch, in tests and programs. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * Creates a client for one server.
 *
 * @throws {ApiError} from every call: a refusal with its code, or `no_response`
 * @example
 * const api = createApiClient({ baseUrl: 'https://bugle.example.com', headers: { Authorization: `Bearer ${token}` } })
 * const page = await responseBody(api.GET('/api/issues', { params: { query: { status: 'unresolved' } } }))
 * for (const issue of page.issues) console.log(issue.short_id, issue.title)
 */
export function createApiClient({
  baseUrl = '',
  headers = {},
  fetch = globalThis.fetch,
}: ApiClientOptions = {}): ApiClient {
  const send = async (endpoint: Endpoint) => {
    const response = await fetch(requestTo(endpoint, { baseUrl, headers })).catch(throwMissing)
    if (!response.ok) throw await refusalOf(response)
    return { data: await bodyOf(response, endpoint.parseAs), response }
  }
  const calls = methods.map((method) => [
    method,
    (path: string, options?: Partial<Endpoint>) => send({ ...options, method, path }),
  ])
  return Object.fromEntries(calls)
}

/**
 * Returns the body of a response that has one.
 *
 * @param call the result of a client method
 * @example const { issue } = await responseBody(api.GET('/api/issues/{id}', { params: { path: { id } } }))
 */
export async function responseBody<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call
  if (data === undefined || data === null) throw new Error('the response has no body')
  return data
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as ApiErrorBody | undefined
  const seconds = Number(response.headers.get('retry-after'))
  return new ApiError({
    status: response.status,
    code: body?.code ?? 'unreadable',
    message: body?.message ?? `The server responded with ${response.status}.`,
    errors: body?.errors ?? {},
    requestId: body?.request_id,
    retryAfterSeconds: seconds > 0 ? seconds : undefined,
  })
}

/** Reads the whole body, so that a connection that breaks in the middle is a missing response. */
async function bodyOf(response: Response, parseAs: Endpoint['parseAs']): Promise<unknown> {
  if (parseAs === 'stream') return response.body
  const text = await response.text().catch(throwMissing)
  return parseAs === 'text' ? text : text === '' ? undefined : JSON.parse(text)
}

/** Turns what fetch throws without a response into the refusal that says so. An aborted call stays one. */
function throwMissing(cause: unknown): never {
  if (cause instanceof Error && cause.name === 'AbortError') throw cause
  throw new ApiError({ status: 0, code: 'no_response', message: 'The server did not respond.', errors: {}, cause })
}
