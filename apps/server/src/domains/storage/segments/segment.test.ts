import { randomBytes } from 'node:crypto'
import { toHexId } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { decodeLengths, type EventColumns, encodeColumns, lengthsBytes } from './event-columns.ts'
import {
  compressPack,
  compressSegment,
  decompressPayload,
  decompressSegment,
  decompressStart,
  wholeRange,
} from './segment.ts'

describe('the start of a payload', () => {
  const raw = Buffer.from(Array.from({ length: 4000 }, (_, n) => `${n} ${randomBytes(n % 200).toString('hex')}`).join())

  it.each([
    ['segment', compressSegment],
    ['pack', (bodies: Buffer[]) => compressPack(bodies.map(wholeRange))],
  ])('of a %s is what was there, however long', async (_, compress) => {
    const { payload, rawBytes } = await compress([raw.subarray(0, 1000), raw.subarray(1000)])
    expect(rawBytes).toBe(raw.length)
    for (const decompress of [decompressPayload, decompressSegment])
      expect((await decompress(payload, raw.length)).equals(raw)).toBe(true)
    for (const bytes of [0, 1, 63, 64, 65, 16_384, 65_537, raw.length - 1, raw.length])
      expect((await decompressStart(payload, bytes)).equals(raw.subarray(0, bytes))).toBe(true)
  })

  it('cannot be longer than the payload was, and what is damaged is said to be', async () => {
    const { payload } = compressSegment([raw])
    await expect(decompressStart(payload, raw.length + 1)).rejects.toThrow('shorter')
    await expect(decompressStart(payload.subarray(0, payload.length >> 1), raw.length)).rejects.toThrow()
    await expect(decompressStart(Buffer.from('not brotli at all'), 10)).rejects.toThrow()
  })
})

it('lengths are read off the first bytes of columns, also of the largest segment', () => {
  const event: EventColumns = {
    projectId: 1,
    eventId: toHexId('0'.repeat(32)),
    coarseGroupId: null,
    innerGroupId: null,
    groupId: toHexId('1'.repeat(32)),
    occurredAt: 0,
    receivedAt: 0,
    level: 1,
    platform: 1,
    repeat: 1,
    flags: 0,
    userKey: null,
    otherUserKeys: [],
    release: '],"rows":[',
    environment: 'production',
    tags: [],
    clientDrops: [],
    group: null,
  }
  for (const lengths of [[1_048_576], Array.from({ length: 400 }, (_, n) => 1_000_000 + n)]) {
    const columns = encodeColumns(
      lengths.map(() => event),
      lengths,
    )
    expect(decodeLengths(columns.subarray(0, lengthsBytes))).toEqual(lengths)
  }
  expect(() => decodeLengths(Buffer.from('{"lengths":[1,2,'))).toThrow('more lengths')
})
