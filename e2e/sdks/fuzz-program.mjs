import * as bugle from '@bugle/node'
import { callWithEverything, fields, initWithEverything, scopeCalls } from './fuzz.mjs'
import * as phone from './phone.mjs'

// As it is installed: the sources know no such path.
const entry = '@bugle/node/next'
const { onRequestError } = await import(entry)
const options = { token: 'x', endpoint: process.argv[2], appId: 'com.example.desk', storeDirectory: process.argv[3] }
/** Those that take no data of the host, or a component of its. */
const others = ['init', 'close', 'fileStorage', 'watchScreens', 'Mask', 'ErrorBoundary', 'BugleRoot']
const thrown = []
// What a warning says of hostile options is not looked at.
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
// The timers of the client for phones keep a program of Node alive, as an app is.
process.exit()
