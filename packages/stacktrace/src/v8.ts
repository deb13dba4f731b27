import type { FoundFrame } from './frame.ts'
import { isDigit, isPathOrUrl, readLocation } from './location.ts'

/**
 * Parses what follows `at ` in a V8 stack (Node, Chromium, Electron, Edge, Deno), or returns undefined. The call is the
 * text from `start` up to `end`; it is not copied first, since such calls are most of what a server reads.
 * Forms of V8's stack trace API: `f (file:1:2)`, `file:1:2`, `async f (…)`, `new C (…)`, `T.f [as g] (…)`,
 * `eval (eval at f (file:1:2), <anonymous>:3:4)`, `Array.map (<anonymous>)`, `Promise.all (index 0)`, `native`,
 * `f (wasm://wasm/8f2a:wasm-function[3]:0x1f)`.
 *
 * @example parseV8('pay (/srv/app/cart.js:10:5)') // { function: 'pay', file: '/srv/app/cart.js', line: 10, column: 5 }
 */
export function parseV8(text: string, start = 0, end = text.length): FoundFrame | undefined {
  const isAsync = end - start > 6 && text.charCodeAt(start) === 97 && text.startsWith('async ', start)
  const from = isAsync ? start + 6 : start
  const isNamed = text.charCodeAt(end - 1) === CLOSE
  const frame = isNamed ? parseNamed(text, from, end) : parseBareLocation(text.slice(from, end))
  if (frame !== undefined && isAsync) frame.async = true
  return frame
}

/** Parses `name (location)`. A path may contain parentheses, a name only in `[as x (y)]`: the first ` (` opens the location. */
function parseNamed(text: string, start: number, end: number): FoundFrame | undefined {
  let open = findOpen(text, start, end)
  if (open < 0) return undefined
  let frame = parseLocation(text, open + 2, end - 1)
  if (frame === undefined || (text.charCodeAt(open + 2) !== SLASH && isInsideName(frame))) {
    // Computed names and regular expressions as keys may contain one as well.
    open = text.lastIndexOf(' (', end - 2)
    frame = parseLocation(text, open + 2, end - 1)
    if (frame === undefined) {
      const rest = text.slice(start, end)
      return isPathOrUrl(rest) ? parseBareLocation(rest) : undefined
    }
  }
  const name = text.slice(start, open)
  // A text that can only be a path is one even with ` (` in it: `/srv/app (copy)/x.js:1:2` never ends with `)`.
  if (name === '' || name === '<anonymous>' || name === '?' || name === 'None' || name === 'async <anonymous>')
    return frame
  if (frame.column === undefined || frame.eval || frame.function !== undefined) {
    frame.function = name
    return frame
  }
  // Nearly every call has this form; creating the object with all fields takes half the time of adding them later.
  return { function: name, file: frame.file!, line: frame.line!, column: frame.column, in_app: undefined, raw: '' }
}

/** `x) (/a.js` after the first ` (` of `f (x) (/a.js:1:2)`; a text that starts like a path may contain ` (` itself. */
function isInsideName({ file, eval: isEval }: FoundFrame): boolean {
  if (file === undefined || isEval || !file.includes(') (')) return false
  return !isPathOrUrl(file)
}

/** The first ` (` of the call, or -1. */
function findOpen(text: string, start: number, end: number): number {
  for (let index = start + 1; index < end; index++) {
    if (text.charCodeAt(index) === OPEN && text.charCodeAt(index - 1) === 32) return index - 1
  }
  return -1
}

function parseBareLocation(rest: string): FoundFrame | undefined {
  if (rest === '<anonymous>' || rest === 'native') return { native: true }
  const last = rest.charCodeAt(rest.length - 1)
  if (rest.includes('wasm://') || rest.includes(wasmMark)) return parseWasm(rest)
  if (rest.startsWith('wasm-function[')) return parseWasm(`:${rest}`)
  if (!isDigit(last)) return undefined
  const location = readLocation(rest)
  if (location === undefined) return undefined
  // Electron's own scripts have no columns.
  if (location.column === undefined && !isScript(location.file)) return undefined
  // Not a sentence such as "at noon (see a.js:1:2".
  return location.file.includes(' ') && !isPathOrUrl(location.file) ? undefined : location
}

function parseLocation(text: string, start: number, end: number): FoundFrame | undefined {
  // Only texts with these first letters can be something other than a location: Hermes' bytecode, which has its own
  // parser, `<anonymous>`, `eval at …`, `index 0`, `native`, `wasm://…`.
  switch (text.charCodeAt(start)) {
    case 97: // a
    case 60: // <
    case 101: // e
    case 105: // i
    case 110: // n
    case 119: // w
      return parseOddLocation(text.slice(start, end))
    default:
      if (isDigit(text.charCodeAt(start)) && /^\d{1,9}(?::\d{1,9})?$/.test(text.slice(start, end)))
        return { native: true }
      return readLocation(text, start, end) ?? withoutNumbers(text.slice(start, end))
  }
}

function parseOddLocation(location: string): FoundFrame | undefined {
  if (location.startsWith('address at ')) return undefined
  if (location === '<anonymous>' || location.startsWith('index ')) return { native: true }
  if (location === 'native' || location.startsWith('native ')) return { native: true }
  if (location.startsWith('eval at ')) return parseEval(location)
  if (location.startsWith('wasm://') || location.includes(wasmMark)) return parseWasm(location)
  if (location.startsWith('wasm-function[')) return parseWasm(`:${location}`)
  return readLocation(location) ?? fileAlone(location)
}

/** Parses a location without numbers, or a WebAssembly module with function and offset. */
function withoutNumbers(location: string): FoundFrame | undefined {
  return location.includes(wasmMark) ? parseWasm(location) : fileAlone(location)
}

/** A file without numbers: `f (file:///srv/a.js)`, as Node prints it for a script without source. */
function fileAlone(location: string): FoundFrame | undefined {
  return isPathOrUrl(location) || location.startsWith('node:') ? { file: location } : undefined
}

/**
 * `eval at f (file:1:2), <anonymous>:3:4`: uses the location that called eval, which is a real file, unless the code named
 * itself (`//# sourceURL`).
 */
function parseEval(location: string): FoundFrame {
  const comma = location.lastIndexOf('), ')
  const own = comma < 0 ? undefined : readLocation(location.slice(comma + 3))
  if (own !== undefined && own.file !== '<anonymous>') return { ...own, eval: true }
  const open = location.lastIndexOf(' (')
  const close = location.indexOf(')', open)
  const caller = open < 0 || close < 0 ? undefined : readLocation(location.slice(open + 2, close))
  return { ...caller, eval: true }
}

/** `wasm://wasm/8f2a:wasm-function[3]:0x1f`: line 1 and the byte offset as column, like V8's own call sites. */
function parseWasm(location: string): FoundFrame | undefined {
  const body = location.indexOf(wasmMark)
  const offset = location.lastIndexOf(':0x')
  if (body < 0 || offset < body) return readLocation(location)
  const column = Number.parseInt(location.slice(offset + 3), 16)
  const frame: FoundFrame = { function: location.slice(body + 1, offset), line: 1 }
  if (body > 0) frame.file = location.slice(0, body)
  if (Number.isSafeInteger(column)) frame.column = column + 1
  return frame
}

/** Whether a text is the name of a script and no sentence: `electron/js2c/asar_bundle.js`. */
function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?(?:\?\S{1,100})?$/.test(file) && !file.includes(' ')
}

const wasmMark = ':wasm-function['
const OPEN = 40
const CLOSE = 41
const SLASH = 47
