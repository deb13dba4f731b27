import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Slab, Slabs } from './slabs.ts'

const bodyBytes = fc.oneof(fc.integer({ min: 0, max: 6000 }), fc.integer({ min: 60_000, max: 65_536 }))

it('keeps every body as it is until it is released, in whatever order that is', () => {
  const headBytes = fc.constantFrom(0, 0, 120)
  const step = fc.record({ bytes: bodyBytes, head: headBytes, releases: fc.array(fc.nat(), { maxLength: 3 }) })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 400 }), (steps) => {
      const slabs = new Slabs()
      const held: { slab: Slab; body: Buffer; is: Buffer }[] = []
      steps.forEach(({ bytes, head, releases }, index) => {
        const is = Buffer.alloc(bytes, index + 1)
        const cut = Math.min(head, bytes)
        held.push({ ...slabs.hold(is.subarray(cut), is.subarray(0, cut))!, is })
        for (const at of releases) {
          const [released] = held.splice(at % Math.max(1, held.length), 1)
          if (released !== undefined) slabs.release(released.slab)
        }
        for (const { body, is } of held) expect(body.equals(is)).toBe(true)
      })
    }),
    { numRuns: 60 },
  )
})

it('uses the same memory again when nobody needs what lay there', () => {
  const slabs = new Slabs()
  const seen = new Set<ArrayBufferLike>()
  for (let round = 0; round < 40; round += 1) {
    const held = Array.from({ length: 100 }, () => slabs.hold(Buffer.alloc(50_000, round))!)
    for (const { slab, body } of held) {
      seen.add(body.buffer)
      slabs.release(slab)
    }
  }
  expect(seen.size).toBeLessThanOrEqual(6)
})

it('leaves a large body where it is', () => {
  expect(new Slabs().hold(Buffer.alloc(65_537))).toBeUndefined()
})
