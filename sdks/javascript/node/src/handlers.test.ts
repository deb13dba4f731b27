import { close, setTag, start } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { captureRequestError, withLambda, withRequest } from './handlers.ts'
import { asyncScopes } from './init.ts'

let test: TestClient

beforeEach(() => {
  test = new TestClient({}, undefined, asyncScopes())
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'com.example' }, () => test.client)
})

afterEach(() => void close())

const request = () => new Request('https://shop.example.com/orders/7?token=hidden', { method: 'POST' })

it('gives each request a scope of its own, and reports its error once with method and path', async () => {
  const handler = withRequest(async (_request: Request) => {
    setTag('order', 7)
    throw new RangeError('out of stock')
  }, '/orders/:id')
  await expect(handler(request())).rejects.toThrow('out of stock')
  expect(withRequest(() => new Response('ok'))()).toBeInstanceOf(Response)
  await test.client.flush()
  expect(test.events).toMatchObject([
    {
      exception_type: 'RangeError',
      mechanism: { type: 'request', handled: false },
      tags: { order: 7 },
      contexts: { request: { method: 'POST', url: '/orders/7', route: '/orders/:id' } },
    },
  ])
  expect(JSON.stringify(test.events)).not.toContain('hidden')
})

it('has the parameters of its handler, and one at least: Deno passes no request to a handler without', () => {
  const lengthOf = (handler: (...given: never[]) => unknown) => withRequest(handler).length
  expect([lengthOf(() => 1), lengthOf((_request: Request, _info: object) => 1)]).toEqual([1, 2])
  expect(lengthOf(undefined as unknown as () => unknown)).toBe(1)
})

it('takes a thrown response, or an error below 500, for an answer', async () => {
  const redirect = withRequest(() => {
    throw Response.redirect('https://shop.example.com/')
  })
  expect(redirect).toThrow()
  captureRequestError(Object.assign(new Error('gone'), { status: 404 }), request())
  captureRequestError(new Error('broken'), request(), '/orders/:id')
  await test.client.flush()
  expect(test.events).toMatchObject([
    { message: 'broken', contexts: { request: { method: 'POST', url: '/orders/7', route: '/orders/:id' } } },
  ])
})

it('sends everything of a function before it is frozen, and passes on what it throws', async () => {
  const handler = withLambda(async (event: { rawPath?: string }, _context: object) => {
    if (event.rawPath === '/bad') throw new Error('bad')
    return { statusCode: 200 }
  })
  const context = { functionName: 'pay', awsRequestId: 'req-7' }
  expect(await handler({ rawPath: '/good' }, context)).toEqual({ statusCode: 200 })
  await expect(handler({ rawPath: '/bad' }, context)).rejects.toThrow('bad')
  // Without a further flush.
  expect(test.events).toMatchObject([
    { message: 'bad', contexts: { request: { url: '/bad', function: 'pay', request_id: 'req-7' } } },
  ])
})
