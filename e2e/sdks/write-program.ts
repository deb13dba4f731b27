import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes a program into a folder, and returns its path. One that is there already is left alone: a process that another test has started
 * with it may be about to read it.
 */
export function writeProgram(directory: string, name: string, code: string): string {
  const file = join(directory, name)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== code) writeFileSync(file, code)
  return file
}
