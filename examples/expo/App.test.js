/**
 * Runs the app on React Native's own JavaScript, as far as that works without a phone: jest-expo replaces neither React
 * nor `ErrorUtils` nor the `promise` package. It reports to the server in EXPO_PUBLIC_BUGLE_ENDPOINT;
 * e2e/sdks/react-native.test.ts reads the events back.
 */
import AsyncStorage from '@react-native-async-storage/async-storage'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react-native'
import { AppState, Text } from 'react-native'
import { create } from 'react-test-renderer'

jest.mock('@react-native-async-storage/async-storage', () =>
  require('@react-native-async-storage/async-storage/jest/async-storage-mock'),
)

const seenByFormer = []
ErrorUtils.setGlobalHandler((error, isFatal) => seenByFormer.push([error.name, isFatal]))
const { addBreadcrumb, BugleRoot, close, flush, Mask } = require('@bugle/react-native')
require('./bugle')
const { App } = require('./App')

const Nothing = ({ items }) => <Text>{items.length}</Text>

/** React prints handled errors to the console. */
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => jest.restoreAllMocks())
afterAll(() => close())

/** Touches an element as React Native reports it. */
function touch(element) {
  const event = { nativeEvent: { pageX: 1, pageY: 1 }, _targetInst: element._fiber }
  fireEvent(element, 'touchStartCapture', event)
  fireEvent(element, 'touchEndCapture', event)
}

test('an error in a button, after its breadcrumbs', async () => {
  render(<App />)
  addBreadcrumb({ category: 'cart', message: 'looked at A-17' })
  const pay = screen.getByTestId('pay')
  touch(pay)
  ErrorUtils.applyWithGuard(() => fireEvent.press(pay))
  expect(seenByFormer).toEqual([['Error', false]])
  expect(await flush(60_000)).toBe(true)
})

test('a boundary reports, renders its fallback, and resets', async () => {
  render(<App />)
  fireEvent.press(screen.getByText('EMPTY'))
  fireEvent.press(screen.getByText('TRY AGAIN'))
  expect(screen.getByText('1 in the basket')).toBeTruthy()
  expect(await flush(60_000)).toBe(true)
})

test('an error that no boundary catches is reported and rethrown', async () => {
  const drawn = act(async () => {
    create(
      <BugleRoot>
        <Nothing />
      </BugleRoot>,
    )
  })
  await expect(drawn).rejects.toThrow("reading 'length'")
  expect(await flush(60_000)).toBe(true)
})

test('a rejection of React Native’s own promises', async () => {
  const Promised = require('promise/setimmediate/es6-extensions')
  new Promised((_, reject) => reject(new RangeError('the basket is too full to be saved')))
  // Rejections are reported a tenth of a second later, if still unhandled.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await flush(60_000)).toBe(true)
})

test('masks cover their children during a screenshot', async () => {
  const { init, captureException } = require('@bugle/react-native')
  const coverOf = () => screen.UNSAFE_queryAllByProps({ pointerEvents: 'none' }).length > 0
  const seen = []
  // A screenshot has a time limit; the test machine may pause for longer.
  const later = global.setTimeout
  jest.spyOn(global, 'setTimeout').mockImplementation((run, ms) => (ms === 1500 ? undefined : later(run, ms)))
  AppState.currentState = 'active' // jest-expo has a function here
  init({
    token: process.env.EXPO_PUBLIC_BUGLE_TOKEN,
    endpoint: process.env.EXPO_PUBLIC_BUGLE_ENDPOINT,
    appId: 'com.example.shop',
    screenshot: async () => {
      seen.push(coverOf())
      return process.env.BUGLE_TEST_JPEG
    },
  })
  render(
    <Mask>
      <Text>DE02 1203</Text>
    </Mask>,
  )
  expect(coverOf()).toBe(false)
  // Not inside `act`, which renders nothing before its end.
  captureException(new SyntaxError('with a picture'))
  expect(await flush(60_000)).toBe(true)
  expect(seen).toEqual([true])
  await waitFor(() => expect(coverOf()).toBe(false), { timeout: 60_000 })
})

test('unsent events wait in AsyncStorage, and the next start sends them', async () => {
  const { init, captureMessage } = require('@bugle/react-native')
  const settings = { token: process.env.EXPO_PUBLIC_BUGLE_TOKEN, appId: 'com.example.shop', storage: AsyncStorage }
  init({ ...settings, endpoint: 'http://127.0.0.1:9' })
  captureMessage('nobody is there')
  await close(1)
  const keys = await AsyncStorage.getAllKeys()
  for (const key of keys) expect(key).toMatch(/^bugle-com\.example\.shop-/)
  // The session of this run waits as well.
  const waiting = (await AsyncStorage.multiGet(keys)).map(([, text]) => text)
  expect(waiting.map((text) => /^sessions\n|"message":"nobody is there"/.exec(text)?.[0]).sort()).toEqual([
    '"message":"nobody is there"',
    'sessions\n',
  ])
  init({ ...settings, endpoint: process.env.EXPO_PUBLIC_BUGLE_ENDPOINT })
  await waitFor(async () => expect(await AsyncStorage.getAllKeys()).toEqual([]), { timeout: 60_000 })
})
