import { afterEach, expect, it, vi } from 'vitest'
import { addBreadcrumb, captureException, captureMessage, close, getClient, setContext, start } from './index.ts'
import { TestClient } from './testing/client.ts'

const given = { token: 'bgl_live_x', endpoint: 'http://bugle.test', appId: 'com.example' }

afterEach(async () => {
  await close()
  vi.restoreAllMocks()
})

it.each(['bugle.example.com', 'localhost:8080', 'ftp://bugle.test'])(
  'stays off and says so when the endpoint is %s, which is no address of a server',
  (endpoint) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const create = vi.fn()
    expect(start({ ...given, endpoint }, create)).toBeUndefined()
    expect(create).not.toHaveBeenCalled()
    expect(warn.mock.calls.join()).toContain(endpoint)
  },
)

it.each(['https://bugle.test', 'HTTP://bugle.test/ingest', '/relay'])('is on with the endpoint %s', (endpoint) => {
  start({ ...given, endpoint }, (options) => new TestClient(options).client)
  expect(getClient()?.url).toMatch(/[^/]\/ingest$/)
})

interface Order {
  id: number
}

// Compiling is half of this test: an interface is no `Record`, and a missing environment variable is undefined.
it('accepts facts of any interface, and optional options that are undefined', async () => {
  const test = new TestClient({ release: process.env.BUGLE_NO_SUCH_NAME, sampleRate: undefined, tags: undefined })
  start(given, () => test.client)
  const order: Order = { id: 7 }
  setContext('order', order)
  setContext('lazy', () => order)
  addBreadcrumb({ category: 'cart', message: 'opened', data: order })
  captureException(new Error('x'), { extra: order, level: undefined, fingerprint: undefined })
  await test.client.flush()
  expect(test.events).toMatchObject([
    { contexts: { order, lazy: order }, breadcrumbs: [{ data: order }], extra: order, level: 'error' },
  ])
  expect(test.events[0]).not.toHaveProperty('release')
})

it('treats null as omitted', async () => {
  const test = new TestClient()
  start(given, () => test.client)
  expect(captureException(new Error('kept'), null as never)).toEqual(expect.any(String))
  expect(captureMessage('kept, too', undefined, null as never)).toEqual(expect.any(String))
  await test.client.flush()
  expect(test.events.map(({ message }) => message)).toEqual(['kept', 'kept, too'])
})
