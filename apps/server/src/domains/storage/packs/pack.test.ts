import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeDirectory, encodeDirectory, findInDirectory, type PackEntry } from './pack.ts'

/** Entries as packing makes them: ordered by segment and position, each position once. */
const entries = fc
  .array(
    fc.record({
      segmentId: fc.integer({ min: 1, max: 2 ** 50 }),
      position: fc.integer({ min: 0, max: 400 }),
      length: fc.integer({ min: 0, max: 1_048_576 }),
    }),
    { maxLength: 40 },
  )
  .map((all) => {
    const locations = new Map(all.map((entry) => [`${entry.segmentId}:${entry.position}`, entry]))
    return [...locations.values()].sort((a, b) => a.segmentId - b.segmentId || a.position - b.position)
  })

it('a directory reads back as it was written', () => {
  fc.assert(
    fc.property(entries, (all) => {
      expect(decodeDirectory(encodeDirectory(all))).toEqual(all)
    }),
  )
})

it('finds every body where it stands, and none that is not there', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const directory = encodeDirectory(all)
      let start = 0
      for (const entry of all) {
        expect(findInDirectory(directory, entry)).toEqual({ start, end: start + entry.length })
        start += entry.length
      }
      const missing: PackEntry = { segmentId: 2 ** 51, position: 0, length: 0 }
      expect(findInDirectory(directory, missing)).toBeUndefined()
    }),
  )
})

it('a directory that is cut short is an error, not another directory', () => {
  const directory = encodeDirectory([{ segmentId: 1000, position: 1, length: 70_000 }])
  for (let length = 1; length < directory.length; length++)
    expect(() => decodeDirectory(directory.subarray(0, length))).toThrow('middle of a number')
})
