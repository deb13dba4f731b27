import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as bugle from './index.ts'
import { Device } from './testing/device.ts'

const { BugleRoot, captureMessage, close, init } = bugle
let device: Device

beforeEach(() => {
  device = new Device()
  device.plugIn()
})

afterEach(async () => {
  await close()
  device.unplug()
})

const options = { token: 'bgl_live_x', endpoint: 'http://bugle.test', appId: 'com.example.app' }

it('stays off, and says so, without an endpoint', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  try {
    init()
    expect(warn.mock.calls).toEqual([['[bugle] off: init needs token, endpoint, appId']])
    expect(captureMessage('to nobody')).toBeUndefined()
  } finally {
    warn.mockRestore()
  }
})

it('reports with the lines of its page in docs, as they stand there', async () => {
  const page = readFileSync(new URL('../../../../docs/sdk-react-native.md', import.meta.url), 'utf8')
  const [, names, lines] = /```js\nimport ({.*?}) from '@bugle\/react-native'\n(.*?)```/s.exec(page)!
  new Function('bugle', `const ${names} = bugle\n${lines}`)(bugle)
  await close()
  expect(device.sent).toMatchObject([{ message: 'Hello, Bugle', app_id: 'com.example.shop', platform: 'android' }])
})

it('draws the app as it is, and notes taps', async () => {
  init(options)
  const root = new BugleRoot({ children: 'the app' })
  expect(renderToStaticMarkup(root.render())).toBe('<view style="flex:1">the app</view>')
  const { onTouchEndCapture } = (root.render() as unknown as { props: Record<string, (event: object) => void> }).props
  onTouchEndCapture!({})
  captureMessage('look')
  await close()
  expect(device.sent[0]!.breadcrumbs).toMatchObject([{ category: 'ui.touch', message: 'touch' }])
})

it('reports a rendering error, stores it, and rethrows it', async () => {
  init({ ...options, storage: device.storage })
  device.status = 0
  const root = new BugleRoot({ children: createElement('view') })
  const thrown: unknown[] = []
  const error = new TypeError('no items')
  const draw = (state: unknown) => {
    Object.assign(root.state, state)
    try {
      void root.render()
    } catch (failure) {
      thrown.push(failure, device.stored.size)
    }
  }
  root.setState = draw
  draw(BugleRoot.getDerivedStateFromError(error))
  expect(thrown).toEqual([])
  root.componentDidCatch(error, { componentStack: '\n    at Basket' })
  await device.pass()
  expect(thrown).toEqual([error, 1])
  const [body] = device.stored.values()
  expect(JSON.parse(body!)).toMatchObject({
    level: 'fatal',
    mechanism: { type: 'react', handled: false },
    extra: { component_stack: '\n    at Basket' },
  })
  void close()
})
