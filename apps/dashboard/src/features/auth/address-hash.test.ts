import { expect, it } from 'vitest'
import { programAddressOf } from './address-hash.ts'

it.each(['http://127.0.0.1:45678/done?code=a-B_9', 'http://[::1]:4000/?code=x', 'bugle://sso?code=x'])(
  '%s is a program on this device',
  (address) => {
    expect(programAddressOf(address)).toBe(address)
  },
)

it.each([
  'https://evil.example/?code=x',
  'http://127.0.0.1.evil.example:80/?code=x',
  'http://127.0.0.1:80@evil.example/?code=x',
  'http://localhost:4000/?code=x',
  'javascript:alert(1)//?code=x',
  'bugle://sso?code=x&to=https://evil.example',
  'bugle:sso?code=x',
  '',
  undefined,
])('%s is none', (address) => {
  expect(programAddressOf(address)).toBeUndefined()
})
