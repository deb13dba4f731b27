import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { connectionNow, setConnection } from './connection.ts'

afterEach(() => onlineManager.setOnline(true))

it('is offline while the browser is, whatever happens to the stream', () => {
  setConnection('live')
  onlineManager.setOnline(false)
  expect(connectionNow()).toBe('offline')
  setConnection('reconnecting')
  expect(connectionNow()).toBe('offline')
  onlineManager.setOnline(true)
  expect(connectionNow()).toBe('polling')
  setConnection('live')
  expect(connectionNow()).toBe('live')
})
