import { captureMessage, close, start } from '@bugle/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Device } from './testing/device.ts'
import { touchListeners } from './touches.ts'

let device: Device

beforeEach(() => {
  device = new Device()
  device.plugIn()
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'com.example.app' }, () => device.client())
})

afterEach(() => device.unplug())

/** Builds a React node below others. */
function node(chain: { type: unknown; props?: object }[]): unknown {
  const [first, ...above] = chain
  return first && { type: first.type, memoizedProps: first.props ?? {}, return: node(above) }
}

function PayButton() {}
const Checkout = { render: { name: 'Checkout' } }

const seen = async () => {
  captureMessage('look')
  await close()
  return device.sent[0]!.breadcrumbs?.map(({ message }) => message)
}

it('names touched elements by component and testID, never by text', async () => {
  const { onTouchStartCapture, onTouchEndCapture } = touchListeners()
  const target = node([
    { type: 'RCTText', props: { children: 'Pay 12 €' } },
    { type: { displayName: 'Text' }, props: { accessibilityLabel: 'Pay 12 €' } },
    { type: PayButton, props: { testID: 'pay' } },
    { type: Checkout, props: { testID: 'checkout' } },
    { type: { displayName: 'ThemeProvider' } },
  ])
  onTouchStartCapture({ nativeEvent: { pageX: 10, pageY: 10 } })
  onTouchEndCapture({ nativeEvent: { pageX: 12, pageY: 11 }, _targetInst: target })
  expect(await seen()).toEqual(['Checkout > PayButton[testID="pay"]'])
})

it('notes no scrolling', async () => {
  const { onTouchStartCapture, onTouchEndCapture } = touchListeners()
  onTouchStartCapture({ nativeEvent: { pageX: 10, pageY: 10 } })
  onTouchEndCapture({ nativeEvent: { pageX: 12, pageY: 90 } })
  expect(await seen()).toBeUndefined()
})

it('survives events without any data', async () => {
  const { onTouchEndCapture } = touchListeners()
  onTouchEndCapture({})
  expect(await seen()).toEqual(['touch'])
})
