import type { FoundFrame } from './frame.ts'
import { isDigit, isPathOrUrl, readPlace } from './place.ts'

/**
 * Parses what follows `at ` in a V8 stack (Node, Chromium, Electron, Edge, Deno), or returns undefined.
 * Forms, from V8's stack trace API: `f (file:1:2)`, `file:1:2`, `async f (…)`, `new C (…)`, `T.f [as g] (…)`,
 * `eval (eval at f (file:1:2), <anonymous>:3:4)`, `Array.map (<anonymous>)`, `Promise.all (index 0)`, `native`,
 * `f (wasm://wasm/8f2a:wasm-function[3]:0x1f)`.
 *
 * @example parseV8('pay (/srv/app/cart.js:10:5)') // { function: 'pay', file: '/srv/app/cart.js', line: 10, column: 5 }
 */
export function parseV8(call: string): FoundFrame | undefined {
  const isAsync = call.startsWith('async ')
  const rest = isAsync ? call.slice(6) : call
  const frame = rest.endsWith(')') ? parseNamed(rest) : parsePlaceAlone(rest)
  if (frame !== undefined && isAsync) frame.async = true
  return frame
}

/** A path may hold parentheses, a name may not: the first ` (` opens the location, but for `[as x (y)]`. */
function parseNamed(rest: string): FoundFrame | undefined {
  let open = rest.indexOf(' (')
  if (open < 0) return undefined
  let frame = parseLocation(rest, open + 2)
  if (frame === undefined) {
    // Computed names and regular expressions as keys may hold one of their own.
    open = rest.lastIndexOf(' (')
    frame = parseLocation(rest, open + 2)
    if (frame === undefined) return isPathOrUrl(rest) ? parsePlaceAlone(rest) : undefined
  }
  const name = rest.slice(0, open)
  // What can be nothing but a path is one, with ` (` in it: `/srv/app (copy)/x.js:1:2` never ends with `)`.
  if (name !== '' && name !== '<anonymous>' && name !== 'async <anonymous>') frame.function = name
  return frame
}

function parsePlaceAlone(rest: string): FoundFrame | undefined {
  if (rest === '<anonymous>' || rest === 'native') return { native: true }
  const last = rest.charCodeAt(rest.length - 1)
  if (rest.includes('wasm://')) return parseWasm(rest)
  if (!isDigit(last)) return undefined
  const place = readPlace(rest)
  if (place?.column === undefined) return undefined
  // A sentence such as «at noon (see a.js:1:2» is none.
  return place.file.includes(' ') && !isPathOrUrl(place.file) ? undefined : place
}

function parseLocation(rest: string, start: number): FoundFrame | undefined {
  const location = rest.slice(start, -1)
  switch (location.charCodeAt(0)) {
    case 97: // a
      // Hermes' bytecode has a parser of its own.
      if (location.startsWith('address at ')) return undefined
      break
    case 60: // <
      if (location === '<anonymous>') return { native: true }
      break
    case 101: // e
      if (location.startsWith('eval at ')) return parseEval(location)
      break
    case 105: // i
      if (location.startsWith('index ')) return { native: true }
      break
    case 110: // n
      if (location === 'native' || location.startsWith('native ')) return { native: true }
      break
    case 119: // w
      if (location.startsWith('wasm://')) return parseWasm(location)
      break
  }
  const place = readPlace(location)
  if (place !== undefined) return place
  // A file without numbers: `f (file:///srv/a.js)`, and what Node prints for a script without source.
  return isPathOrUrl(location) || location.startsWith('node:') ? { file: location } : undefined
}

/**
 * `eval at f (file:1:2), <anonymous>:3:4`: the file that called eval is what a reader can open; code that named
 * itself (`//# sourceURL`) has a place of its own.
 */
function parseEval(location: string): FoundFrame {
  const comma = location.lastIndexOf('), ')
  const own = comma < 0 ? undefined : readPlace(location.slice(comma + 3))
  if (own !== undefined && own.file !== '<anonymous>') return { ...own, eval: true }
  const open = location.lastIndexOf(' (')
  const close = location.indexOf(')', open)
  const caller = open < 0 || close < 0 ? undefined : readPlace(location.slice(open + 2, close))
  return { ...caller, eval: true }
}

/** `wasm://wasm/8f2a:wasm-function[3]:0x1f`: line 1 and the byte offset as column, as V8's own call sites say. */
function parseWasm(location: string): FoundFrame | undefined {
  const body = location.indexOf(':wasm-function[')
  const offset = location.lastIndexOf(':0x')
  if (body < 0 || offset < body) return readPlace(location)
  const column = Number.parseInt(location.slice(offset + 3), 16)
  const frame: FoundFrame = { file: location.slice(0, body), function: location.slice(body + 1, offset), line: 1 }
  if (Number.isSafeInteger(column)) frame.column = column + 1
  return frame
}
