import { callWithEverything, fields, initWithEverything, scopeCalls, tryOneOf } from './fuzz.mjs'

/** In a page with `bugle.js`: tries every argument of every function and option, then reports that it is alive. */
export async function fuzz(endpoint, { isLong }) {
  if (!isLong) tryOneOf(3)
  const { Bugle } = globalThis
  const { attachments, callbacks, clicks, reports } = Bugle
  const options = {
    token: 'x',
    endpoint,
    appId: 'com.example.shop',
    integrations: [attachments(), callbacks, clicks, reports],
  }
  const names = Object.keys(Bugle).filter(
    (name) => typeof Bugle[name] === 'function' && !['attachments', 'init', 'close'].includes(name),
  )
  // Warnings about hostile options are expected.
  console.warn = () => {}
  console.debug = () => {}
  Bugle.init(options)
  const thrown = await callWithEverything(Bugle, names)
  await Bugle.withScope(async (scope) => thrown.push(...(await callWithEverything(scope, scopeCalls))))
  // Without the slowest parts, a thousand times over; hostile values for both are among the cases.
  const bare = { ...options, store: false, integrations: [] }
  thrown.push(...(await initWithEverything(Bugle, bare, fields)))
  await Bugle.close()
  Bugle.init({ ...options, store: false })
  Bugle.captureException(new Error('alive'))
  await Bugle.flush(60_000)
  return thrown.slice(0, 10)
}
