import type { FoundFrame } from './frame.ts'
import { readLocation } from './location.ts'

/**
 * Parses what follows `at ` in a bytecode frame of Hermes: `f (address at index.android.bundle:1:426)`. The last
 * number is an offset counted from 0; it becomes a column counted from 1 like all others, so that one lookup in the
 * composed source map serves all engines. For source code, Hermes prints V8's form, and `(native)`.
 *
 * @example parseHermes('total (address at main.jsbundle:1:426)') // { function: 'total', file: 'main.jsbundle', line: 1, column: 427 }
 */
export function parseHermes(call: string): FoundFrame | undefined {
  // Crashlytics prints a class before each name; these calls have none.
  if (call.endsWith('((native):0:0)')) return { function: call.slice(call.startsWith('.') ? 1 : 0, -14), native: true }
  const mark = call.indexOf('(address at ')
  if (mark < 0 || !call.endsWith(')')) return undefined
  const location = readLocation(call.slice(mark + 12, -1))
  if (location?.column === undefined) return undefined
  const frame: FoundFrame = { file: location.file, line: location.line!, column: location.column + 1 }
  const isAsync = call.startsWith('async ')
  const name = call.slice(isAsync ? 6 : call.startsWith('.') ? 1 : 0, mark).trimEnd()
  if (name !== '' && !isAnonymous(name)) frame.function = name
  if (isAsync) frame.async = true
  return frame
}

/** Whether Hermes printed this name for a function without one. */
export function isAnonymous(name: string): boolean {
  return name === 'anonymous' || name === '<anonymous>'
}
