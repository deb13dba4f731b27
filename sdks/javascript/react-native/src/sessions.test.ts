import { captureException, getClient, start } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Device } from './testing/device.ts'
import { setAppState } from './testing/react-native.ts'

const release = 'com.example.app@1.0.0'
let device: Device

beforeEach(() => {
  device = new Device()
  device.plugIn()
})

afterEach(() => device.unplug())

/** Statuses by session, in the order in which they arrived. */
function sessions(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { sessions } of device.others as { sessions: { id: string; status: string }[] }[])
    for (const { id, status } of sessions) found[id] = [...(found[id] ?? []), status]
  return found
}

const statuses = () => Object.values(sessions())

it('is one for each run in the foreground', async () => {
  const client = device.client({ release })
  await device.pass(1000)
  setAppState('inactive')
  setAppState('background')
  await device.pass(60_000)
  setAppState('active')
  await device.pass(1000)
  setAppState('background')
  await device.pass()
  expect(statuses()).toEqual([
    ['ok', 'exited'],
    ['ok', 'exited'],
  ])
  expect(device.stored.size).toBe(0)
  await client.close()
})

it('is errored by an error, and crashed by a fatal one', async () => {
  const client = device.client({ release })
  client.captureException(new Error('handled'))
  await device.pass(1000)
  device.throw(new TypeError('the end'), true)
  await device.pass()
  expect(statuses()).toEqual([['errored', 'crashed']])
  await client.close()
})

it('whose app was killed in the foreground is reported by the next start as one that ended without a word', async () => {
  const killed = device.client({ release })
  await device.pass(1000)
  // No `close`: the process is gone, and its timers with it.
  const next = device.client({ release })
  await device.pass(1000)
  expect(statuses()[0]).toEqual(['ok', 'abnormal'])
  expect(statuses()[1]).toEqual(['ok'])
  await next.close()
  await killed.close()
})

it('whose app was killed in the background has ended well', async () => {
  const killed = device.client({ release })
  await device.pass(1000)
  setAppState('background')
  await device.pass()
  setAppState('active')
  device.others.length = 0
  await killed.close()
  const next = device.client({ release })
  await device.pass(1000)
  expect(statuses().flat()).not.toContain('abnormal')
  await next.close()
})

it('is off without a release, and by `sessions: false`', async () => {
  for (const options of [{}, { release, sessions: false }]) {
    const client = device.client(options)
    await device.pass(1000)
    setAppState('background')
    setAppState('active')
    await client.close()
  }
  expect(device.others).toEqual([])
})

it('is not marked in development, where the app is loaded again and again', async () => {
  Object.assign(globalThis, { __DEV__: true })
  const client = device.client({ release })
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'x' }, () => client)
  await device.pass(1000)
  expect(device.stored.size).toBe(0)
  captureException(new Error('x'))
  await getClient()!.close()
})
