import type { FoundFrame } from './frame.ts'
import { isDigit, isPathOrUrl, readLocation, wholeNumber } from './location.ts'
import { looksLikeUrl } from './spidermonkey.ts'

/**
 * Parses a line of a JavaScriptCore stack (Safari, iOS web views, React Native on JSC): `f@url:1:2`,
 * `f@[native code]`, `global code@url:1:2`, `async f@url:1:2`, or only a location for anonymous functions.
 *
 * @example parseJavaScriptCore('map@[native code]') // { function: 'map', native: true }
 */
export function parseJavaScriptCore(line: string): FoundFrame | undefined {
  if (line === '[native code]') return { native: true }
  // Code from `new Function` and eval has no file.
  if (line === 'anonymous@') return { function: 'anonymous', eval: true }
  if (line === 'eval code' || line === 'eval code@') return { function: 'eval code', eval: true }
  if (line.startsWith('// ') || line.includes('  at ')) return undefined
  const isLocationOnly = isPathOrUrl(line)
  const at = isLocationOnly ? -1 : line.indexOf('@')
  if (at < 0 && !isLocationOnly) return undefined
  const location = line.slice(at + 1)
  const frame = parseLocation(location)
  if (frame === undefined) return undefined
  const isAsync = line.startsWith('async ') && at > 6
  const name = at < 0 ? '' : nameOf(line.slice(isAsync ? 6 : 0, at))
  if (name.includes(': ') || name.includes('] ') || name.startsWith('* ') || name.startsWith('//')) return undefined
  if (name !== '' && name !== '<unknown>') frame.function = name
  if (name === 'eval code') frame.eval = true
  if (isAsync) frame.async = true
  return frame
}

/** Name before the `@`; React Native splits calls of Hermes: `pay (address at@1:1082033`. */
function nameOf(text: string): string {
  const name = text.endsWith(' (address at') ? text.slice(0, -12) : text
  return name === 'anonymous' ? '' : name
}

function parseLocation(text: string): FoundFrame | undefined {
  if (text === '[native code]' || text === '-1') return { native: true }
  if (text.startsWith('[wasm code]') || text.includes('wasm-function[')) return { native: true }
  const location = readLocation(text)
  // React Native omits the name of its single bundle: `e@695:2469`.
  if (location !== undefined && location.column === undefined && isDigit(location.file.charCodeAt(0))) {
    const line = wholeNumber(location.file)
    if (line !== undefined) return { line, column: location.line!, in_app: true }
  }
  if (location === undefined) return isUrl(text) ? { file: text } : undefined
  if (!looksLikeUrl(location.file) || (location.column === undefined && !isPathOrUrl(location.file))) return undefined
  return location
}

function isUrl(text: string): boolean {
  return text.includes('://') && !text.includes(' ')
}

/** Whether only JavaScriptCore prints such a line, and not SpiderMonkey. */
export function isSureJavaScriptCore(line: string): boolean {
  return (
    line.endsWith('[native code]') ||
    line.startsWith('global code@') ||
    line.startsWith('module code@') ||
    line.startsWith('eval code') ||
    line === 'anonymous@'
  )
}
