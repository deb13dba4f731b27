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
