import { close, setTag, start } from '@bugle/core'
import { afterEach, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { bugleErrors, bugleRequests } from './express.ts'

afterEach(() => close())

it('reports an error with the scope of its request, also by a callback that comes without it', async () => {
  const test = new TestClient()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
  const [one, other] = ['/orders/7?a=hidden', '/orders/8'].map((url) => ({ method: 'GET', url }))
  const response = { statusCode: 200, headersSent: false }
  const handedOn: unknown[] = []
  bugleRequests()(one!, response, () => setTag('order', 7))
  bugleRequests()(other!, response, () => {
    setTag('order', 8)
    // A connection that this request has opened answers the other one.
    bugleErrors()(new Error('no such order'), one!, response, (error) => handedOn.push(error))
  })
  await test.client.flush()
  expect(test.events).toMatchObject([
    { tags: { order: 7 }, contexts: { request: { method: 'GET', url: '/orders/7' } }, mechanism: { type: 'express' } },
  ])
  expect(handedOn).toMatchObject([{ message: 'no such order' }])
})
