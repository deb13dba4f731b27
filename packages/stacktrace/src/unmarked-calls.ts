import { parseApple } from './apple.ts'
import { parseBareElixir, parseElixir, parseErlang, parseErlangWithoutFile } from './beam.ts'
import { parseDartAlone, parseDartTerse } from './dart.ts'
import { parseDotnet } from './dotnet.ts'
import { isLocation } from './excerpt.ts'
import type { Engine, FoundFrame } from './frame.ts'
import { parseDelve } from './go.ts'
import { isSureJavaScriptCore, parseJavaScriptCore } from './javascriptcore.ts'
import { parseLocalDotnet, parseUnity, parseVisualStudio } from './local-dotnet.ts'
import { isDigit, isPathOrUrl, numberStart, readLocation } from './location.ts'
import { parseUnreal } from './native.ts'
import { parseCollision, parseConsole, parseListedCall, parsePhp, parsePhpLocation, parseXdebug } from './php.ts'
import { parseR, parseRlang } from './r.ts'
import type { Reading } from './reading.ts'
import { afterCounter, parseOldRuby, parseRuby, type RubyLine } from './ruby.ts'
import { isSureRust, parseRust } from './rust.ts'
import { diedAt, parseJulia, parseLua, parseNumberedLua, parsePerl } from './scripts.ts'
import { parseSpiderMonkey } from './spidermonkey.ts'

/** Reads rare forms, each with a mark that is quick to find. */
export function readRareForms(reading: Reading, line: string, hasColon: boolean): boolean {
  const hasArguments = line.includes('(')
  if (
    hasArguments &&
    (line.includes(' (at ') ||
      (line.includes('[') && line.includes(') [0x')) ||
      (reading.link.engine === 'dotnet' && hasColon))
  ) {
    if (reading.add(parseUnity(line), 'dotnet', line)) return true
  }
  if (hasColon && /\.(?:exs?|erl):|^iex:/.test(line)) {
    if (reading.add(parseElixir(line), 'beam', line)) return true
  }
  // ASP.NET's page for errors.
  if (
    hasArguments &&
    isDigit(line.charCodeAt(line.length - 1)) &&
    /^[\w.<>+`]{3,300}\([^()]{0,500}\)(?: in \S.{0,300}:\d{1,9}| \+\d{1,9})$/.test(line)
  ) {
    if (reading.add(parseDotnet(line), 'dotnet', line)) return true
  }
  if (line.includes('.dll!') || line.includes('.exe!')) {
    if (reading.add(parseVisualStudio(line), 'dotnet', line)) return true
  }
  if (line.includes('!') && reading.add(parseUnreal(line), 'native', line)) return true
  if (line.endsWith(')') && isCapital(line) && reading.link.header.includes('** (')) {
    if (reading.add(parseBareElixir(line), 'beam', line)) return true
  }
  if (line.includes('{') && line.includes('[{file,"')) return reading.add(parseErlang(line), 'beam', line)
  if (line.includes(',[]}') && reading.add(parseErlangWithoutFile(line), 'beam', line)) return true
  if (hasColon && line.includes(': in ') && reading.add(parseLua(line), 'lua', line)) return true
  if (line.includes(' called at ')) return readPerl(reading, line)
  return hasArguments && (line.endsWith(')') || line.endsWith('.') || isDigit(line.charCodeAt(line.length - 1)))
    ? reading.add(parseLocalDotnet(line), 'dotnet', line)
    : false
}

/** `/srv/shop/config/boot.rb:8`, below `rake aborted!`: a call without its name. */
function parseRubyFile(line: string, reading: Reading): boolean {
  if (!/^\/\S{1,300}(?:\.rb|\.rake|\/Rakefile):\d{1,9}$/.test(line)) return false
  return reading.add(readLocation(line), 'ruby', line)
}

function isCapital(line: string): boolean {
  const first = line.charCodeAt(0)
  return first >= 65 && first <= 90
}

function readPerl(reading: Reading, line: string): boolean {
  const frame = parsePerl(line)
  if (frame === undefined) return false
  const link = reading.link
  const died = link.frames.length === 0 ? diedAt(lastLocationOf(link.header)) : undefined
  if (died !== undefined) reading.add(died.location, 'perl', '')
  return reading.add(frame, 'perl', line)
}

export function readJulia(reading: Reading, line: string): boolean {
  const frame = parseJulia(line)
  if (frame === undefined) return false
  const added = reading.link.add(frame, 'julia', line, reading.maxFrames)
  reading.waiting = frame.file === undefined ? added : undefined
  return true
}

/** Reads numbered calls without a mark: `4: shop::pay`, Apple's reports, R. */
function readCounted(reading: Reading, line: string): boolean {
  if (line.includes(' in ') && line.includes('  0x') && reading.add(parseDelve(line), 'go', line)) {
    reading.waiting = reading.link.frames.at(-1)
    return true
  }
  if (line.includes('0x') && !line.includes(': 0x') && !line.includes(':  ')) {
    if (reading.add(parseApple(line), 'apple', line)) return true
  }
  if (line.includes('#') || reading.isR || reading.link.engine === 'r') {
    if (reading.add(parseR(line, reading.isR || reading.link.engine === 'r'), 'r', line)) return true
  }
  if (reading.add(parseRlang(line), 'r', line, true)) return true
  if (reading.listOf !== undefined || !(reading.isBacktrace || reading.link.engine === 'rust' || isSureRust(line)))
    return false
  const frame = parseRust(line)
  if (frame === undefined) return false
  reading.add(frame, 'rust', line)
  reading.waiting = reading.link.frames.at(-1)
  reading.isBacktrace = true
  return true
}

export function readUnmarked(reading: Reading, line: string, hasColon: boolean): boolean {
  if (reading.waiting !== undefined && reading.link.engine === 'dart' && isDartLocation(line))
    return reading.endWaiting(readLocation(line))
  if (hasColon && line.includes('.php:')) {
    if (line.includes('[...]/') && reading.add(parseListedCall(line), 'php', line)) return true
    if (reading.add(parsePhpLocation(line), 'php', line)) return true
  }
  if (
    line.endsWith(')') &&
    reading.previous.includes('.php:') &&
    reading.add(parseCollision(reading.previous, line), 'php', line)
  )
    return true
  if (
    line.includes('@') ||
    line === '[native code]' ||
    line === 'eval code' ||
    reading.link.engine === 'javascriptcore' ||
    isLocationOnly(line)
  ) {
    if (readAtSign(reading, line)) return true
  }
  if ((hasColon && line.includes(':in ')) || line.startsWith('from ')) return readRuby(reading, line)
  if (reading.link.frames.length === 0 && line.endsWith('Error)')) {
    const old = parseOldRuby(line)
    if (old !== undefined) return addRuby(reading, old, line)
  }
  if (line.includes(' (package:') && reading.add(parseDartAlone(line), 'dart', line)) return true
  if (line.includes('  ')) {
    if (reading.add(parseDartTerse(line), 'dart', line)) return true
    const xdebug = line.includes(') ') || line.includes('{main}') ? parseXdebug(line) : undefined
    if (xdebug !== undefined) return xdebug.function === undefined || reading.add(xdebug, 'php', line, true)
  }
  if (hasColon && line.startsWith('/') && parseRubyFile(line, reading)) return true
  const isCounted = isDigit(line.charCodeAt(0))
  if (isCounted) {
    if (line.includes('.php(') && readPhpWithoutMark(reading, line)) return true
    if (line.includes('.lua:') && reading.add(parseNumberedLua(line), 'lua', line)) return true
    const xdebug = parseXdebug(line)
    if (xdebug !== undefined) return xdebug.function === undefined || reading.add(xdebug, 'php', line, true)
    if (readCounted(reading, line)) return true
  }
  return line.includes('(') && line.includes('() at ') && reading.add(parseConsole(line), 'php', line)
}

/** Reads an entry of PHP's trace whose `#` Markdown took for a heading. */
function readPhpWithoutMark(reading: Reading, line: string): boolean {
  const frame = parsePhp(`#${line}`)
  if (frame?.function === undefined) return false
  reading.isPhpTrace = true
  return reading.add(frame, 'php', line)
}

function readAtSign(reading: Reading, line: string): boolean {
  // Node prints the line that threw before the head.
  if (reading.link.frames.length === 0 && (!line.includes('@') || isPathOrUrl(line)) && isExcerpt(line)) return false
  if (isSureJavaScriptCore(line)) {
    reading.isJavaScriptCore = true
    if (reading.link.engine === 'spidermonkey') reading.link.engine = 'javascriptcore'
  }
  if (isDigit(line.charCodeAt(0)) && readCountedAtSign(reading, line)) return true
  const isStar = line.includes('*') || line.includes('/<') || line.includes(' > eval') || line.includes(' > Function')
  if ((!reading.isJavaScriptCore || isStar) && !isPathOrUrl(line)) {
    const frame = parseSpiderMonkey(line)
    if (frame !== undefined) return reading.add(frame, 'spidermonkey', line)
  }
  return reading.add(parseJavaScriptCore(line) ?? withoutLocation(reading, line), 'javascriptcore', line)
}

/** `global code@`, `_wrap@`: a call without a location, among others. */
function withoutLocation({ link }: Reading, line: string): FoundFrame | undefined {
  const isCall = line.endsWith('@') && link.frames.length > 0 && scripts.has(link.engine)
  return isCall && (line.endsWith(' code@') || !line.includes(' ')) ? { function: line.slice(0, -1) } : undefined
}

/** Engines whose calls may have no location. */
const scripts = new Set<Engine>(['javascriptcore', 'spidermonkey'])

/** NativeScript numbers the calls of JavaScriptCore: `2   notify@file:///app/vendor.js:3756:37`. */
function readCountedAtSign(reading: Reading, line: string): boolean {
  const blank = line.indexOf(' ')
  if (blank < 0 || blank > 4 || numberStart(line, blank) !== 0) return false
  return reading.add(parseJavaScriptCore(line.slice(blank).trimStart()), 'javascriptcore', line)
}

function readRuby(reading: Reading, line: string): boolean {
  const counted = afterCounter(line)
  if (counted !== undefined) return reading.add(parseRuby(counted)?.frame, 'ruby', line, true)
  const found = parseRuby(line)
  return found !== undefined && addRuby(reading, found, line)
}

function addRuby(reading: Reading, found: RubyLine, line: string): boolean {
  if (found.header !== undefined) {
    const { engine, frames, isOutermostFirst } = reading.link
    // With the outermost call first, the head stands in the line of the innermost one.
    if (frames.length > 0 && engine === 'ruby' && !isOutermostFirst) reading.begin('cause', reading.link, 0, '')
    reading.link.header = found.header
    reading.link.isRubyHeader = true
  }
  if (isAgain(reading, line)) reading.link.frames.pop()
  return reading.add(found.frame, 'ruby', line)
}

/** Whether a mail repeats the call below its message at the start of the list of all calls. */
function isAgain({ link: { frames }, previous }: Reading, line: string): boolean {
  return frames.length === 1 && frames[0]!.raw === line && previous.startsWith('-----')
}

/** Keeps only the location that a Perl handler printing the calls appends to the message: ` at Daemon.pm line 22`. */
function lastLocationOf(header: string): string {
  const mark = header.lastIndexOf('\nat ')
  return mark < 0 ? header : `x ${header.slice(mark + 1)}`
}

/** Whether a line is the location of the call above, where a log wrapped the line: `package:shop/cart.dart:40`. */
function isDartLocation(line: string): boolean {
  return (line.startsWith('package:') || line.startsWith('dart:')) && !line.includes(' ')
}

/** Whether a line is a file on disk with a line and no column. */
function isExcerpt(line: string): boolean {
  if (line.startsWith('http')) return false
  // A folder may have blanks in its name.
  return isLocation(line) ? readLocation(line)!.column === undefined : /^\/[^:@]{1,400}\.[cm]?[jt]s:\d{1,7}$/.test(line)
}

function isLocationOnly(line: string): boolean {
  return isDigit(line.charCodeAt(line.length - 1)) && isPathOrUrl(line)
}
