/**
 * The interface of a Bugle server, typed: every path, parameter and answer comes from docs/openapi.json by
 * `npm run generate`. It owns no state and stores nothing, tokens least of all.
 */
import createFetchClient, { type Client } from 'openapi-fetch'
import { ApiError, type ApiErrorBody } from './api-error.ts'
import type { components, paths } from './schema.ts'

export { ApiError } from './api-error.ts'

/** The named schemas of the interface, such as `Schemas['Issue']`. */
export type Schemas = components['schemas']

/** The JSON body that a call takes: `BodyOf<'/api/issues/{id}', 'patch'>`. */
export type BodyOf<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

export type ApiClient = Client<paths>

export interface ApiClientOptions {
  /** Where the server is, without a slash at the end; by default where the page comes from. */
  baseUrl?: string
  /** Sent with every request, such as `Authorization` or `X-Service-Client`. */
  headers?: Record<string, string>
  /** The fetch to use; tests and programs may give their own. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * A client of one server.
 *
 * @throws {ApiError} from every call: what the server refused, with its code, or `no_response`
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
    },
    // What is thrown above comes past here too; only what never had an answer is renamed.
    onError: ({ error }) => (error instanceof ApiError || isAbort(error) ? undefined : noAnswer(error)),
  })
  return client
}

/**
 * The body of an answer that has one.
 *
 * @param call what a method of the client gave
 * @example const { issue } = await responseBody(api.GET('/api/issues/{id}', { params: { path: { id } } }))
 */
export async function responseBody<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call
  if (data === undefined || data === null) throw new Error('the answer has no body')
  return data
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as ApiErrorBody | undefined
  const seconds = Number(response.headers.get('retry-after'))
  return new ApiError({
    status: response.status,
    code: body?.code ?? 'unreadable',
    message: body?.message ?? `The server answered ${response.status}.`,
    errors: body?.errors ?? {},
    requestId: body?.request_id,
    retryAfterSeconds: seconds > 0 ? seconds : undefined,
  })
}

function noAnswer(cause: unknown): ApiError {
  return new ApiError({ status: 0, code: 'no_response', message: 'The server did not answer.', errors: {}, cause })
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
