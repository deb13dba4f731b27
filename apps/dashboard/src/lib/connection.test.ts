import { expect, it } from 'vitest'
import { updatingBy } from './connection.ts'

it.each([
  ['there', 'live', true, 'live'],
  ['there', 'reconnecting', true, 'reconnecting'],
  ['there', 'none', true, 'polling'],
  ['there', 'live', false, 'offline'],
  // The stream that reconnects must not hide that the server is away.
  ['away', 'reconnecting', true, 'offline'],
  ['unready', 'none', true, 'offline'],
] as const)('a server that is %s with a stream that is %s, online: %s, shows %s', (server, stream, isOnline, shown) => {
  expect(updatingBy({ server, stream }, isOnline)).toBe(shown)
})
