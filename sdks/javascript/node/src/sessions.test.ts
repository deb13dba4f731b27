import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { captureException, close, getClient, start } from '@bugle/core'
import express from 'express'
import { afterEach, expect, it, vi } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { bugleErrors, bugleRequests } from './express.ts'
import { asyncScopes } from './init.ts'
import { inScope, requestScope } from './request.ts'
import { sessions } from './sessions.ts'

let test: TestClient

function begin(options: object = { release: 'shop@4.2.0' }, integration = sessions): TestClient {
  test = new TestClient(options, undefined, asyncScopes(), [integration])
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'com.example' }, () => test.client)
  return test
}

const countsOf = () =>
  test.bodiesTo('sessions').flatMap((body) =>
    (body as { counts: Record<string, unknown>[] }).counts.map(({ exited, errored, crashed }) => ({
      exited,
      errored,
      crashed,
    })),
  )

const newRequest = () => requestScope(() => ({}), {})
const fail = (handled: boolean) => captureException(new Error('x'), { mechanism: { type: 'test', handled } })

afterEach(() => void close())

it('counts requests by how they ended, in one report a minute', async () => {
  begin()
  for (let index = 0; index < 5; index += 1) newRequest()
  inScope(newRequest(), () => [fail(true), fail(true)])
  inScope(newRequest(), () => [fail(true), fail(false), fail(true)])
  expect(test.bodiesTo('sessions')).toEqual([])
  test.runTimers()
  await test.settle()
  expect(countsOf()).toEqual([{ exited: 5, errored: 1, crashed: 1 }])
  // A minute without requests has no report.
  test.runTimers()
  newRequest()
  test.runTimers()
  await test.settle()
  expect(countsOf().slice(1)).toEqual([{ exited: 1, errored: 0, crashed: 0 }])
})

it('keeps sums exact when a request fails after its minute was reported', async () => {
  begin()
  const slow = newRequest()
  test.runTimers()
  await test.settle()
  inScope(slow, () => fail(false))
  test.runTimers()
  await test.settle()
  // It was counted as well; the next good one stands for it.
  expect(countsOf()).toEqual([{ exited: 1, errored: 0, crashed: 0 }])
  newRequest()
  test.runTimers()
  await test.settle()
  expect(countsOf()[1]).toEqual({ exited: 0, errored: 0, crashed: 1 })
})

it('counts what is left when the program flushes or ends', async () => {
  begin()
  newRequest()
  await test.client.flush()
  newRequest()
  await close()
  expect(countsOf()).toHaveLength(2)
})

it('is one session for a program without requests', async () => {
  // Those of the other tests have requests.
  vi.resetModules()
  const { sessions: fresh } = await import('./sessions.ts')
  begin(undefined, fresh)
  test.runTimers()
  fail(false)
  await test.client.flush()
  expect(test.bodiesTo('sessions')).toMatchObject([
    { release: 'shop@4.2.0', sessions: [{ status: 'ok' }] },
    { sessions: [{ status: 'unhandled' }] },
  ])
})

it('is none for a server that waits for its first request', async () => {
  begin()
  bugleRequests()
  test.runTimers()
  await test.client.flush()
  expect(test.requests).toEqual([])
})

it.each([{}, { release: 'shop@4.2.0', sessions: false }])('is off with %j', async (options) => {
  begin(options)
  newRequest()
  test.runTimers()
  await test.client.flush()
  expect(test.requests).toEqual([])
})

it('counts the requests of a framework, also when errors are reported in a scope of their own', async () => {
  begin()
  const app = express().use(bugleRequests())
  app.get('/good', (_, response) => void response.send('ok'))
  app.get('/handled', (_, response) => {
    getClient()!.scopes.run(Object.assign(Object.create(null), getClient()!.scopes.current()), () => fail(true))
    response.send('ok')
  })
  app.get('/bad', () => {
    throw new Error('bad')
  })
  app.use(bugleErrors())
  app.use((_error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
    response.status(500).end()
  })
  const server: Server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  for (const path of ['/good', '/handled', '/bad', '/good'])
    await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  server.close()
  await test.client.flush()
  expect(countsOf()).toEqual([{ exited: 2, errored: 1, crashed: 1 }])
})
