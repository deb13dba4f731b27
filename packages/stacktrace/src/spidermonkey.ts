import type { FoundFrame } from './frame.ts'
import { isLetter, readLocation } from './location.ts'

/**
 * Parses a line of a SpiderMonkey stack (Firefox): `f@url:1:2`, `@url:1:2` for anonymous code, `async*f@…` and
 * `promise callback*f@…` for awaited calls, `f@url line 3 > eval:1:1` for code generated at run time.
 *
 * @example parseSpiderMonkey('pay/<@https://x.io/a.js:10:5') // { function: 'pay/<', file: 'https://x.io/a.js', line: 10, column: 5 }
 */
export function parseSpiderMonkey(line: string): FoundFrame | undefined {
  const at = line.indexOf('@')
  if (at < 0) return undefined
  const wasm = line.indexOf(':wasm-function[', at)
  if (wasm > 0) return parseWasm(line, at, wasm)
  const location = readLocation(line.slice(at + 1))
  if (location?.column === undefined || !looksLikeUrl(location.file)) return undefined
  const frame: FoundFrame = location
  const maker = location.file.indexOf(' line ')
  if (maker > 0 && location.file.includes(' > ', maker)) setMaker(frame, location.file, maker)
  // The kind of await precedes the star.
  const star = line.indexOf('*')
  if (star === 0) return undefined
  const isAsync = star >= 0 && star < at
  const name = isAsync ? line.slice(star + 1, at) : line.slice(0, at)
  if (name.includes(': ') || name.length > maxName || isPrefixed(line, at)) return undefined
  if (name !== '') frame.function = name
  if (isAsync) frame.async = true
  return frame
}

/** `f@a.js line 3 > WebAssembly.Module:wasm-function[1]:0x29`: line 3 compiled the module. */
function parseWasm(line: string, at: number, body: number): FoundFrame | undefined {
  const location = line.slice(at + 1, body)
  const maker = location.indexOf(' line ')
  if (!looksLikeUrl(location)) return undefined
  const end = line.indexOf(']', body)
  const frame: FoundFrame = { file: location, function: line.slice(0, at) || line.slice(body + 1, end + 1) }
  if (maker > 0) setMaker(frame, location, maker)
  return frame
}

/** `[pid=12][err] pay@…`: the prefix of a log, which is removed elsewhere. */
function isPrefixed(line: string, at: number): boolean {
  const bracket = line.indexOf('] ')
  return (bracket >= 0 && bracket < at) || line.startsWith('// ') || line.includes('  at ', at)
}

/** Maximum length of a name; a longer text before the `@` is a sentence. */
const maxName = 1000

/** Sets the location of generated code: in `a.js line 3 > eval line 1 > Function` the outermost, which is a file. */
function setMaker(frame: FoundFrame, text: string, mark: number): void {
  frame.file = text.slice(0, mark)
  frame.eval = true
  delete frame.column
  const end = text.indexOf(' > ', mark)
  frame.line = Number.parseInt(text.slice(mark + 6, end), 10) || 1
}

/** Whether a text is a URL and not an e-mail address in a message, which has no path. */
export function looksLikeUrl(file: string): boolean {
  if (file.includes('/') || file.includes('\\')) return true
  const dot = file.lastIndexOf('.')
  return (dot > 0 && isLetter(file.charCodeAt(dot + 1)) && !file.includes(' ')) || file.includes(':')
}
