import type { FoundFrame } from './frame.ts'
import { isDigit, numberStart, readLocation, toNumber } from './location.ts'

/**
 * Parses a line of Lua: `cart.lua:12: in function 'pay'`, `[C]: in function 'error'`, `cart.lua:3: in main chunk`.
 *
 * @example parseLua("cart.lua:12: in function 'pay'") // { function: 'pay', file: 'cart.lua', line: 12 }
 */
export function parseLua(line: string): FoundFrame | undefined {
  if (line === '[C]: ?') return { native: true }
  const mark = line.indexOf(': in ')
  if (mark < 2) return undefined
  // nginx adds the request.
  const client = line.indexOf(', client: ', mark)
  const name = luaName(line.slice(mark + 5, client < 0 ? undefined : client))
  if (name === undefined) return undefined
  const frame: FoundFrame = name === '' ? {} : { function: name }
  if (line.startsWith('[C]')) return { ...frame, native: true }
  const start = numberStart(line, mark)
  // LuaJIT omits an unknown line number.
  if (start === mark && line.endsWith('.lua', mark)) return { ...frame, file: line.slice(0, mark) }
  if (start === mark || line.charCodeAt(start - 1) !== 58) return undefined
  frame.file = line.slice(0, start - 1)
  frame.line = toNumber(line, start, mark)
  return frame
}

const luaKinds = ['function ', 'local ', 'upvalue ', 'method ', 'field ', 'metamethod ', 'global ']

function luaName(text: string): string | undefined {
  if (text === 'main chunk' || text === '?') return ''
  const kind = luaKinds.find((word) => text.startsWith(word))
  if (kind === undefined) return undefined
  const name = text.slice(kind.length)
  // A function without a name is identified by its definition.
  if (name.startsWith('<')) return ''
  const quoted = name.length > 2 && '\'`"'.includes(name[0]!) && (name.endsWith("'") || name.endsWith('"'))
  return quoted ? name.slice(1, -1) : name
}

/** The place in the head of an error of Lua without calls: `SCRIPT ERROR: @shop/cart.lua:10: no cart`. */
export function luaPlace(header: string): FoundFrame | undefined {
  const place = header.includes('.lua:')
    ? /(?:^|\n)(?:\d{1,6}x |\[?[A-Z ]{1,30}\]?:? )?([^\s:]{1,300}\.lua):(\d{1,9}): /.exec(header.trimStart())
    : null
  return place === null ? undefined : { file: place[1]!, line: Number(place[2]) }
}

/** Parses a call as Garry's Mod prints it: `1. pay - addons/shop/lua/cart.lua:31`. */
export function parseNumberedLua(line: string): FoundFrame | undefined {
  const call = /^\d{1,4}\. (\S{1,300}) - (\S{1,300}\.lua):(\d{1,9})$/.exec(line)
  if (call === null) return undefined
  const location = { file: call[2]!, line: Number(call[3]) }
  return call[1] === 'unknown' ? location : { ...location, function: call[1]! }
}

/**
 * Parses a line of Perl's Carp, which prints the location of each call: `Shop::Cart::pay(3) called at cart.pl line 12`.
 *
 * @example parsePerl('Cart::pay(3) called at cart.pl line 12') // { function: 'Cart::pay', file: 'cart.pl', line: 12 }
 */
export function parsePerl(line: string): FoundFrame | undefined {
  const mark = line.lastIndexOf(' called at ')
  if (mark < 1) return undefined
  const location = perlLocation(line.slice(mark + 11))
  if (location === undefined) return undefined
  const open = line.indexOf('(')
  const name = line.slice(0, open > 0 && open < mark ? open : mark)
  if (name === '' || (name.includes(' ') && !name.startsWith('eval '))) return undefined
  return name.startsWith('eval ') ? { ...location, function: 'eval' } : { ...location, function: name }
}

/** Parses `boom at cart.pl line 12.`: message and location. */
export function diedAt(header: string): { message: string; location: FoundFrame } | undefined {
  const end = header.indexOf('\n')
  const whole = end < 0 ? header : header.slice(0, end)
  // The line of the file being read comes last: `, <STDIN> line 3`.
  const input = whole.lastIndexOf(', <')
  const line = input < 0 ? whole : whole.slice(0, input)
  const mark = line.lastIndexOf(' at ')
  const location = mark < 1 ? undefined : perlLocation(line.slice(mark + 4))
  return location?.file === undefined ||
    location.file.includes(' ') ||
    !(location.file.includes('.') || location.file.includes('/') || location.file === '-e')
    ? undefined
    : { message: line.slice(0, mark), location }
}

/** Finds the first line with message and location; a shell prints its prompt before it. */
export function diedIn(text: string): { message: string; location: FoundFrame } | undefined {
  if (!text.includes(' line ')) return undefined
  let warned: ReturnType<typeof diedAt>
  for (const line of text.split('\n', 20)) {
    const died = diedAt(line)
    if (died === undefined) continue
    if (!warnings.test(line)) return died
    warned ??= died
  }
  return warned
}

/** Warnings that perl prints above the error. */
const warnings =
  /^(?:Use of uninitialized value|Argument ".{0,200}" isn't numeric|Subroutine \S{1,200} redefined|Odd number of elements)/

function perlLocation(text: string): FoundFrame | undefined {
  const mark = text.lastIndexOf(' line ')
  if (mark < 1) return undefined
  let end = mark + 6
  while (isDigit(text.charCodeAt(end))) end++
  const rest = text.slice(end)
  if (end === mark + 6 || !(rest === '' || /^\.?["']?$/.test(rest) || rest.startsWith('.: ') || rest.startsWith(', <')))
    return undefined
  return { file: text.slice(0, mark), line: toNumber(text, mark + 6, Math.min(end, mark + 16)) }
}

/**
 * Parses a call of Julia: `[2] pay(cart::Cart)`, with its location after ` at ` until 1.5, and on the next line since.
 *
 * @example parseJulia('[2] pay(::Int64) at ./cart.jl:12') // { function: 'pay', file: './cart.jl', line: 12 }
 */
export function parseJulia(line: string): FoundFrame | undefined {
  let start = 1
  while (start < 6 && isDigit(line.charCodeAt(start))) start++
  if (start === 1 || line.charCodeAt(start) !== 93 || line.charCodeAt(start + 1) !== 32) return undefined
  const rest = line.slice(start + 2).trimStart()
  const mark = rest.lastIndexOf(' at ')
  const location = mark < 0 ? undefined : readLocation(rest.slice(mark + 4))
  const call = location === undefined ? rest : rest.slice(0, mark)
  const open = call.indexOf('(', 1)
  const name = (open < 0 ? call : call.slice(0, open)).trim()
  if (name === '' || name.includes(': ') || name.endsWith(':')) return undefined
  return location === undefined ? { function: name } : { function: name, file: location.file, line: location.line! }
}

/** `@ Main ./cart.jl:12`, `@ ./cart.jl:12 [inlined]`: the location of the previous call. */
export function parseJuliaLocation(line: string): FoundFrame | undefined {
  const text = line.endsWith(' [inlined]') ? line.slice(2, -10) : line.slice(2)
  const blank = text.lastIndexOf(' ')
  const location = readLocation(text.slice(blank + 1))
  return location === undefined ? undefined : { file: location.file, line: location.line! }
}
