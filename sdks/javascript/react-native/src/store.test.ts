import { drain, timeOfUuid } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeyValueStorage } from './store.ts'
import { Device } from './testing/device.ts'

let device: Device

beforeEach(() => {
  device = new Device()
  device.plugIn()
})

afterEach(() => device.unplug())

const sentMessages = () => device.sent.map(({ message }) => message)

/** An id created the given number of days ago. */
const idOf = (days: number, last: number) =>
  `${timeOfUuid(Date.now() - days * 86_400_000)}-8000-${String(last).padStart(12, '0')}`

function leave(id: string, body = JSON.stringify({ event_id: id, message: `left ${id.slice(-2)}` })): void {
  device.stored.set(`bugle-com.example.app-${id}`, body)
}

it.each<[string, Partial<KeyValueStorage>]>([
  ['is full', { setItem: () => Promise.reject(new Error('database or disk is full (code 13 SQLITE_FULL)')) }],
  ['throws instead of rejecting', { setItem: () => fail() }],
  ['returns no promises', { setItem: () => undefined as never, removeItem: () => undefined as never }],
  ['cannot be read', { getAllKeys: () => Promise.reject(new Error('locked')) }],
  ['fails to remove', { removeItem: () => Promise.reject(new Error('locked')) }],
  ['never responds', { getAllKeys: () => new Promise(() => {}), setItem: () => new Promise(() => {}) }],
])('counts everything once when the storage %s', async (_, broken) => {
  const client = device.client({ storage: { ...device.storage, ...broken } })
  device.status = 0
  for (const message of ['one', 'two', 'three']) client.captureException(new Error(message))
  await device.pass()
  device.status = 202
  await device.pass(10_000)
  expect(await client.flush()).toBe(true)
  expect(sentMessages().sort()).toEqual(['one', 'three', 'two'])
  expect(drain(client)).toEqual([])
})

it('deletes partial events, and sends the rest', async () => {
  leave(idOf(1, 1), '{"event_id":"0198')
  leave(idOf(1, 2))
  leave(idOf(1, 3), '')
  leave(idOf(1, 4), JSON.stringify({ event_id: 'another' }))
  device.client()
  await device.pass()
  expect(sentMessages()).toEqual(['left 02'])
  expect(device.stored.size).toBe(0)
})

it('keeps the newest hundred of a month, and reports how many it lost', async () => {
  leave(idOf(31, 1))
  for (let i = 10; i < 120; i += 1) leave(idOf(1, i))
  const client = device.client()
  await device.pass()
  expect(device.sent).toHaveLength(50)
  expect(device.stored.size).toBe(50)
  client.captureException(new Error('now'))
  await client.close()
  expect(device.sent.at(-1)!.client_drops).toEqual([{ reason: 'store_full', count: 11 }])
})

function fail(): never {
  throw new Error('not at all')
}
