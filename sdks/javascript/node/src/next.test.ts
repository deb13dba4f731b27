import { close, start } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { onRequestError, withBugle } from './next.ts'

let test: TestClient

beforeEach(() => {
  test = new TestClient()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
})
afterEach(() => close())

const request = { method: 'GET', url: 'http://shop.test/api/orders/7?key=hidden', path: '/api/orders/7?key=hidden' }
const app = { routerKind: 'App Router', routePath: '/api/orders/[id]' }
const pages = { routerKind: 'Pages Router', routePath: '/api/orders/[id]' }
const failure = (facts: object) => Object.assign(new Error('no such key'), facts)

it.each([
  ['withBugle', (error: unknown) => withBugle((_: object) => Promise.reject(error), app.routePath)(request)],
  ['onRequestError', (error: unknown) => onRequestError(error, request, app)],
  ['onRequestError of a page', (error: unknown) => onRequestError(error, request, pages)],
])('%s reports an error of an HTTP client, whose status is not ours', async (_, report) => {
  await Promise.resolve(report(failure({ name: 'ApiError', status: 404, statusCode: 400 }))).catch(() => {})
  await test.client.flush()
  const contexts = { request: { method: 'GET', url: '/api/orders/7', route: '/api/orders/[id]' } }
  expect(test.events).toMatchObject([{ message: 'no such key', contexts, mechanism: { type: 'next' } }])
})

it('reports no redirect, no page that is missing and no body that Next refuses', async () => {
  const missing = failure({ digest: 'NEXT_HTTP_ERROR_FALLBACK;404' })
  const handler = withBugle(() => {
    throw missing
  })
  expect(handler).toThrow(missing)
  onRequestError(missing, request, app)
  onRequestError(failure({ statusCode: 400 }), request, pages)
  await test.client.flush()
  expect(test.events).toEqual([])
})
