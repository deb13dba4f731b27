import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, it } from 'vitest'

/**
 * Declares tests that need a program of this machine. Without it they are skipped as one, or fail if CI=true, where
 * every program must be installed.
 */
export function describeWithTool(tool: string, name: string, tests: (path: string) => void): void {
  const path = findTool(tool)
  if (path === undefined && process.env.CI !== 'true')
    it(name, ({ skip }) => skip(`there is no ${tool} on this machine`))
  else describe(name, () => tests(path ?? `/missing/${tool}`))
}

/** Finds a program of this machine; undefined if it is missing. */
export function findTool(tool: string): string | undefined {
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
