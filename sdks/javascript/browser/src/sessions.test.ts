import { captureException, close, setUser, start } from '@bugle/core'
import { afterEach, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { sessions } from './sessions.ts'

const uncaught = { mechanism: { type: 'onerror', handled: false } }

function begin(options: object = { release: 'shop@4.2.0' }): TestClient {
  const test = new TestClient(options, undefined, undefined, [sessions()])
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'com.example' }, () => test.client)
  return test
}

const statusesOf = (test: TestClient) =>
  test.bodiesTo('sessions').map((body) => (body as { sessions: { status: string }[] }).sessions[0]!.status)

afterEach(() => void close())

it('is one request for a page load without errors, with the user whom the page names meanwhile', async () => {
  const test = begin()
  setUser({ id: 'anon-1' })
  expect(test.requests).toEqual([])
  test.runTimers()
  test.client.leave()
  await test.settle()
  test.client.leave()
  await test.settle()
  expect(test.bodiesTo('sessions')).toMatchObject([
    { app_id: 'com.example', release: 'shop@4.2.0', sessions: [{ status: 'ok', user_id: 'anon-1' }] },
  ])
})

it('is sent when the page is left at once', async () => {
  const test = begin()
  test.client.leave()
  await test.settle()
  expect(test.requests).toMatchObject([{ url: 'http://bugle.test/ingest/sessions', keepalive: true }])
})

it('says once that errors occurred, and once that one was not handled', async () => {
  const test = begin()
  test.runTimers()
  for (const index of [1, 2, 3]) captureException(new Error(`handled ${index}`))
  test.runTimers()
  for (const index of [1, 2]) captureException(new Error(`uncaught ${index}`), uncaught)
  test.runTimers()
  await test.client.flush()
  expect(statusesOf(test)).toEqual(['ok', 'errored', 'unhandled'])
})

it('is not sent without a release, which it would count for', async () => {
  const test = begin({})
  captureException(new Error('x'), uncaught)
  test.runTimers()
  await test.client.flush()
  expect(test.requests.map(({ url }) => url)).toEqual(['http://bugle.test/ingest'])
})
