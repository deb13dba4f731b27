import { expect, it } from 'vitest'
import { crumbText } from './crumb-text.ts'

it.each([
  ['its message', { message: 'clicked', data: { url: '/x' } }, 'clicked'],
  ['a request', { message: '', data: { method: 'POST', url: '/api/pay', status_code: 502 } }, 'POST /api/pay'],
  ['an address alone', { message: '', data: { url: '/api/pay' } }, '/api/pay'],
  ['a navigation', { message: '', data: { from: '/cart', to: '/pay' } }, '/cart → /pay'],
  ['a console', { message: '', data: { logger: 'console', arguments: ['total', 3, { a: 1 }] } }, 'total 3 {"a":1}'],
  ['nothing', { message: '', data: { other: 1 } }, ''],
  ['no data', { message: '', data: undefined }, ''],
])('reads %s', (_, crumb, text) => {
  expect(crumbText(crumb as Parameters<typeof crumbText>[0])).toBe(text)
})
