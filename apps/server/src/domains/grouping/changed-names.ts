import type { Frame } from '@bugle/stacktrace'
import { stableClass, stableFile } from './built-name.ts'
import { callOf } from './call.ts'
import { standing } from './passing-folder.ts'
import { functionName, withoutNumbers } from './stable-name.ts'

/** A part of a name that grouping ignored, and the rule by which. */
export interface ChangedName {
  part: string
  why: string
}

/** Returns the parts of a call's names that a build, a start or a machine made, and that therefore do not count. */
export function changedNames(frame: Frame): ChangedName[] {
  const { file, module, function: name = '' } = frame
  const numbered = withoutNumbers(name) === name ? [] : [{ part: name, why: 'a compiler numbered it' }]
  const bare = functionName(name)
  if (module === undefined && callOf(frame).name.bare !== bare)
    numbered.push({ part: name, why: 'a bundler numbered it' })
  if (module === undefined) return [...numbered, ...changedPath(file)]
  if (stableClass(module) === module) return numbered
  return [...numbered, { part: module, why: 'a compiler or container added to its name' }]
}

function changedPath(file: string | undefined): ChangedName[] {
  if (file === undefined) return []
  const parts = file.replace(/[?#].*$/, '').split(/[\\/]/)
  const name = parts.at(-1)!
  const stable = stableFile(name, parts.at(-2))
  const folders = parts.slice(0, -1).filter((part, index) => standing(part, parts[index - 1]).join() !== part)
  const changed = folders.map((part) => ({ part, why: 'a folder of a build, a start or a machine' }))
  if (stable.startsWith('*')) changed.push({ part: name, why: 'a name that is only a hash or a number' })
  else if (stable !== name) changed.push({ part: name, why: 'a build wrote a hash or a version into its name' })
  return changed
}
