import type { FoundFrame } from './frame.ts'
import { isDigit, readLocation } from './location.ts'

/**
 * Parses a frame of an Apple crash report or of `callStackSymbols`:
 * `3   Shop   0x0000000104a1c2b0 Cart.pay(_:) + 44 (Cart.swift:12)`, `7   CoreFoundation   0x18f 0x18f000 + 1234`, and
 * of Swift's own backtraces: `3 [ra] 0x0000000104a1c2b0 pay() + 44 in Shop at /src/Cart.swift:12:5`. The module is the
 * image; a frame without a known symbol has no function.
 *
 * @example parseApple('3   Shop   0x104a1 Cart.pay() + 44 (Cart.swift:12)') // { module: 'Shop', function: 'Cart.pay()', file: 'Cart.swift', line: 12 }
 */
export function parseApple(line: string): FoundFrame | undefined {
  let start = 0
  while (start < 4 && isDigit(line.charCodeAt(start))) start++
  if (start === 0 || !isBlank(line.charCodeAt(start))) return undefined
  const address = addressStart(line, start)
  if (address < 0) return undefined
  const end = endOfWord(line, address)
  const image = line.slice(start, address - 1).trim()
  const rest = line.slice(end).trim()
  if (image === '' || image.startsWith('[')) return parseSwiftRuntime(rest)
  if (image.length > 120 || image.includes(': ')) return undefined
  return withSymbol({ module: image }, rest)
}

/**
 * Parses a call as Xcode's organizer copies it, without its number and image: `Cart.pay(_:) + 4 (Cart.swift:59)`.
 *
 * @example parseSwiftAlone('Cart.pay(_:) + 4 (Cart.swift:59)') // { function: 'Cart.pay(_:)', file: 'Cart.swift', line: 59, in_app: true }
 */
export function parseSwiftAlone(line: string): FoundFrame | undefined {
  const plus = line.lastIndexOf(' + ')
  let end = plus + 3
  while (isDigit(line.charCodeAt(end))) end++
  if (plus < 1 || end === plus + 3) return undefined
  const isLocated = line.startsWith(' (', end) && line.endsWith(')')
  if (!isLocated && (end < line.length || !line.slice(0, plus).includes('('))) return undefined
  if (isLocated && !sources.some((ending) => line.includes(ending, end))) return undefined
  return withSymbol({ in_app: true }, line)
}

const sources = ['.swift:', '.m:', '.mm:', '<compiler-generated>:']

/** Finds the start of `0x…` after a space. */
function addressStart(line: string, from: number): number {
  for (let at = line.indexOf('0x', from); at >= 0; at = line.indexOf('0x', at + 2)) {
    if (isBlank(line.charCodeAt(at - 1))) return at
  }
  return -1
}

function endOfWord(line: string, start: number): number {
  let end = start
  while (end < line.length && !isBlank(line.charCodeAt(end))) end++
  return end
}

function withSymbol(frame: FoundFrame, rest: string): FoundFrame {
  let symbol = rest
  const open = symbol.endsWith(')') ? symbol.lastIndexOf(' (') : -1
  const location = open < 0 ? undefined : readLocation(symbol.slice(open + 2, -1))
  if (location !== undefined && !location.file.includes(' ') && !location.file.endsWith('<compiler-generated>')) {
    frame.file = location.file
    if (location.line !== 0) frame.line = location.line!
  }
  if (location !== undefined || symbol.endsWith(' (in ')) symbol = symbol.slice(0, open).trimEnd()
  const plus = symbol.lastIndexOf(' + ')
  if (plus > 0) symbol = symbol.slice(0, plus)
  if (symbol.startsWith('(Missing ')) symbol = ''
  if (symbol.startsWith('kfun:kotlin')) frame.in_app = false
  if (symbol !== '' && !symbol.startsWith('0x') && symbol !== frame.module && symbol !== '???') frame.function = symbol
  return frame
}

/** `pay() + 44 in Shop at /src/Cart.swift:12:5` */
function parseSwiftRuntime(rest: string): FoundFrame | undefined {
  const image = rest.lastIndexOf(' in ')
  if (image < 1) return undefined
  const at = rest.indexOf(' at ', image)
  const frame: FoundFrame = { module: at < 0 ? rest.slice(image + 4) : rest.slice(image + 4, at) }
  const location = at < 0 ? undefined : readLocation(rest.slice(at + 4))
  const named = withSymbol(frame, rest.slice(0, image))
  return location === undefined ? named : { ...named, ...location }
}

/** `Thread 3 Crashed:`, `Thread 0 name: …`, `Thread 2:: Dispatch queue: …` start the stack of a thread. */
export function threadOf(line: string): 'crashed' | 'other' | undefined {
  if (!line.startsWith('Thread ')) return undefined
  let end = 7
  while (isDigit(line.charCodeAt(end))) end++
  if (end === 7) return undefined
  const rest = line.slice(end)
  if (rest.startsWith(' Crashed') || rest.startsWith(' crashed')) return 'crashed'
  return rest.startsWith(':') ? 'other' : undefined
}

/** Finds the type and message of a crash report by its keywords, whatever surrounds them. */
export function reportOf(header: string): { exception_type?: string; message?: string } | undefined {
  const uncaught = header.indexOf("*** Terminating app due to uncaught exception '")
  if (uncaught >= 0) {
    const end = header.indexOf("'", uncaught + 47)
    const reason = header.indexOf(", reason: '", end)
    const stop = reason < 0 ? -1 : endOfReason(header, reason + 11)
    const type = end < 0 ? undefined : header.slice(uncaught + 47, end)
    return {
      ...(type === undefined ? {} : { exception_type: type }),
      ...(reason < 0 ? {} : { message: header.slice(reason + 11, stop).trim() }),
    }
  }
  const fatal = header.indexOf('Fatal error: ')
  if (fatal >= 0 && !header.startsWith('Uncaught', fatal + 13) && !header.startsWith(' Uncaught', fatal + 13))
    return { exception_type: 'Fatal error', message: lineAt(header, fatal + 13).replace(swiftPlace, '') }
  const kind = header.indexOf('Exception Type:')
  if (kind < 0) return undefined
  const reported = { exception_type: firstWord(lineAt(header, kind + 15)) }
  // Django's page for errors has the same words.
  const value = header.indexOf('Exception Value:', kind)
  if (value >= 0) return { ...reported, message: header.slice(value + 16).trim() }
  const reason = header.indexOf('Application Specific Information:')
  const message = reason < 0 ? '' : lineAt(header, reason + 33).trim() || lineAt(header, reason + 34).trim()
  return message === '' ? reported : { ...reported, message }
}

/** The place that Swift prints behind the message of an error: `Fatal error: no cart: file Shop/Cart.swift, line 12`. */
export function placeOfFatal(header: string): FoundFrame | undefined {
  const fatal = header.indexOf('Fatal error: ')
  const place = fatal < 0 ? null : swiftPlace.exec(lineAt(header, fatal))
  return place === null ? undefined : { file: place[1]!, line: Number(place[2]) }
}

const swiftPlace = /: file (\S{1,300}\.swift), line (\d{1,9})$/

function endOfReason(header: string, from: number): number {
  const end = header.indexOf("'\n", from)
  if (end >= 0) return end
  return header.endsWith("'") ? header.length - 1 : header.length
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  return (end < 0 ? text.slice(start) : text.slice(start, end)).trim()
}

function firstWord(text: string): string {
  const blank = text.indexOf(' ')
  return blank < 0 ? text : text.slice(0, blank)
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
