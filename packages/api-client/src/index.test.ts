import { expect, it } from 'vitest'
import { createApiClient, isAway, responseBody } from './index.ts'

const headers = { 'content-type': 'application/json; charset=utf-8' }
const clientOf = (response: () => Response) =>
  createApiClient({ baseUrl: 'https://bugle.test', fetch: async () => response() })
const list = (client: ReturnType<typeof clientOf>) => responseBody(client.GET('/api/projects'))

it('returns the body of a response', async () => {
  const body = { projects: [], next_cursor: null }
  expect(await list(clientOf(() => new Response(JSON.stringify(body), { headers })))).toEqual(body)
})

it('says that the server is away where a connection is cut within a response', async () => {
  const cut = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    })
  const error = await list(clientOf(() => new Response(cut(), { headers }))).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 0, code: 'no_response' })
  expect(isAway(error)).toBe(true)
})

it('leaves an interruption what it is', async () => {
  const interrupted = () =>
    new ReadableStream({ pull: (controller) => controller.error(new DOMException('aborted', 'AbortError')) })
  await expect(list(clientOf(() => new Response(interrupted(), { headers })))).rejects.toMatchObject({
    name: 'AbortError',
  })
})

const written = async (call: (client: ReturnType<typeof createApiClient>) => Promise<unknown>) => {
  let sent: Request | undefined
  const client = createApiClient({
    baseUrl: 'https://bugle.test/base',
    headers: { 'X-Service-Client': 'web' },
    fetch: async (request) => {
      sent = request
      return new Response(null, { status: 204 })
    },
  })
  await call(client)
  const { method, url, headers } = sent!
  return { method, url, headers: Object.fromEntries(headers), body: await sent!.text() }
}

it('writes the parameters of a path and a query, of which lists are repeated and missing ones left out', async () => {
  const query = { query: 'is:new & "ä/?"', level: ['error', 'fatal'], cursor: undefined } as object
  const params = { path: { id: 'prj_/a b' }, query }
  expect(await written((client) => client.GET('/api/projects/{id}/issues', { params }))).toEqual({
    method: 'GET',
    url: 'https://bugle.test/base/api/projects/prj_%2Fa%20b/issues?query=is%3Anew%20%26%20%22%C3%A4%2F%3F%22&level=error&level=fatal',
    headers: { 'x-service-client': 'web' },
    body: '',
  })
})

it('sends JSON, with headers that replace those of all calls', async () => {
  const body = { email: 'ada@example.com', password: 'correct horse' }
  const options = {
    body,
    params: { header: { 'x-service-client': 'cli' as const } },
    headers: { 'Content-Type': 'text/json' },
  }
  expect(await written((client) => client.POST('/api/auth/login', options))).toEqual({
    method: 'POST',
    url: 'https://bugle.test/base/api/auth/login',
    headers: { 'content-type': 'text/json', 'x-service-client': 'cli' },
    body: JSON.stringify(body),
  })
})

it('sends bytes as they are', async () => {
  const options = { params: { path: { id: 'prj_1', chunk: 'c' } }, body: 'bytes', bodySerializer: () => 'packed' }
  const sent = await written((client) =>
    client.PUT('/api/projects/{id}/uploads/chunks/{chunk}', options as Pick<typeof options, 'params'>),
  )
  expect(sent).toMatchObject({ body: 'packed' })
})

it('returns text and streams as they arrive, and no body of a response without one', async () => {
  const answer = () => new Response('{"a": 1}', { headers })
  const get = (parseAs: 'text' | 'stream') =>
    clientOf(answer).GET('/api/projects', { parseAs }) as Promise<{ data?: unknown }>
  expect((await get('text')).data).toBe('{"a": 1}')
  expect((await get('stream')).data).toBeInstanceOf(ReadableStream)
  expect((await clientOf(() => new Response(null, { status: 204 })).GET('/api/projects')).data).toBeUndefined()
})

it('throws a refusal with its code, the fields that it names, and when to try again', async () => {
  const body = {
    code: 'rate_limited',
    message: 'Too many requests.',
    errors: { email: ['is taken'] },
    request_id: 'r1',
  }
  const refuse = (text: string) =>
    clientOf(() => new Response(text, { status: 429, headers: { ...headers, 'retry-after': '7' } }))
  await expect(list(refuse(JSON.stringify(body)))).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    errors: { email: ['is taken'] },
    requestId: 'r1',
    retryAfterSeconds: 7,
  })
  await expect(list(refuse('<html>'))).rejects.toMatchObject({ status: 429, code: 'unreadable' })
})
