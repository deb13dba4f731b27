import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Waits until nothing matches. An action stands until the page knows that it may not be offered, so it is gone a moment after
 * the page is complete; wait for what shows that it is complete before, or nothing matches because nothing is there yet.
 */
export async function gone(...locators: Locator[]): Promise<void> {
  for (const locator of locators) await expect.poll(() => locator.count(), { message: String(locator) }).toBe(0)
}
