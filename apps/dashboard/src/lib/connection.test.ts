import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { connectionNow, setConnection } from './connection.ts'

afterEach(() => onlineManager.setOnline(true))

it('is offline for as long as the browser is, whatever becomes of the stream', () => {
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
