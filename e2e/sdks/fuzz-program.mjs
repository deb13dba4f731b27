import * as bugle from '@bugle/node'
import { callWithEverything, fields, initWithEverything, scopeCalls, tryOneOf } from './fuzz.mjs'
import * as phone from './phone.mjs'

// As installed: the sources have no such path.
const entry = '@bugle/node/next'
const { onRequestError } = await import(entry)
const options = { token: 'x', endpoint: process.argv[2], appId: 'com.example.desk', storeDirectory: process.argv[3] }
/** Functions without host data, or with components as arguments. */
const others = ['init', 'close', 'fileStorage', 'watchScreens', 'Mask', 'ErrorBoundary', 'BugleRoot']
const thrown = []
if (process.env.BUGLE_LONG !== '1') tryOneOf(3)
// Warnings about hostile options are expected.
console.warn = () => {}
console.debug = () => {}
for (const client of [bugle, phone]) {
  const names = Object.keys(client).filter((name) => typeof client[name] === 'function' && !others.includes(name))
  client.init(options)
  thrown.push(...(await callWithEverything(client, names)))
  await client.withScope(async (scope) => thrown.push(...(await callWithEverything(scope, scopeCalls))))
  thrown.push(...(await initWithEverything(client, options, fields)))
}
bugle.init(options)
thrown.push(...(await callWithEverything({ onRequestError }, ['onRequestError'])))
await bugle.flush(60_000)
bugle.captureException(new Error('alive'))
await bugle.flush(60_000)
console.log(thrown.slice(0, 10).join('\n') || 'nothing was thrown')
// The React Native SDK's timers keep a Node program alive, as in an app.
process.exit()
