import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe } from 'vitest'

/**
 * Tests that need a program of this machine: skipped by name where it is missing, failing under CI=true,
 * where nothing may be missing.
 */
export function describeWithTool(tool: string, name: string, tests: (path: string) => void): void {
  const path = findTool(tool)
  // Here somebody may work without PHP or Python, whose tests are then seen as skipped, with what is missing.
  if (path === undefined && process.env.CI !== 'true')
    describe.skip(`${name} (no ${tool} on this machine)`, () => tests(''))
  else describe(name, () => tests(path ?? `/missing/${tool}`))
}

function findTool(tool: string): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, tool))
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
