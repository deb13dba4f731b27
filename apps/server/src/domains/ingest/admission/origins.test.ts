import { expect, it } from 'vitest'
import { isAllowedOrigin } from './origins.ts'

const list = ['https://shop.example', 'https://*.shop.example:8443', 'http://localhost:3000']
const cases: [origin: string | undefined, allowed: string[], isAllowed: boolean][] = [
  ['https://evil.example', [], true],
  [undefined, list, true],
  ['https://shop.example', list, true],
  ['HTTPS://Shop.Example', list, true],
  ['https://shop.example.evil.example', list, false],
  ['https://a.shop.example', list, false],
  ['https://a.b.shop.example:8443', list, true],
  ['https://.shop.example:8443', list, false],
  ['https://shop.example:8443', list, false],
  ['https://evilshop.example:8443', list, false],
  ['http://a.shop.example:8443', list, false],
  ['http://localhost:3000', list, true],
  ['null', list, false],
]
it.each(cases)('%s with %j: %s', (origin, allowed, isAllowed) => {
  expect(isAllowedOrigin(origin, allowed)).toBe(isAllowed)
})
