import { expect, it } from 'vitest'
import { maySeeMetrics } from './metrics-access.ts'

const local = { address: '127.0.0.1', headers: { host: 'localhost:8080' } }

type Case = [string, Parameters<typeof maySeeMetrics>[0], boolean]

it.each<Case>([
  ['this machine', local, true],
  ['this machine by IPv6', { address: '::1', headers: { host: '[::1]:8080' } }, true],
  ['another machine', { ...local, address: '203.0.113.9' }, false],
  ['a closed socket', { ...local, address: undefined }, false],
  ['another name of this machine, as in DNS rebinding', { ...local, headers: { host: 'evil.example' } }, false],
  ['the public name, as sent through a tunnel', { ...local, headers: { host: 'bugle.example.com' } }, false],
  ['no host', { ...local, headers: {} }, false],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].map(
    (name): Case => [`a proxy that sends ${name}`, { ...local, headers: { host: 'localhost', [name]: 'x' } }, false],
  ),
])('without a token: %s', (_, request, isAllowed) => {
  expect(maySeeMetrics(request, undefined)).toBe(isAllowed)
})

it.each([
  ['Bearer the token', true],
  ['bearer the token', true],
  ['Bearer the tokeN', false],
  ['Bearer', false],
  ['Basic the token', false],
  [undefined, false],
])('with a token, from anywhere: %s', (authorization, isAllowed) => {
  expect(maySeeMetrics({ address: '203.0.113.9', headers: { authorization } }, 'the token')).toBe(isAllowed)
  expect(maySeeMetrics({ ...local, headers: { host: 'localhost', authorization } }, 'the token')).toBe(isAllowed)
})
