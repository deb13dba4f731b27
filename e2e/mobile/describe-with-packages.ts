import { describe, it } from 'vitest'
import { isMobileInstalled } from '../../scripts/mobile-packages.mjs'

/**
 * Declares tests that need the packages of the mobile app. Without them they are skipped as one, or fail if CI=true, where they
 * must be installed.
 */
export function describeWithPackages(name: string, tests: () => void): void {
  if (!isMobileInstalled() && process.env.CI !== 'true')
    it(name, ({ skip }) => skip('the packages of the mobile app are not installed'))
  else describe(name, tests)
}
