import { parseSwiftAlone } from './apple.ts'
import { parseElixir, parseElixirModule, parseErlang } from './beam.ts'
import { parseClojureData } from './clojure.ts'
import { parseDartAot, parseDartVm } from './dart.ts'
import { djangoLine, parseDjango, parseDjangoMail } from './django.ts'
import { parseDotnet } from './dotnet.ts'
import type { Engine, FoundFrame } from './frame.ts'
import { hasGoFile } from './go.ts'
import { readGo, readGoLocation } from './go-calls.ts'
import { isAnonymous, parseHermes } from './hermes.ts'
import { isJavaSource, parseJava } from './java.ts'
import { parseKotlinNative } from './kotlin-native.ts'
import {
  parseBundlePlace,
  parseChromeConsole,
  parseExpo,
  parseFirefoxConsole,
  parseForeign,
  parseLocationFirst,
  parseNextOverlay,
  parseSafariConsole,
  parseVitest,
} from './layout.ts'
import { parseAppCenter } from './local-dotnet.ts'
import { isDigit, readLocation } from './location.ts'
import { parseLldb, parseTombstone, parseValgrind } from './native.ts'
import { beginNative, readGodot, readNumberedNative } from './native-calls.ts'
import { parsePhp, parsePhpCall, parseSymfonyLocation, parseSymfonyPage } from './php.ts'
import { parseFault, parsePython } from './python.ts'
import type { Reading } from './reading.ts'
import { parseRustLocation } from './rust.ts'
import { parseJuliaLocation, parseLua } from './scripts.ts'
import { readJulia, readRareForms, readUnmarked } from './unmarked-calls.ts'
import { parseV8 } from './v8.ts'

/** Reads a line by the forms that its first character allows; true if it was a call. */
export function readCall(reading: Reading, line: string, isTab: boolean): boolean {
  if (reading.waiting !== undefined && reading.link.engine === 'python') {
    const number = djangoLine(line)
    if (number !== undefined) return reading.endWaiting({ line: number })
  }
  switch (line.charCodeAt(0)) {
    case 35: // #
      if (readNumbered(reading, line)) return true
      break
    case 70: // F
      if (reading.link.isClosed) return false
      if (line.startsWith('File "'))
        return (
          addForeign(reading, line) ||
          reading.add(parsePython(line), 'python', line, true) ||
          reading.add(parseFault(line), 'python', line) ||
          beginDjango(reading, line)
        )
      break
    case 42: // *
    case 102: // f
      if (line.startsWith('frame #', line.charCodeAt(0) === 42 ? 2 : 0)) {
        if (line.includes('frame #0:')) beginNative(reading)
        return reading.add(parseLldb(line), 'native', line)
      }
      break
    case 62: // >
      // loguru marks the call that caught the exception.
      if (line.startsWith('> File "')) return reading.add(parsePython(line.slice(2)), 'python', line, true)
      break
    case 58: // :
      if (isTab) return reading.add(parseElixir(line), 'beam', line)
      break
    case 77: // M
      if (line.startsWith('Module "')) return reading.add(parseElixirModule(line), 'beam', line)
      break
    case 64: // @
      if (reading.waiting !== undefined && reading.link.engine === 'julia')
        return reading.endWaiting(parseJuliaLocation(line))
      break
    case 91: // [
      if (line.includes(' "') && reading.add(parseClojureData(line), 'java', line)) return true
      if (line.includes(' (res://')) return readGodot(reading, line)
      if (line.startsWith('[C]: in ') || (line === '[C]: ?' && reading.link.engine === 'lua'))
        return reading.add(parseLua(line), 'lua', line)
      // A stack of Julia begins at 1; a log may have other numbers in brackets.
      if (isDigit(line.charCodeAt(1)) && isNextOfJulia(reading, line)) return readJulia(reading, line)
      break
    case 97: // a
      if (line.startsWith('at: ')) return readGodot(reading, line)
      break
    case 98: // b
      if (line.startsWith('by 0x')) return reading.add(parseValgrind(line), 'native', line)
      break
    case 110: // n
      // An ANR prints native calls above those of Java.
      if (line.startsWith('native: #'))
        return reading.add(parseTombstone(line.slice(line.indexOf(' pc ') + 1)), 'java', line)
      break
    case 105: // i
      if (!line.startsWith('in ')) break
      if (reading.add(parseErlang(line), 'beam', line)) return true
      if (line.includes('.php line ') && reading.add(parseSymfonyPage(line), 'php', line)) return true
      break
    case 40: // (
      if (line.startsWith('(wrapper ')) return reading.add(parseDotnet(line), 'dotnet', line)
      if (reading.add(parseElixir(line), 'beam', line)) return true
      if (
        reading.waiting !== undefined &&
        reading.link.engine === 'php' &&
        parseSymfonyLocation(line, reading.waiting)
      ) {
        reading.waiting = undefined
        return true
      }
      break
    case 10095: // ❯
      return reading.add(parseVitest(line.slice(1).trimStart()), 'v8', line)
    case 124: // |
      // Python's exception groups have a margin.
      return readMember(reading, line.slice(1).trimStart())
  }
  if (
    django.has(reading.link.engine) &&
    line.includes('.py, line ') &&
    reading.add(parseDjango(line), 'python', line, true)
  )
    return true
  const hasColon = line.includes(':')
  const isGo = hasColon && hasGoFile(line)
  if ((isTab || isGo) && readGo(reading, line)) return true
  if (isGo && readGoLocation(reading, line)) return true
  return (
    readUnmarked(reading, line, hasColon) || (mixes.has(reading.link.engine) && readRareForms(reading, line, hasColon))
  )
}

/** Reads the first line of a call in Django's mails; its number begins the next one. */
function beginDjango(reading: Reading, line: string): boolean {
  if (!reading.add(parseDjangoMail(line), 'python', line, true)) return false
  reading.waiting = reading.link.frames.at(-1)
  return true
}

/** Adds a call that a crash service prints in the form of Python, innermost first: `File "app/cart.rb", line 12, in pay`. */
function addForeign(reading: Reading, line: string): boolean {
  const found = parseForeign(line)
  if (found?.engine === 'php') reading.link.isLocated = true
  return found !== undefined && reading.add(found.frame, found.engine, line)
}

/** Reads the second half of a call that a console wrapped to its width. */
export function readWrapped(reading: Reading, line: string): boolean {
  const { link, wrapped } = reading
  if (
    wrapped === '' ||
    link.engine === 'php' ||
    !(wrapped.includes('(') || /^at (?:async |new )?\S{1,500}$/.test(wrapped))
  )
    return false
  const { header } = link
  const joined = `${wrapped}${line.startsWith('(') ? ' ' : ''}${line}`
  link.dropHeader(wrapped)
  if (readAt(reading, joined, 3, joined.length, joined)) return true
  link.header = header
  return false
}

/** Reads calls in the layouts of consoles, pages and services. */
export function readLayout(reading: Reading, line: string, indent: number): boolean {
  const { engine } = reading.link
  if (indent > 1 && (engine === 'unknown' || engine === 'spidermonkey')) {
    if (reading.add(parseFirefoxConsole(line), 'spidermonkey', line)) return true
  }
  if ((indent > 0 || line.includes('(http')) && (engine === 'unknown' || engine === 'javascriptcore')) {
    if (reading.add(parseSafariConsole(line), 'javascriptcore', line)) return true
  }
  if (line.endsWith(')') && readNextOverlay(reading, line)) return true
  if (
    indent > 0 &&
    isDigit(line.charCodeAt(line.length - 1)) &&
    reading.link.header.includes('JavascriptException: ')
  ) {
    if (reading.add(parseBundlePlace(line), 'javascriptcore', line)) return true
  }
  if (line.includes('@')) {
    const console = line.replace('\t@\t', ' @ ')
    if (console.includes(' @ ') && reading.add(parseChromeConsole(console), 'v8', line)) return true
  }
  if (line.includes(':') || line.includes(' at line ')) {
    const located = parseLocationFirst(line)
    if (located !== undefined) {
      if (located.engine === 'php') reading.link.isLocated = true
      return reading.add(located.frame, located.engine, line)
    }
  }
  if (line.includes(';') && line.includes('(') && reading.add(parseAppCenter(line), 'dotnet', line)) return true
  const isSum = line.includes('+') && line.includes(' + ')
  if (isSum && line.includes(') + 0x') && reading.add(parseDotnet(line.split(';', 1)[0]!), 'dotnet', line)) return true
  if (isSum && reading.add(parseSwiftAlone(line), 'apple', line)) return true
  if (engine !== 'unknown' && engine !== 'java') return false
  const call = line.endsWith(';') ? line.slice(0, -1) : line
  return call.endsWith(')') &&
    call.includes('.') &&
    !/\sat\s/.test(call) &&
    (call.includes('.java') || call.includes('.kt') || call.includes('.clj') || call.includes('.scala:'))
    ? reading.add(parseJava(call), 'java', line)
    : false
}

/** Reads the place of a call whose name is in the line above. */
function readNextOverlay(reading: Reading, line: string): boolean {
  const { link, previous } = reading
  const mayBe = link.frames.length === 0 ? link.header.includes('Call Stack') : link.engine === 'v8'
  const place = mayBe ? parseNextOverlay(line) : undefined
  if (place === undefined) return false
  const isNamed = previous !== '' && !previous.includes(' (') && previous !== 'Call Stack' && previous.length < 200
  if (isNamed) link.dropHeader(previous)
  link.dropHeader('Call Stack')
  return reading.add(isNamed ? { function: previous, ...place } : place, 'v8', line)
}

function readMember(reading: Reading, line: string): boolean {
  return isAt(line, 0, line.length) ? readAt(reading, line, 3, line.length, line) : readCall(reading, line, false)
}

/** Reads a call after `at `, from `start` up to `last`. */
export function readAt(reading: Reading, text: string, start: number, last: number, line: string): boolean {
  // logback prints the words for a call twice when it reports a failure of its own.
  if (text.charCodeAt(start) === SPACE) {
    let first = start
    while (text.charCodeAt(first) === SPACE || text.charCodeAt(first) === TAB) first++
    return readAt(reading, text, isAt(text, first, last) ? first + 3 : first, last, line)
  }
  // Node's inspect prints the error's properties after its last call.
  const end = text.charCodeAt(last - 1) === CLOSE ? beforeTimes(text, last) : endOfCall(text, last)
  if (text.charCodeAt(start) === ZERO && text.startsWith('0x', start)) {
    const call = parseValgrind(line)
    if (call !== undefined) {
      beginNative(reading)
      return reading.add(call, 'native', line)
    }
  }
  if (reading.waiting !== undefined && reading.link.engine === 'go') {
    if (reading.endWaiting(readLocation(text, start, end))) return true
  }
  if (reading.isBacktrace && readRustLocation(reading, text.slice(start, end))) return true
  if (isDigit(text.charCodeAt(start))) {
    const kotlin = parseKotlinNative(text.slice(start, end))
    if (kotlin !== undefined) return reading.add(kotlin, 'kotlin-native', line)
  }
  const v8 = parseV8(text, start, end)
  if (v8 !== undefined) {
    if (v8.column === undefined && v8.file !== undefined && isJavaSource(v8.file)) {
      return reading.add(parseJava(text.slice(start, end)), 'java', line)
    }
    if (v8.function !== undefined && isAnonymous(v8.function)) delete v8.function
    return reading.add(v8, reading.link.engine === 'hermes' ? 'hermes' : 'v8', line)
  }
  const call = text.slice(start, end)
  const expo = call.includes(' in ') ? parseExpo(call) : undefined
  if (expo !== undefined) return reading.add(expo, expo.file?.endsWith('.py') ? 'python' : 'v8', line)
  const hermes = parseHermes(call)
  if (hermes !== undefined) return addHermes(reading, hermes, line)
  if (reading.platform === 'dotnet') {
    return reading.add(parseDotnet(call), 'dotnet', line) || reading.add(parseJava(call), 'java', line)
  }
  if (reading.add(parseJava(call), 'java', line)) return true
  if (reading.platform === 'php' || reading.link.engine === 'php' || call.includes('->') || call.includes('::')) {
    if (readSymfony(reading, call, line)) return true
    if (call.includes('.php line ') && reading.add(parseSymfonyPage(line), 'php', line)) return true
  }
  return reading.add(parseDotnet(call), 'dotnet', line) || readBeforeWords(reading, call, line)
}

/** Reads a call that somebody wrote words behind: `pay (cart.js:21) I think it is this one`. */
function readBeforeWords(reading: Reading, call: string, line: string): boolean {
  const end = call.endsWith(')') ? null : /:\d{1,9}\)(?= [A-Za-z])/.exec(call)
  if (end === null) return false
  const v8 = parseV8(call, 0, end.index + end[0].length)
  return v8?.file !== undefined && !v8.file.includes(' ') && reading.add(v8, 'v8', line)
}

/** Reads the location of the previous call. A second one belongs to code inlined into it and is not a call. */
function readRustLocation(reading: Reading, text: string): boolean {
  if (reading.link.engine !== 'rust') return false
  const location = parseRustLocation(text)
  if (location !== undefined && reading.waiting !== undefined) reading.endWaiting(location)
  return true
}

/** Adds a bytecode frame, which shows that the whole stack is from Hermes. */
function addHermes(reading: Reading, frame: FoundFrame, line: string): boolean {
  if (reading.link.engine === 'v8') reading.link.engine = 'hermes'
  return reading.add(frame, 'hermes', line)
}

function readSymfony(reading: Reading, call: string, line: string): boolean {
  const frame = parsePhpCall(call)
  if (frame !== undefined) {
    reading.waiting = reading.link.add(frame, 'php', line, reading.maxFrames)
    return true
  }
  const location = readLocation(call)
  return (
    location !== undefined &&
    location.column === undefined &&
    location.file.endsWith('.php') &&
    reading.add(location, 'php', line)
  )
}

function readNumbered(reading: Reading, line: string): boolean {
  const php = parsePhp(reading.isEscaped || line.includes('\\\\') ? line.replaceAll('\\\\', '\\') : line)
  if (php !== undefined) {
    reading.isPhpTrace = true
    return php.function === undefined ? true : reading.add(php, 'php', line)
  }
  if (line.includes(' 0x') || line.includes(' pc ')) {
    if (readNumberedNative(reading, line)) return true
  }
  const dart = parseDartVm(line) ?? parseDartAot(line, reading.buildId)
  if (!reading.add(dart, 'dart', line)) return readNumberedNative(reading, line)
  if (dart!.file === undefined) reading.waiting = reading.link.frames.at(-1)
  return true
}

/** Whether the number of a line may be that of the next call of Julia: a log may repeat one. */
function isNextOfJulia({ link }: Reading, line: string): boolean {
  if (link.engine !== 'julia' && !/^\[\d\d?\] /.test(line)) return false
  const last = link.frames.at(-1)?.raw
  return last === undefined || !last.startsWith(line.slice(0, line.indexOf(']') + 1))
}

/** Engines of a text that may have calls of Django's page. */
const django = new Set<Engine>(['unknown', 'python'])

/** Engines with rare forms, which are tried only for these. */
const mixes = new Set<Engine>(['unknown', 'native', 'dotnet', 'beam', 'lua', 'perl'])

/** Finds the end of a call in front of the number of times that Vite printed it: `pay (cart.js:1:2) (x3)`. */
function beforeTimes(text: string, last: number): number {
  let start = last - 2
  while (isDigit(text.charCodeAt(start))) start--
  return start < last - 2 && text.charCodeAt(start) === X && text.startsWith(' (', start - 2) ? start - 2 : last
}

/** Finds the end of the last call, after which Node's inspect opens the error's properties, and zone.js adds ` [angular]`. */
function endOfCall(text: string, last: number): number {
  const code = text.charCodeAt(last - 1)
  if (code === BRACE && text.charCodeAt(last - 2) === SPACE) return last - 2
  // An element of a list of errors, or the end of a quoted text.
  // The end of an exception within an AggregateException.
  if (code === DASH && text.startsWith(' <---', last - 5)) return last - 5
  if (code === COMMA || code === QUOTE || code === BACKTICK) return endOfCall(text, last - 1)
  // Fields that a log prints behind the last call.
  if (code === BRACE_END) {
    const fields = text.lastIndexOf(') {', last)
    return fields > 0 && last - fields < maxFields ? fields + 1 : last
  }
  if (code !== BRACKET) return last
  const zone = text.lastIndexOf(' [', last)
  const before = text.charCodeAt(zone - 1)
  return last - zone < 40 && (before === 41 || isDigit(before)) && !text.slice(zone, last).includes('.') ? zone : last
}

/** Whether a line is `at ` followed by text. */
export function isAt(text: string, start: number, end: number): boolean {
  return (
    end - start > 3 &&
    text.charCodeAt(start) === 97 &&
    text.charCodeAt(start + 1) === 116 &&
    text.charCodeAt(start + 2) === SPACE
  )
}

const TAB = 9
const SPACE = 32
const ZERO = 48
const CLOSE = 41
const COMMA = 44
const BRACKET = 93
const BRACE = 123
const BRACE_END = 125
const QUOTE = 34
const BACKTICK = 96
const X = 120
const DASH = 45
const maxFields = 1000
