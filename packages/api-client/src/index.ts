/**
 * Typed fetch client for the API of a Bugle server: `npm run generate` derives every path, parameter and response from
 * docs/openapi.json. It has no state and stores nothing, least of all tokens.
 */
import createFetchClient, { type Client } from 'openapi-fetch'
import { ApiError, type ApiErrorBody } from './api-error.ts'
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

export type ApiClient = Client<paths>

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
export function createApiClient(options: ApiClientOptions = {}): ApiClient {
  const client = createFetchClient<paths>({ baseUrl: '', ...options })
  client.use({
    onResponse: async ({ response }) => {
      if (!response.ok) throw await refusalOf(response)
      return isJson(response) ? readWhole(response) : undefined
    },
    // Errors thrown above pass through here too; only a missing response is converted.
    onError: ({ error }) => (error instanceof ApiError || isAbort(error) ? undefined : noResponse(error)),
  })
  return client
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

function noResponse(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'no_response', message: 'The server did not respond.', errors: {}, cause })
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true
}

/** Reads the whole body, so that a connection that breaks in the middle is a missing response. */
async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response
  const text = await response.text().catch((error: unknown) => {
    throw isAbort(error) ? error : noResponse(error)
  })
  return new Response(text, { status, headers })
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
