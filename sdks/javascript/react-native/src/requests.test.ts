import type { Client } from '@bugle/core'
import { reportMessage } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Device } from './testing/device.ts'

/** A stand-in for React Native's XMLHttpRequest that responds at once. */
class Xhr {
  status = 0
  #listeners: (() => void)[] = []
  open(_method: string, _url: string): void {}
  addEventListener(_: 'loadend', listener: () => void): void {
    this.#listeners.push(listener)
  }
  send(): void {
    this.status = 201
    for (const listener of this.#listeners) listener.call(this)
  }
}

let device: Device
let client: Client

beforeEach(() => {
  device = new Device()
  device.globals.XMLHttpRequest = Xhr
  // React Native builds `fetch` on XMLHttpRequest.
  device.globals.fetch = async (input: unknown, init: { method?: string; body?: string } = {}) => {
    const xhr = new Xhr()
    xhr.open(init.method ?? 'GET', String(input))
    xhr.send()
    if (String(input).startsWith('http://bugle.test')) device.sent.push(JSON.parse(init.body!))
    if (String(input).includes('/gone')) throw new TypeError('Network request failed')
    if (String(input).includes('/odd')) throw Object.create(null)
    return { status: String(input).startsWith('http://bugle.test') ? 202 : xhr.status, headers: new Headers() }
  }
  device.plugIn()
  client = device.client()
})

afterEach(() => device.unplug())

const seen = async () => {
  reportMessage(client, 'look')
  await client.close()
  return device.sent.at(-1)?.breadcrumbs?.map(({ category, message, data }) => ({ category, message, ...data }))
}

it('notes a request once, by fetch and by XMLHttpRequest, without its query', async () => {
  await fetch('https://api.example.com/cart?session=hidden', { method: 'post' })
  const xhr = new XMLHttpRequest()
  xhr.open('put', 'https://u:hidden@api.example.com/cart')
  xhr.send()
  expect(await seen()).toMatchObject([
    { category: 'http', message: 'POST https://api.example.com/cart', status_code: 201 },
    { category: 'http', message: 'PUT https://api.example.com/cart', status_code: 201 },
  ])
})

it('notes a request that fails, and the program gets its failure', async () => {
  await expect(fetch('https://api.example.com/gone')).rejects.toThrow('Network request failed')
  expect(await seen()).toMatchObject([{ message: 'GET https://api.example.com/gone', error: expect.any(String) }])
})

it('leaves a failure that is no error as it is', async () => {
  const reason = await fetch('https://api.example.com/odd').catch((failure: unknown) => failure)
  expect(Object.getPrototypeOf(reason)).toBeNull()
  expect(await seen()).toMatchObject([{ message: 'GET https://api.example.com/odd' }])
})

it('does not note its own', async () => {
  reportMessage(client, 'first')
  await client.flush()
  expect(await seen()).toBeUndefined()
})
