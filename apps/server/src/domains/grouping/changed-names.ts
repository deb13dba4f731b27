import type { Frame } from '@bugle/stacktrace'
import { isPassing, stableClass, stableFile } from './built-name.ts'

/** A part of a name that grouping ignored, and the rule by which. */
export interface ChangedName {
  part: string
  why: string
}

/** Returns the parts of a call's names that a build, a start or a machine made, and that therefore do not count. */
export function changedNames({ file, module }: Frame): ChangedName[] {
  if (module !== undefined) {
    return stableClass(module) === module ? [] : [{ part: module, why: 'a compiler or container added to its name' }]
  }
  if (file === undefined) return []
  const parts = file.replace(/[?#].*$/, '').split(/[\\/]/)
  const name = parts.at(-1)!
  const stable = stableFile(name, parts.at(-2))
  const folders = parts.slice(0, -1).filter((part, index) => part !== '' && isPassing(part, parts[index - 1]))
  const changed = folders.map((part) => ({ part, why: 'a folder of a build, a start or a machine' }))
  if (stable.startsWith('*')) changed.push({ part: name, why: 'a name that is only a hash or a number' })
  else if (stable !== name) changed.push({ part: name, why: 'a build wrote a hash or a version into its name' })
  return changed
}
