import type { BugleEvent, Runtime } from '@bugle/core'
import { expect, it } from 'vitest'
import { type NoiseOptions, noise } from './noise.ts'

const noiseBy = (options: NoiseOptions) => {
  const runtime = { sifters: [] } as unknown as Runtime
  noise(options).setup?.(runtime, {} as never)
  const [sift] = runtime.sifters!
  return (event: BugleEvent) => sift!(event, (work) => work()) === 'filtered'
}

const own = 'at pay (https://shop.example.com/assets/shop.js:1:9)'
const eventOf = (message: string, frame = own) =>
  ({ exception_type: 'Error', message, stack: frame && `Error: ${message}\n    ${frame}` }) as BugleEvent

it.each([
  ['ResizeObserver loop completed with undelivered notifications.', ''],
  ['ResizeObserver loop limit exceeded', own],
  ['Script error.', ''],
  ['Non-Error promise rejection captured with value: Object Not Found Matching Id:2, MethodName:update', own],
  ['Minified React error #441; visit https://react.dev/errors/441 for the full message', own],
  ['An error occurred in the Server Components render. The specific message is omitted in production builds', own],
  ['x', 'at f (chrome-extension://abcdef/content.js:1:9)'],
  ['x', 'at f (moz-extension://abcdef/content.js:1:9)'],
])('is no error of the page: %s %s', (message, frame) => {
  expect(noiseBy({})(eventOf(message, frame))).toBe(true)
  expect(noiseBy({ defaultFilters: false })(eventOf(message, frame))).toBe(false)
})

it('covers errors whose innermost known frame is in a denied file, or outside the allowed ones', () => {
  const other = `at f (https://ads.example.net/ad.js:1:1)\n    ${own}`
  expect(noiseBy({ denyUrls: [/^https:\/\/ads\./] })(eventOf('x', other))).toBe(true)
  expect(noiseBy({ denyUrls: ['ads.example.net'] })(eventOf('x'))).toBe(false)
  expect(noiseBy({ allowUrls: ['shop.example.com'] })(eventOf('x', other))).toBe(true)
  expect(noiseBy({ allowUrls: ['shop.example.com'] })(eventOf('x'))).toBe(false)
  expect(noiseBy({ allowUrls: ['shop.example.com'] })(eventOf('x', ''))).toBe(false)
  expect(noiseBy({})(eventOf('a Script error. of ours'))).toBe(false)
})
