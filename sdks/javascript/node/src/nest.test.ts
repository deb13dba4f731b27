import { close, Scope, start } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestClient } from '../../core/src/testing/client.ts'
import { bugleFilter } from './nest.ts'
import { scopeKey } from './request.ts'

let test: TestClient

beforeEach(() => {
  test = new TestClient()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => test.client)
})
afterEach(() => close())

const scope = new Scope()
scope.setTag('order', 7)
const hostOf = (type: string) => ({
  getType: () => type,
  switchToHttp: () => ({ getRequest: () => ({ [scopeKey]: scope }) }),
})

class OwnFilter {
  seen: unknown[] = []
  catch(error: unknown, _host: unknown): string {
    this.seen.push(error)
    return 'answered'
  }
}

it.each([
  ['an error', new Error('stuck'), 1],
  ['an error of an HTTP client', Object.assign(new Error('no such key'), { status: 404, statusCode: 404 }), 1],
  ['an exception that stands for 503', Object.assign(new Error('away'), { status: 503, getStatus: () => 503 }), 1],
  ['no exception that stands for 404', Object.assign(new Error('gone'), { status: 404, getStatus: () => 404 }), 0],
  ['no body that a parser refuses', Object.assign(new Error('bad'), { statusCode: 400, expose: true }), 0],
  ['no request that Fastify refuses', Object.assign(new Error('bad'), { statusCode: 400, code: 'FST_ERR_X' }), 0],
])('reports %s, and lets the filter respond', async (_, error, count) => {
  const own = new OwnFilter()
  const filter = bugleFilter(own)
  expect(filter.catch(error, hostOf('http'))).toBe('answered')
  expect(own.seen).toEqual([error])
  await test.client.flush()
  expect(test.events).toHaveLength(count)
  if (count > 0)
    expect(test.events).toMatchObject([{ tags: { order: 7 }, mechanism: { type: 'nest', handled: false } }])
})

it('reports errors of messages, which have no request', async () => {
  bugleFilter(new OwnFilter()).catch(new Error('stuck'), hostOf('rpc'))
  await test.client.flush()
  expect(test.events).toMatchObject([{ message: 'stuck', mechanism: { type: 'nest' } }])
})

it('is of the class of the filter, by which Nest knows what it catches', () => {
  const filter = bugleFilter(new OwnFilter())
  expect(Object.getPrototypeOf(filter).constructor).toBe(OwnFilter)
})
