import { reportMessage } from '@bugle/core'
import { IngestEvent } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Device } from './testing/device.ts'
import { listenerCount, Platform, setAppState } from './testing/react-native.ts'
import { nativeTransport } from './transport.ts'

const isEvent = new Ajv({ strict: false }).compile(IngestEvent)
let device: Device

beforeEach(() => {
  device = new Device()
  device.plugIn()
})

afterEach(() => device.unplug())

it('reports uncaught errors, then calls the former handler', async () => {
  const client = device.client()
  const error = new TypeError('undefined is not a function')
  device.throw(error, true)
  device.throw(new RangeError('not fatal'), false)
  device.reject(new SyntaxError('nobody waits'))
  expect(await client.flush()).toBe(true)
  await device.pass()
  expect(device.seenByFormer).toEqual([expect.any(RangeError), error])
  expect(device.sent.map(({ exception_type, level, mechanism }) => [exception_type, level, mechanism])).toEqual([
    ['TypeError', 'fatal', { type: 'onerror', handled: false }],
    ['RangeError', 'error', { type: 'onerror', handled: false }],
    ['SyntaxError', 'error', { type: 'onunhandledrejection', handled: false }],
  ])
  for (const event of device.sent) expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true)
  await client.close()
})

it('lets the app end when the report is written, and not before', async () => {
  device.status = 0
  let write = () => {}
  device.isWriting = new Promise((resolve) => {
    write = resolve
  })
  const client = device.client()
  const error = new TypeError('the end')
  device.throw(error, true)
  await device.pass(1999)
  expect(device.seenByFormer).toEqual([])
  write()
  await device.pass()
  expect(device.seenByFormer).toEqual([error])
  expect(device.stored.size).toBe(1)
  void client.close()
})

it('holds the end of the app up for no longer than it may', async () => {
  device.status = 0
  device.isWriting = new Promise(() => {})
  const client = device.client({ exitTimeoutMs: 700 })
  const error = new TypeError('the end')
  device.throw(error, true)
  await device.pass(699)
  expect(device.seenByFormer).toEqual([])
  // In a later tick, which is another millisecond.
  await device.pass(2)
  expect(device.seenByFormer).toEqual([error])
  // An error rethrown by the former handler arrives again, and does not delay the end a second time.
  device.throw(error, true)
  expect(device.seenByFormer).toEqual([error, error])
  void client.close()
})

it('holds nothing up while developing', async () => {
  Object.assign(globalThis, { __DEV__: true })
  const client = device.client()
  device.throw(new TypeError('red screen'), true)
  expect(device.seenByFormer).toHaveLength(1)
  await client.close()
})

it('reports rejections of the promise package where the engine has no promises', async () => {
  Object.assign(globalThis, { HermesInternal: undefined })
  let reject = (_: number, __: unknown) => {}
  const enable = ({ onUnhandled }: { onUnhandled: typeof reject }) => {
    reject = onUnhandled
  }
  const client = device.client({}, { tracking: { enable } })
  reject(1, new RangeError('nobody waits'))
  await client.close()
  reject(2, new RangeError('after close'))
  expect(device.sent).toMatchObject([
    { exception_type: 'RangeError', mechanism: { type: 'onunhandledrejection', handled: false } },
  ])
})

it('sends platform, device, app and system without Expo', async () => {
  const client = device.client({ release: '4.2.0' })
  client.captureException(new Error('plain'))
  await client.close()
  const [event] = device.sent
  expect(event).toMatchObject({ platform: 'android', release: '4.2.0' })
  expect(event!.contexts).toEqual({
    device: { manufacturer: 'Fairphone', model: 'FP5' },
    app: { version: '4.2.0', bundle_id: 'com.example.app' },
    os: { name: 'Android', version: '15' },
    runtime: { name: 'hermes', version: 'for RN 0.81', bytecode: 96 },
  })
})

it('recognizes an iPhone', async () => {
  const former = { ...Platform }
  Object.assign(Platform, { OS: 'ios', Version: '18.2', constants: { osVersion: '18.2' } })
  try {
    const client = device.client()
    client.captureException(new Error('ios'))
    await client.close()
    expect(device.sent).toMatchObject([{ platform: 'ios', contexts: { os: { name: 'iOS', version: '18.2' } } }])
  } finally {
    Object.assign(Platform, former)
  }
})

const expo = {
  application: { nativeApplicationVersion: '4.2.0', nativeBuildVersion: '118', applicationId: 'com.example.app' },
  device: { manufacturer: 'Google', modelName: 'Pixel 9', modelId: null, osName: 'Android', osVersion: '16' },
  updates: { runtimeVersion: '4', updateId: '0198a0c2', channel: 'beta' },
}

it('sends more with Expo, including the running build', async () => {
  const client = device.client({}, expo)
  client.captureException(new Error('expo'))
  await client.close()
  const [event] = device.sent
  expect(event).toMatchObject({ release: 'com.example.app@4.2.0', dist: '118' })
  expect(event!.contexts).toMatchObject({
    device: { manufacturer: 'Google', model: 'Pixel 9' },
    app: { version: '4.2.0', build: '118', bundle_id: 'com.example.app' },
    os: { name: 'Android', version: '16' },
    expo: { runtime_version: '4', update_id: '0198a0c2', channel: 'beta' },
  })
})

it('describes the app in Expo Go, not Expo Go itself', async () => {
  const constants = {
    executionEnvironment: 'storeClient',
    expoConfig: { version: '0.9.0', android: { package: 'com.example.app' } },
  }
  const go = { nativeApplicationVersion: '54.0.6', nativeBuildVersion: '200', applicationId: 'host.exp.exponent' }
  const client = device.client({}, { constants, application: go })
  client.captureException(new Error('go'))
  await client.close()
  const [event] = device.sent
  expect(event).toMatchObject({ release: 'com.example.app@0.9.0' })
  expect(event).not.toHaveProperty('dist')
  expect(event!.contexts).toMatchObject({
    app: { version: '0.9.0', bundle_id: 'com.example.app' },
    expo: { environment: 'storeClient' },
  })
})

it('stores events it cannot send, and sends them at the next start', async () => {
  device.status = 0
  const first = device.client()
  const id = first.captureException(new Error('in a tunnel'))
  await device.pass()
  expect([...device.stored.keys()]).toEqual([`bugle-com.example.app-${id}`])
  device.status = 202
  const second = device.client()
  await device.pass()
  expect(device.sent.map(({ event_id }) => event_id)).toEqual([id])
  expect(device.stored.size).toBe(0)
  await second.close()
})

it('records app states, releases held events on leaving, and removes its hooks', async () => {
  const others = listenerCount()
  const client = device.client()
  for (let i = 0; i < 9; i += 1) reportMessage(client, 'again')
  setAppState('', 'memoryWarning')
  setAppState('background')
  await device.pass()
  expect(device.sent.map(({ repeat = 1 }) => repeat)).toEqual([1, 1, 1, 6])
  reportMessage(client, 'other')
  await client.close()
  expect(device.sent.at(-1)!.breadcrumbs).toMatchObject([
    { category: 'app', message: 'memory warning' },
    { category: 'app', message: 'background' },
  ])
  expect(listenerCount()).toBe(others)
  device.throw(new Error('after close'), false)
  device.reject(new Error('after close'))
  expect(device.sent).toHaveLength(5)
})

it('gives up a request without a response', async () => {
  const unanswered = (_: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))))
  const transport = nativeTransport(unanswered as unknown as typeof fetch)
  const request = { url: 'http://bugle.test/ingest', token: 'x', body: '{}', keepalive: false }
  const refusal = vi.fn()
  transport(request).catch(refusal)
  await device.pass(14_999)
  expect(refusal).not.toHaveBeenCalled()
  await device.pass(1)
  expect(refusal).toHaveBeenCalledWith(new Error('given up'))
})

it('leaves no timer after close, which would keep a test runner waiting', async () => {
  const client = device.client({ release: 'com.example.app@1.0.0' })
  for (let i = 0; i < 5; i += 1) client.captureException(new Error('again'))
  await client.close()
  expect(vi.getTimerCount()).toBe(0)
})
