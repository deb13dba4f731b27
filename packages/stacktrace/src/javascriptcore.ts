import type { FoundFrame } from './frame.ts'
import { isDigit, isPathOrUrl, readPlace, wholeNumber } from './place.ts'
import { looksLikeUrl } from './spidermonkey.ts'

/**
 * Parses a line of a JavaScriptCore stack (Safari, iOS web views, React Native on JSC): `f@url:1:2`,
 * `f@[native code]`, `global code@url:1:2`, `async f@url:1:2`, or a place alone for anonymous functions.
 *
 * @example parseJavaScriptCore('map@[native code]') // { function: 'map', native: true }
 */
export function parseJavaScriptCore(line: string): FoundFrame | undefined {
  if (line === '[native code]') return { native: true }
  // `new Function` and eval give code of no file.
  if (line === 'anonymous@') return { function: 'anonymous', eval: true }
  if (line === 'eval code' || line === 'eval code@') return { function: 'eval code', eval: true }
  if (line.startsWith('// ')) return undefined
  const isPlaceAlone = isPathOrUrl(line)
  const at = isPlaceAlone ? -1 : line.indexOf('@')
  if (at < 0 && !isPlaceAlone) return undefined
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

/** React Native cuts the calls of Hermes in two: `pay (address at@1:1082033`. */
function nameOf(text: string): string {
  const name = text.endsWith(' (address at') ? text.slice(0, -12) : text
  return name === 'anonymous' ? '' : name
}

function parseLocation(location: string): FoundFrame | undefined {
  if (location === '[native code]' || location === '-1') return { native: true }
  if (location.startsWith('[wasm code]') || location.includes('wasm-function[')) return { native: true }
  const place = readPlace(location)
  // React Native's one bundle goes without saying: `e@695:2469`.
  if (place !== undefined && place.column === undefined && isDigit(place.file.charCodeAt(0))) {
    const line = wholeNumber(place.file)
    if (line !== undefined) return { line, column: place.line!, in_app: true }
  }
  if (place === undefined) return isUrl(location) ? { file: location } : undefined
  if (!looksLikeUrl(place.file) || (place.column === undefined && !isPathOrUrl(place.file))) return undefined
  return place
}

function isUrl(text: string): boolean {
  return text.includes('://') && !text.includes(' ')
}

/** What only JavaScriptCore prints: tells its lines from SpiderMonkey's. */
export function isSureJavaScriptCore(line: string): boolean {
  return (
    line.endsWith('[native code]') ||
    line.startsWith('global code@') ||
    line.startsWith('module code@') ||
    line.startsWith('eval code') ||
    line === 'anonymous@'
  )
}
