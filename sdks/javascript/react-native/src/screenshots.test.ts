import { reportMessage } from '@bugle/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Mask } from './mask.ts'
import { Device } from './testing/device.ts'
import { AppState } from './testing/react-native.ts'

const jpeg = '/9j/4AAQSkZJRg=='
let device: Device
let masks: Mask[]

beforeEach(() => {
  device = new Device()
  device.globals.requestAnimationFrame = (run: () => void) => setTimeout(run, 16)
  device.plugIn()
  masks = []
})

afterEach(() => {
  for (const mask of masks) mask.componentWillUnmount()
  device.unplug()
})

/** A mask on the screen; nothing is rendered here, so its state changes at once. */
function shownMask(isDrawn = true): Mask {
  const mask = new Mask({ children: 'DE02 1203' })
  mask.setState = (state: unknown, done?: () => void) => {
    Object.assign(mask.state, state)
    if (isDrawn) done?.()
  }
  mask.componentDidMount()
  masks.push(mask)
  return mask
}

it('adds a picture to an error, taken while every mask is covered', async () => {
  const mask = shownMask()
  const seen: boolean[] = []
  const screenshot = async () => {
    seen.push(mask.state.isCovered)
    return `${jpeg}\n`
  }
  const client = device.client({ screenshot })
  client.captureException(new TypeError('no price'))
  client.captureException(new TypeError('right after it'))
  reportMessage(client, 'no error')
  // Two frames, after which the cover is on the screen.
  await device.pass(31)
  expect([seen, mask.state.isCovered]).toEqual([[], true])
  await device.pass(1)
  await client.close()
  expect(seen).toEqual([true])
  expect(mask.state.isCovered).toBe(false)
  expect(device.sent.map(({ message, screenshot: taken }) => [message, taken]).sort()).toEqual([
    ['no error', undefined],
    ['no price', jpeg],
    ['right after it', undefined],
  ])
})

it('takes none when a mask cannot be drawn, and sends the error without it', async () => {
  shownMask(false)
  const take = vi.fn(async () => jpeg)
  const client = device.client({ screenshot: take })
  client.captureException(new TypeError('no price'))
  await device.pass(1499)
  expect(device.sent).toEqual([])
  await device.pass(1)
  await client.close()
  expect(device.sent).toMatchObject([{ message: 'no price' }])
  expect(device.sent[0]).not.toHaveProperty('screenshot')
  expect(take).not.toHaveBeenCalled()
})

it('delays no one', async () => {
  const client = device.client({ screenshot: () => new Promise(() => {}) })
  client.captureException(new TypeError('no price'))
  const flushed: boolean[] = []
  void client.flush(1000).then((isSent) => flushed.push(isSent))
  await device.pass(999)
  expect(flushed).toEqual([])
  await device.pass(1)
  expect([flushed, device.sent]).toEqual([[false], []])
  await device.pass(500)
  expect(device.sent).toMatchObject([{ message: 'no price' }])
  expect(await client.flush()).toBe(true)
})

it('takes one in ten seconds, and does not wait for a late one', async () => {
  const pictures = [jpeg, new Promise<string>(() => {}), jpeg]
  const take = vi.fn(async () => pictures[take.mock.calls.length - 1] ?? '')
  const client = device.client({ screenshot: take })
  for (const message of ['first', 'too soon', 'too late', 'last']) {
    client.captureException(new TypeError(message))
    await device.pass(message === 'first' ? 9999 : message === 'too soon' ? 1 : 10_000)
  }
  await client.close()
  expect(device.sent.map(({ message, screenshot }) => [message, screenshot])).toEqual([
    ['first', jpeg],
    ['too soon', undefined],
    ['too late', undefined],
    ['last', jpeg],
  ])
})

it('does not delay fatal errors, takes none in the background, and accepts only JPEG', async () => {
  const screenshot = async () => 'iVBORw0KGgo='
  const client = device.client({ screenshot })
  client.captureException(new TypeError('a PNG'))
  await client.close()
  const take = vi.fn(async () => jpeg)
  const other = device.client({ screenshot: take })
  device.throw(new TypeError('fatal'), true)
  AppState.currentState = 'background'
  other.captureException(new TypeError('behind'))
  await other.close()
  expect(device.sent.filter((event) => 'screenshot' in event)).toEqual([])
  expect(device.sent).toHaveLength(3)
  expect(take).not.toHaveBeenCalled()
})

it('covers its children', () => {
  expect(renderToStaticMarkup(createElement(Mask, {}, 'DE02 1203'))).toBe('<view>DE02 1203</view>')
  const mask = shownMask()
  mask.setState({ isCovered: true })
  expect(renderToStaticMarkup(mask.render())).toContain('position:absolute')
})
