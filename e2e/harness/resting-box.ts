import { isDeepStrictEqual } from 'node:util'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Waits until an element stays in its place, for gestures that are made of points: rows move while a page is being loaded. */
export async function restingBox(locator: Locator): Promise<Box> {
  let last: Box | null = null
  const isResting = async () => {
    const before = last
    last = await locator.boundingBox()
    return last !== null && isDeepStrictEqual(last, before)
  }
  await expect.poll(isResting, { message: String(locator) }).toBe(true)
  return last!
}
