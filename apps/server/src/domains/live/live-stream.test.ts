import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { LiveStream } from './live-stream.ts'

const caller = { userId: 'u', tokenId: 1, kind: 'web' as const }
const open = (response: Writable) => {
  const stream = new LiveStream({ caller, projectId: undefined, positions: [7] })
  stream.begin(response)
  return stream
}
/** Accepts writes but never drains them. */
const unread = () => new Writable({ write: () => {} })
const reader = () => {
  const chunks: string[] = []
  const response = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk))
      done()
    },
  })
  return { response, text: () => chunks.join('') }
}

describe('a page that does not read', () => {
  it('is disconnected before a quarter of a megabyte waits for it', () => {
    for (let n = 0; n < 50; n++) {
      const response = unread()
      const stream = open(response)
      for (let sent = 0; sent < 10_000 && !response.destroyed; sent++) {
        stream.send('event: x\ndata: y\n\n'.repeat(50))
        expect(response.writableLength).toBeLessThanOrEqual(256 * 1024)
      }
      expect(response.destroyed).toBe(true)
      stream.send('more')
    }
  })

  it('is disconnected at the second heartbeat that it has not read', () => {
    const response = unread()
    const stream = open(response)
    stream.beat()
    expect(response.destroyed).toBe(false)
    stream.beat()
    expect(response.destroyed).toBe(true)
  })
})

it('a page that reads stays connected, and receives its current id', () => {
  const { response, text } = reader()
  const stream = open(response)
  stream.positions[0] = 9
  for (let n = 0; n < 5; n++) stream.beat()
  expect(response.destroyed).toBe(false)
  expect(text()).toMatch(/^retry: \d+\nid: 7\n\n(: \nid: 9\n\n){5}$/)
})
