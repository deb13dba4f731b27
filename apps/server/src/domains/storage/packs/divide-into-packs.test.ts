import { toHexId } from '@bugle/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divideIntoPacks, type PackableBody } from './divide-into-packs.ts'

const kilobyte = 1024
const bodies = (sizes: readonly { groupId: string; length: number }[]): PackableBody[] =>
  sizes.map(({ groupId, length }, n) => ({
    groupId: toHexId(groupId),
    segmentId: 1 + Math.floor(n / 3),
    position: n % 3,
    length,
  }))
const bytesOf = (pack: readonly PackableBody[]) => pack.reduce((sum, { length }) => sum + length, 0)
const locationOf = ({ segmentId, position }: PackableBody) => segmentId * 3 + position
const some = fc.array(
  fc.record({
    groupId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    length: fc.oneof(fc.integer({ min: 2, max: 9000 }), fc.integer({ min: 2, max: 300_000 })),
  }),
  { maxLength: 150 },
)

it('every body is in one pack, in the order they came, and a pack with several is no larger than it may be', () => {
  fc.assert(
    fc.property(some, (sizes) => {
      const all = bodies(sizes)
      const packs = divideIntoPacks(all)
      expect(packs.flat().sort((one, other) => locationOf(one) - locationOf(other))).toEqual(all)
      for (const pack of packs) {
        const locations = pack.map(locationOf)
        expect(locations).toEqual([...locations].sort((one, other) => one - other))
        expect(pack.length === 1 || bytesOf(pack) <= 256 * kilobyte).toBe(true)
        expect(pack.length).toBeGreaterThan(0)
      }
    }),
  )
})

it('an event is in one of the few packs that end after it', () => {
  fc.assert(
    fc.property(some, (sizes) => {
      const packs = divideIntoPacks(bodies(sizes))
      const ends = packs.map((pack) => pack.at(-1)!.segmentId)
      for (const [n, pack] of packs.entries())
        for (const { segmentId } of pack) {
          const looks = ends.filter((end) => end >= segmentId && end < ends[n]!).length
          expect(looks).toBeLessThan(40)
        }
    }),
  )
})

it('a group with much has packs of its own, the others share', () => {
  const sizes = Array.from({ length: 100 }, (_, n) => ({
    groupId: n % 4 === 0 ? 'frequent' : `rare ${n}`,
    length: 5 * kilobyte,
  }))
  const packs = divideIntoPacks(bodies(sizes))
  const frequent = packs.filter((pack) => pack.some(({ groupId }) => groupId === 'frequent'))
  expect(frequent.flat().every(({ groupId }) => groupId === 'frequent')).toBe(true)
  expect([frequent.flat().length, packs.length - frequent.length]).toEqual([25, 2])
})

it('does not divide events that fit into one pack', () => {
  const sizes = Array.from({ length: 20 }, (_, n) => ({ groupId: n < 15 ? 'frequent' : 'rare', length: 6 * kilobyte }))
  expect(divideIntoPacks(bodies(sizes)).map((pack) => pack.length)).toEqual([20])
})
