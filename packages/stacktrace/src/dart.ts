import type { FoundFrame } from './frame.ts'
import { isDigit, isLetter, readLocation, wholeNumber } from './location.ts'

/**
 * Parses a frame of the Dart VM: `#0      Cart.pay (package:shop/cart.dart:12:5)`. Closures are named
 * `main.<anonymous closure>`, as in the VM.
 *
 * @example parseDartVm('#0      Cart.pay (package:shop/cart.dart:12:5)') // { function: 'Cart.pay', file: 'package:shop/cart.dart', line: 12, column: 5 }
 */
export function parseDartVm(line: string): FoundFrame | undefined {
  let start = 1
  while (isDigit(line.charCodeAt(start))) start++
  if (start === 1 || line.charCodeAt(start) !== 32) return undefined
  if (!line.endsWith(')')) return nameAlone(line, start)
  const open = line.lastIndexOf(' (')
  if (open < start) return undefined
  const written = line.slice(open + 2, -1)
  const location = readLocation(written) ?? { file: written }
  if (!isUri(location.file)) return undefined
  while (line.charCodeAt(start) === 32) start++
  const name = line.slice(start, open).trimEnd()
  if (isDigit(name.charCodeAt(0))) return undefined
  return name === '' ? { ...location } : { ...location, function: name }
}

/** Parses a call that lost its number: `Cart.pay (package:shop/cart.dart:12:5)`. */
export function parseDartAlone(line: string): FoundFrame | undefined {
  const call = /^([A-Za-z_][\w.<> ]{0,300}) \((package:[^\s:]{1,300}\.dart):(\d{1,9})(?::(\d{1,9}))?\)$/.exec(line)
  if (call === null) return undefined
  const location = { function: call[1]!, file: call[2]!, line: Number(call[3]) }
  return call[4] === undefined ? location : { ...location, column: Number(call[4]) }
}

/** `#1      _rootRun`: the VM pads the number to eight characters. */
function nameAlone(line: string, from: number): FoundFrame | undefined {
  let start = from
  while (line.charCodeAt(start) === 32) start++
  const name = line.slice(start)
  return start >= 6 &&
    isLetter(name.charCodeAt(name.charCodeAt(0) === 95 ? 1 : 0)) &&
    !name.includes(' ') &&
    !name.includes('(')
    ? { function: name }
    : undefined
}

/** `package:…`, `file:…`, `dart:…`, `org-dartlang-…`; PHP's arguments never look like these. */
function isUri(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon > 1 && colon < 32 && !text.includes(', ')) return true
  return text.endsWith('.dart') || text === 'Unknown Source' || text === '<asynchronous suspension>'
}

/**
 * Parses a frame of ahead-of-time compiled Dart: `#00 abs 00007f virt 00001a _kDartIsolateSnapshotInstructions+0x1a2b`.
 * Such a frame is only an offset until the symbols of its build are available; the module is the build id.
 */
export function parseDartAot(line: string, buildId: string | undefined): FoundFrame | undefined {
  let start = 1
  while (isDigit(line.charCodeAt(start))) start++
  if (start === 1 || !line.startsWith(' abs ', start)) return undefined
  const symbol = line.slice(line.lastIndexOf(' ') + 1)
  const frame: FoundFrame = { function: symbol, in_app: symbol.startsWith('_kDartIsolate') }
  if (buildId !== undefined) frame.module = buildId
  return frame
}

/** `build_id: '8f2a…'` in the head of such a stack. */
export function buildIdOf(text: string): string | undefined {
  if (!text.startsWith("build_id: '") || !text.endsWith("'")) return undefined
  const id = text.slice(11, -1)
  return id.length > 0 && id.length <= 64 && !id.includes(' ') ? id : undefined
}

/**
 * Parses the form of Dart's stack_trace package and of Flutter's debug builds for the web:
 * `package:shop/cart.dart 12:5  Cart.pay`, `dart:async  _completeError`.
 */
export function parseDartTerse(line: string): FoundFrame | undefined {
  const gap = line.indexOf('  ')
  if (gap < 4) return undefined
  const where = line.slice(0, gap)
  let name = gap + 2
  while (line.charCodeAt(name) === 32) name++
  const blank = where.lastIndexOf(' ')
  const file = blank < 0 ? where : where.slice(0, blank)
  const isDart = file.endsWith('.dart') || file.startsWith('dart:') || file.endsWith('.dart.js')
  if (
    !isDart ||
    file.includes(' ') ||
    !(isLetter(file.charCodeAt(0)) || file.charCodeAt(0) === 46 || file.charCodeAt(0) === 47)
  ) {
    return undefined
  }
  const frame: FoundFrame = { file }
  if (blank > 0 && !readNumbers(where.slice(blank + 1), frame)) return undefined
  if (blank < 0 && !file.startsWith('dart:')) return undefined
  if (name < line.length) frame.function = line.slice(name)
  return frame
}

function readNumbers(text: string, frame: FoundFrame): boolean {
  const colon = text.indexOf(':')
  const line = wholeNumber(colon < 0 ? text : text.slice(0, colon))
  const column = colon < 0 ? undefined : wholeNumber(text.slice(colon + 1))
  if (line === undefined || (colon >= 0 && column === undefined)) return false
  frame.line = line
  if (column !== undefined) frame.column = column
  return true
}
