import { describe, it } from 'vitest'

/** Declares tests that enter a system of their own, which only root may. */
export function describeAsRoot(name: string, tests: () => void): void {
  if (process.getuid?.() === 0) describe(name, tests)
  else it(name, ({ skip }) => skip('only root may make a system and enter it'))
}
