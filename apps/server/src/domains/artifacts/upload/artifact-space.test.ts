import { expect, it } from 'vitest'
import type { Use } from '../../../lib/fair-share.ts'
import { ArtifactSpace } from './artifact-space.ts'

const budget = 1_000_000
const use = (owner: number, bytes: number): Use => ({ owner, organizationId: `organization ${owner}`, bytes })
const spaceOf = (...uses: Use[]) => new ArtifactSpace({ maxBytes: budget, measure: async () => uses, clock: () => 0 })

it('while there is room, anybody may take it', async () => {
  const space = spaceOf()
  expect(await space.take(1, 840_000, 1)).toBe(true)
  expect(await space.take(1, 20_000, 1)).toBe(false)
})

it('newcomers who take their share one after another leave room for those who store little', async () => {
  const space = spaceOf(use(1, 850_000), use(2, 425_000), use(9, 2000))
  let taken = 0
  for (let n = 0; n < 200; n++) if (await space.take(3 + (n % 3), 10_000, 1)) taken += 10_000
  expect(taken).toBeLessThanOrEqual(0.04 * budget)
  expect(await space.take(9, 1000, 1)).toBe(true)
  expect(await space.take(10, 1000, 1)).toBe(true)
})

it('an owner above its share is refused while little is left', async () => {
  const space = spaceOf(use(1, 600_000), use(2, 200_000))
  expect(await space.take(1, 100_000, 1)).toBe(false)
  expect(await space.take(2, 100_000, 1)).toBe(true)
})

it('beyond twice the budget nobody stores more', async () => {
  const space = spaceOf(use(1, 2 * budget))
  expect(await space.take(2, 1, 1)).toBe(false)
})
