import { captureMessage, close, start } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteScreen, watchScreens } from './screens.ts'
import { Device } from './testing/device.ts'

let device: Device

beforeEach(() => {
  device = new Device()
  device.plugIn()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'com.example.app' }, () => device.client())
})

afterEach(async () => {
  await close()
  device.unplug()
})

/** A stand-in for React Navigation's container. */
class Container {
  state: unknown
  listeners = new Set<() => void>()
  isReady = () => this.state !== undefined
  getRootState = () => this.state
  addListener = (_: 'state', listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  show(...names: string[]): void {
    const stateOf = ([name, ...inner]: string[]): unknown =>
      name && { index: 1, routes: [{ name: 'before' }, { name, params: { id: 'secret' }, state: stateOf(inner) }] }
    this.state = stateOf(names)
    for (const listener of this.listeners) listener()
  }
}

it('notes each screen by its route names, never by their values', async () => {
  const container = new Container()
  const stop = watchScreens(container)
  container.show('__root', '(tabs)', 'orders/[id]')
  container.show('__root', '(tabs)', 'orders/[id]')
  container.show('Checkout')
  stop()
  container.show('Unseen')
  noteScreen(undefined)
  captureMessage('look')
  await close()
  const [event] = device.sent
  expect(event!.breadcrumbs?.map(({ category, message }) => [category, message.split(' → ').at(-1)])).toEqual([
    ['navigation', '(tabs)/orders/[id]'],
    ['navigation', 'Checkout'],
  ])
  expect(event!.contexts).toMatchObject({ screen: { name: 'Checkout' } })
  expect(JSON.stringify(event)).not.toContain('secret')
})

it('survives a failing router', async () => {
  const container = new Container()
  container.isReady = () => {
    throw new Error('not yet')
  }
  expect(() => watchScreens(container)).not.toThrow()
})
