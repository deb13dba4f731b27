import { parseApple, parseSwiftAlone, threadOf } from './apple.ts'
import { parseElixir, parseErlang } from './beam.ts'
import { assemble, Link, maxCauses } from './chain.ts'
import { buildIdOf, parseDartAot, parseDartTerse, parseDartVm } from './dart.ts'
import { isInnerEnd, isInnerStart, parseDotnet } from './dotnet.ts'
import type { Engine, FoundFrame, Frame, ParsedStack, Relation } from './frame.ts'
import { isGoroutine, parseGo } from './go.ts'
import { isPlace, isStrongType } from './header.ts'
import { isAnonymous, parseHermes } from './hermes.ts'
import { isInApp } from './in-app.ts'
import { framesInCommon, isJavaSource, javaLink, parseJava } from './java.ts'
import { isSureJavaScriptCore, parseJavaScriptCore } from './javascriptcore.ts'
import { parseKotlinNative } from './kotlin-native.ts'
import { parseChromeConsole, parseFirefoxConsole, parsePlaceFirst } from './layout.ts'
import { parseLocalDotnet, parseUnity } from './local-dotnet.ts'
import { parseConsole, parsePhp, parsePhpCall, parseSymfonyPlace, parseXdebug, splitThrown } from './php.ts'
import { isDigit, isPathOrUrl, numberStart, readPlace, toNumber } from './place.ts'
import { isGroupMember, isPythonHead, isRaisedBecause, isTraceback, parsePython } from './python.ts'
import { isRStart, parseR, parseRlang } from './r.ts'
import { afterCounter, parseOldRuby, parseRuby, type RubyLine } from './ruby.ts'
import { isSureRust, parseRust, parseRustPlace } from './rust.ts'
import { diedAt, parseJulia, parseJuliaPlace, parseLua, parsePerl } from './scripts.ts'
import { parseSpiderMonkey } from './spidermonkey.ts'
import { parseV8 } from './v8.ts'

/** Longer lines are no frames: they are looked at no further. */
const maxLine = 4096

const TAB = 9
const SPACE = 32
const BRACE = 123
const BRACKET = 93
const CLOSE = 41
const COMMA = 44

/**
 * Reads a text line by line, each line once. What a line is shows by its own form, so texts of several languages
 * may be mixed; the platform decides where two languages print the same.
 */
export class Reader {
  readonly #maxFrames: number
  readonly #platform: string | undefined
  #chain: Link[] = [new Link()]
  #link: Link = this.#chain[0]!
  #previous = ''
  #isPhpTrace = false
  #isList = false
  /** Laravel's log holds the names as JSON. */
  #isEscaped = false
  #buildId: string | undefined
  /** The call whose place stands on the next line: Symfony's text, Rust, Julia. */
  #waiting: Frame | undefined
  /** `stack backtrace:` of Rust: whatever is counted is a call. */
  #isBacktrace = false
  /** R's calls have no mark of their own: the line before them says what they are. */
  #isR = false
  /** anyhow's and eyre's `Caused by:`, and the exception that it belongs to. */
  #listOf: Link | undefined
  /** What may be the head of another exception of the text: it is one when a call follows. */
  #head = ''
  #headIndent = 0
  /** Lines that were no call: many of them, and few calls, may be calls behind the prefix of a log. */
  #others = 0
  /** SpiderMonkey and JavaScriptCore print most lines alike. */
  #isJavaScriptCore: boolean
  readonly #openGaps: { link: Link; at: number; count: number }[] = []

  constructor(maxFrames: number, platform: string | undefined) {
    this.#maxFrames = maxFrames
    this.#platform = platform
    this.#isJavaScriptCore = platform === 'ios' || platform === 'macos'
  }

  /** What is known to be the head of the reported exception, and the rest of its line; says where that ends. */
  readHead(text: string, end: number): number {
    const found = text.indexOf('\n', end)
    const lineEnd = found < 0 ? text.length : found
    const inner = text.startsWith(' ---> ', end)
    this.#link.addHeader(text.slice(0, inner ? end : lineEnd))
    if (inner) this.#beginInner(text.slice(end + 6, Math.min(lineEnd, end + maxLine)), 0)
    return lineEnd
  }

  readText(text: string, from = 0): void {
    let start = from
    while (start <= text.length) {
      const found = text.indexOf('\n', start)
      const end = found < 0 ? text.length : found
      this.#readLine(text, start, end)
      if (found < 0) return
      start = end + 1
    }
  }

  readFrame(found: FoundFrame): void {
    this.#link.add(found, 'objects', '', this.#maxFrames)
  }

  /** Whether more was left unread than a message and its like. */
  get isDoubtful(): boolean {
    return this.#others > 3 * this.count
  }

  get count(): number {
    let count = 0
    for (const { frames } of this.#chain) count += frames.length
    return count
  }

  finish(): ParsedStack {
    return assemble(this.#chain, this.#maxFrames)
  }

  #readLine(text: string, start: number, end: number): void {
    let first = start
    while (first < end && isBlank(text.charCodeAt(first))) first++
    let last = end
    while (last > first && (isBlank(text.charCodeAt(last - 1)) || text.charCodeAt(last - 1) === 13)) last--
    if (last === first) return
    if (last - first > maxLine) {
      this.#readOther(text.slice(first, first + maxLine), first - start)
      return
    }
    const line = text.slice(first, last)
    const indent = first - start
    const isTab = first > start && (text.charCodeAt(start) === TAB || indent >= 4)
    const isCall = isAt(text, first, last)
      ? this.#readAt(text, first + 3, last, line)
      : this.#readCall(line, isTab) || this.#readLayout(line, indent)
    if (!isCall) {
      this.#others++
      this.#readOther(line, indent)
    }
    this.#previous = line
  }

  /** True when the line was a call. The first character says which forms it can have. */
  #readCall(line: string, isTab: boolean): boolean {
    switch (line.charCodeAt(0)) {
      case 35: // #
        if (this.#readNumbered(line)) return true
        break
      case 70: // F
        if (this.#link.isClosed) return false
        if (line.startsWith('File "')) return this.#add(parsePython(line), 'python', line, true)
        break
      case 58: // :
        if (isTab) return this.#add(parseElixir(line), 'beam', line)
        break
      case 64: // @
        if (this.#waiting !== undefined && this.#link.engine === 'julia') return this.#endWaiting(parseJuliaPlace(line))
        break
      case 91: // [
        if (line.startsWith('[C]: in ')) return this.#add(parseLua(line), 'lua', line)
        if (isDigit(line.charCodeAt(1))) return this.#readJulia(line)
        break
      case 105: // i
        if (line.startsWith('in ') && this.#add(parseErlang(line), 'beam', line)) return true
        break
      case 40: // (
        if (line.startsWith('(wrapper ')) return this.#add(parseDotnet(line), 'dotnet', line)
        if (this.#add(parseElixir(line), 'beam', line)) return true
        if (this.#waiting !== undefined && this.#link.engine === 'php' && parseSymfonyPlace(line, this.#waiting)) {
          this.#waiting = undefined
          return true
        }
        break
      case 124: // |
        // A group of Python's exceptions draws a margin.
        return this.#readMember(line.slice(1).trimStart())
    }
    if (isTab && this.#readGo(line)) return true
    return this.#readUnmarked(line) || (mixes.has(this.#link.engine) && this.#readOdd(line))
  }

  /** Forms of few programs, each with a mark of its own that a quick look finds. */
  #readOdd(line: string): boolean {
    if (line.includes(' (at ') || line.includes(') [0x') || (this.#link.engine === 'dotnet' && line.includes(':'))) {
      if (this.#add(parseUnity(line), 'dotnet', line)) return true
    }
    if (line.includes('.ex:') || line.includes('.exs:') || line.includes('.erl:') || line.startsWith('iex:')) {
      if (this.#add(parseElixir(line), 'beam', line)) return true
    }
    if (line.includes('[{file,"')) return this.#add(parseErlang(line), 'beam', line)
    if (line.includes(': in ') && this.#add(parseLua(line), 'lua', line)) return true
    if (line.includes(' called at ')) return this.#readPerl(line)
    return line.endsWith(')') || line.endsWith('.') || isDigit(line.charCodeAt(line.length - 1))
      ? this.#add(parseLocalDotnet(line), 'dotnet', line)
      : false
  }

  /** Layouts of consoles, pages and services around calls of the engines. */
  #readLayout(line: string, indent: number): boolean {
    const { engine } = this.#link
    if (indent > 1 && (engine === 'unknown' || engine === 'spidermonkey')) {
      if (this.#add(parseFirefoxConsole(line), 'spidermonkey', line)) return true
    }
    if (line.includes(' @ ') && this.#add(parseChromeConsole(line), 'v8', line)) return true
    if (line.includes(':') || line.includes(' at line ')) {
      const placed = parsePlaceFirst(line)
      if (placed !== undefined) return this.#add(placed.frame, placed.engine, line)
    }
    // App Center names the class once more: `Cart.Pay() + 0x425;Cart`.
    const native = line.includes(') + 0x') || (line.includes(');') && !line.endsWith(';'))
    if (native && this.#add(parseDotnet(line.split(';', 1)[0]!), 'dotnet', line)) return true
    if (line.includes(' + ') && this.#add(parseSwiftAlone(line), 'apple', line)) return true
    if (engine !== 'unknown' && engine !== 'java') return false
    const call = line.endsWith(';') ? line.slice(0, -1) : line
    return call.endsWith(')') && (call.includes('.java') || call.includes('.kt'))
      ? this.#add(parseJava(call), 'java', line)
      : false
  }

  #readPerl(line: string): boolean {
    const frame = parsePerl(line)
    if (frame === undefined) return false
    const link = this.#link
    const died = link.frames.length === 0 ? diedAt(lastPlaceOf(link.header)) : undefined
    if (died !== undefined) this.#add(died.place, 'perl', '')
    return this.#add(frame, 'perl', line)
  }

  #readJulia(line: string): boolean {
    const frame = parseJulia(line)
    if (frame === undefined) return false
    const added = this.#link.add(frame, 'julia', line, this.#maxFrames)
    this.#waiting = frame.file === undefined ? added : undefined
    return true
  }

  /** `4: shop::pay`, and what else counts its calls without a sign: Apple's reports, R. */
  #readCounted(line: string): boolean {
    if (line.includes('0x') && !line.includes(': 0x') && !line.includes(':  ')) {
      if (this.#add(parseApple(line), 'apple', line)) return true
    }
    if (line.includes('#') || this.#isR || this.#link.engine === 'r') {
      if (this.#add(parseR(line, this.#isR || this.#link.engine === 'r'), 'r', line)) return true
    }
    if (this.#add(parseRlang(line), 'r', line, true)) return true
    if (this.#listOf !== undefined || !(this.#isBacktrace || this.#link.engine === 'rust' || isSureRust(line)))
      return false
    const frame = parseRust(line)
    if (frame === undefined) return false
    this.#add(frame, 'rust', line)
    this.#waiting = this.#link.frames.at(-1)
    this.#isBacktrace = true
    return true
  }

  #endWaiting(place: FoundFrame | undefined): boolean {
    const frame = this.#waiting
    this.#waiting = undefined
    if (frame === undefined || place === undefined) return false
    Object.assign(frame, place)
    frame.in_app = isInApp(frame, this.#link.engine)
    return true
  }

  #readMember(line: string): boolean {
    return isAt(line, 0, line.length) ? this.#readAt(line, 3, line.length, line) : this.#readCall(line, false)
  }

  /** A call behind `at `, from `start` up to `last`. */
  #readAt(text: string, start: number, last: number, line: string): boolean {
    // Node's inspect opens the properties of an error behind its last call.
    const end = text.charCodeAt(last - 1) === CLOSE ? last : endOfCall(text, last)
    if (this.#isBacktrace && this.#readRustPlace(text.slice(start, end))) return true
    if (isDigit(text.charCodeAt(start))) {
      const kotlin = parseKotlinNative(text.slice(start, end))
      if (kotlin !== undefined) return this.#add(kotlin, 'kotlin-native', line)
    }
    const v8 = parseV8(text, start, end)
    if (v8 !== undefined) {
      if (v8.column === undefined && v8.file !== undefined && isJavaSource(v8.file)) {
        return this.#add(parseJava(text.slice(start, end)), 'java', line)
      }
      if (v8.function !== undefined && isAnonymous(v8.function)) delete v8.function
      return this.#add(v8, this.#link.engine === 'hermes' ? 'hermes' : 'v8', line)
    }
    const call = text.slice(start, end)
    const hermes = parseHermes(call)
    if (hermes !== undefined) return this.#addHermes(hermes, line)
    if (this.#platform === 'dotnet') {
      return this.#add(parseDotnet(call), 'dotnet', line) || this.#add(parseJava(call), 'java', line)
    }
    if (this.#add(parseJava(call), 'java', line)) return true
    if (this.#platform === 'php' || this.#link.engine === 'php' || call.includes('->') || call.includes('::')) {
      if (this.#readSymfony(call, line)) return true
    }
    return this.#add(parseDotnet(call), 'dotnet', line)
  }

  /** The place of the call before; a second one is of what was put into that call, and no call of its own. */
  #readRustPlace(text: string): boolean {
    if (this.#link.engine !== 'rust') return false
    const place = parseRustPlace(text)
    if (place !== undefined && this.#waiting !== undefined) this.#endWaiting(place)
    return true
  }

  /** One bytecode frame shows that the whole stack is Hermes'. */
  #addHermes(frame: FoundFrame, line: string): boolean {
    if (this.#link.engine === 'v8') this.#link.engine = 'hermes'
    return this.#add(frame, 'hermes', line)
  }

  #readSymfony(call: string, line: string): boolean {
    const frame = parsePhpCall(call)
    if (frame !== undefined) {
      this.#waiting = this.#link.add(frame, 'php', line, this.#maxFrames)
      return true
    }
    const place = readPlace(call)
    return (
      place !== undefined && place.column === undefined && place.file.endsWith('.php') && this.#add(place, 'php', line)
    )
  }

  #readNumbered(line: string): boolean {
    const php = parsePhp(this.#isEscaped || line.includes('\\\\') ? line.replaceAll('\\\\', '\\') : line)
    if (php !== undefined) {
      this.#isPhpTrace = true
      return php.function === undefined ? true : this.#add(php, 'php', line)
    }
    const dart = parseDartVm(line) ?? parseDartAot(line, this.#buildId)
    if (!this.#add(dart, 'dart', line)) return false
    if (dart!.file === undefined) this.#waiting = this.#link.frames.at(-1)
    return true
  }

  #readGo(line: string): boolean {
    if (!isDigit(line.charCodeAt(line.length - 1)) && !line.includes(' +0x')) return false
    const frame = parseGo(this.#previous, line)
    if (frame !== undefined) this.#link.dropHeader(this.#previous)
    return this.#add(frame, 'go', `${this.#previous} ${line}`)
  }

  #readUnmarked(line: string): boolean {
    if (this.#waiting !== undefined && this.#link.engine === 'dart' && isDartPlace(line))
      return this.#endWaiting(readPlace(line))
    if (
      line.includes('@') ||
      line === '[native code]' ||
      line === 'eval code' ||
      this.#link.engine === 'javascriptcore' ||
      isPlaceAlone(line)
    ) {
      if (this.#readAtSign(line)) return true
    }
    if (line.includes(':in ') || line.startsWith('from ')) return this.#readRuby(line)
    if (this.#link.frames.length === 0 && line.endsWith('Error)')) {
      const old = parseOldRuby(line)
      if (old !== undefined) return this.#addRuby(old, line)
    }
    if (line.includes('  ')) {
      if (this.#add(parseDartTerse(line), 'dart', line)) return true
      const xdebug = line.includes(') ') || line.includes('{main}') ? parseXdebug(line) : undefined
      if (xdebug !== undefined) return xdebug.function === undefined || this.#add(xdebug, 'php', line, true)
    }
    const isCounted = isDigit(line.charCodeAt(0))
    if (isCounted) {
      const xdebug = parseXdebug(line)
      if (xdebug !== undefined) return xdebug.function === undefined || this.#add(xdebug, 'php', line, true)
      const ruby = afterCounter(line)
      if (ruby !== undefined) return this.#add(parseRuby(ruby)?.frame, 'ruby', line, true)
      if (this.#readCounted(line)) return true
    }
    return line.includes('() at ') && this.#add(parseConsole(line), 'php', line)
  }

  #readAtSign(line: string): boolean {
    // Node shows the line that threw before the head.
    if (this.#link.frames.length === 0 && !line.includes('@') && isExcerpt(line)) return false
    if (isSureJavaScriptCore(line)) {
      this.#isJavaScriptCore = true
      if (this.#link.engine === 'spidermonkey') this.#link.engine = 'javascriptcore'
    }
    if (isDigit(line.charCodeAt(0)) && this.#readCountedAtSign(line)) return true
    const isStar = line.includes('*') || line.includes('/<') || line.includes(' > eval') || line.includes(' > Function')
    if ((!this.#isJavaScriptCore || isStar) && !isPathOrUrl(line)) {
      const frame = parseSpiderMonkey(line)
      if (frame !== undefined) return this.#add(frame, 'spidermonkey', line)
    }
    return this.#add(parseJavaScriptCore(line), 'javascriptcore', line)
  }

  /** NativeScript counts the calls of JavaScriptCore: `2   notify@file:///app/vendor.js:3756:37`. */
  #readCountedAtSign(line: string): boolean {
    const blank = line.indexOf(' ')
    if (blank < 0 || blank > 4 || numberStart(line, blank) !== 0) return false
    return this.#add(parseJavaScriptCore(line.slice(blank).trimStart()), 'javascriptcore', line)
  }

  #readRuby(line: string): boolean {
    const found = parseRuby(line)
    return found !== undefined && this.#addRuby(found, line)
  }

  #addRuby(found: RubyLine, line: string): boolean {
    if (found.header !== undefined) {
      if (this.#link.frames.length > 0 && this.#link.engine === 'ruby') this.#begin('cause', this.#link, 0, '')
      this.#link.header = found.header
      this.#link.isRubyHeader = true
    }
    return this.#add(found.frame, 'ruby', line)
  }

  #add(found: FoundFrame | undefined, engine: Engine, line: string, isOutermostFirst = false): boolean {
    if (found === undefined) return false
    this.#waiting = undefined
    if (this.#head !== '') this.#beginAnother()
    if (isOutermostFirst) this.#link.isOutermostFirst = true
    // Python's head stands behind its calls: what stands before the first, the log has printed.
    if (engine === 'python' && this.#link.frames.length === 0 && !isPythonHead(this.#link.header))
      this.#link.header = ''
    this.#link.add(found, engine, line, this.#maxFrames)
    return true
  }

  /** A head behind calls, and a call behind it: an exception that the text tells of besides. */
  #beginAnother(): void {
    const head = this.#head
    this.#head = ''
    if (this.#previous === head && this.#link.frames.length > 0)
      this.#begin('member', this.#chain[0]!, this.#headIndent, head)
  }

  /** Not a call: the head of an exception, the joint between two, or text. */
  #readOther(line: string, indent: number): void {
    const link = this.#link
    this.#head = ''
    if (this.#readList(line, indent)) return
    if (line === 'Stacktrace:' || line === 'stack traceback:') return
    if (isRStart(line)) this.#isR = true
    const thread = line.startsWith('Thread ') ? threadOf(line) : undefined
    if (thread !== undefined) {
      this.#beginThread(line, thread)
      return
    }
    if (link.frames.length === 0) {
      if (this.#readJoint(line, indent)) return
      if (isPhpTraceStart(line)) {
        this.#startPhpTrace()
        return
      }
      this.#buildId ??= buildIdOf(line)
      if (isTraceback(line)) link.header = ''
      else link.addHeader(line)
      return
    }
    if (this.#readJoint(line, indent)) return
    if (indent <= link.indent && joinsCalls.has(link.engine) && isAnotherHead(line)) {
      this.#head = line
      this.#headIndent = indent
    }
    if (isPhpTraceStart(line)) this.#startPhpTrace()
    else if (link.engine === 'python') this.#readAfterPython(line, indent)
    else if (this.#isPhpTrace) this.#readAfterPhp(line)
    else if (link.engine === 'php' && isConsoleHead(line)) this.#begin('cause', link, indent, '')
  }

  /** `Caused by:` alone begins the list of causes that anyhow and eyre print, before any backtrace. */
  #readList(line: string, indent: number): boolean {
    if (line === 'stack backtrace:' || line === 'Stack backtrace:' || line === 'Backtrace:') {
      this.#isBacktrace = true
      if (this.#listOf !== undefined) this.#link = this.#listOf
      this.#listOf = undefined
      return true
    }
    if (line === 'Caused by:' || line === 'Caused by these errors (recent errors listed first):') {
      this.#listOf = this.#link
      return true
    }
    const outer = this.#listOf
    if (outer === undefined) return false
    if (indent < 2) {
      this.#link = outer
      this.#listOf = undefined
      return false
    }
    const colon = line.indexOf(': ')
    const isCounted = colon > 0 && numberStart(line, colon) === 0
    if (isCounted || this.#link === outer)
      this.#begin('cause', this.#link, indent, isCounted ? line.slice(colon + 2).trim() : line)
    else this.#link.addHeader(line)
    return true
  }

  /** The thread that crashed is what is reported, whichever comes first. */
  #beginThread(line: string, thread: 'crashed' | 'other'): void {
    const [first] = this.#chain
    if (thread === 'crashed') {
      if (first!.frames.length > 0 && first!.engine === 'apple' && this.#chain.length === 1) {
        const crashed = new Link(undefined, undefined, 0, first!.header)
        this.#chain.unshift(crashed)
        this.#relate(1, crashed, 'goroutine')
      }
      this.#link = this.#chain[0]!
      return
    }
    if (first!.header.includes('Crashed Thread:') && first!.frames.length === 0 && this.#link === first) {
      this.#begin('goroutine', first!, 0, line)
      return
    }
    if (this.#link.frames.length > 0) this.#begin('goroutine', first!, 0, line)
  }

  /** What joins one exception to the next, in any language. */
  #readJoint(line: string, indent: number): boolean {
    switch (line.charCodeAt(0)) {
      case 67: // C
      case 83: // S
        if (this.#readJavaJoint(line, indent)) return true
        break
      case 68: // D
      case 84: // T
        if (this.#readPythonJoint(line)) return true
        break
      case 45: // -
        return this.#readDotnetJoint(line, indent)
      case 46: // .
        return this.#readGap(line)
      case 91: // [
        return this.#readBracket(line, indent)
      case 99: // c
        if (indent === 0 || !line.startsWith('cause: ') || this.#link.frames.length === 0) break
        return this.#readBracket(`[cause]${line.slice(5)}`, indent)
      case 101: // e
        if (indent === 0 || line !== 'errors: [' || this.#link.frames.length === 0) break
        this.#isList = true
        return true
      case 103: // g
        if (!isGoroutine(line)) break
        if (this.#link.frames.length > 0) this.#begin('goroutine', this.#link, indent, line)
        return true
      case 43: // +
        if (isGroupMember(line)) this.#begin('member', this.#chain[0]!, indent, '')
        return line.startsWith('+-') || line.startsWith('+ Exception Group')
      case 124: // |
        return this.#readGroupText(line, indent)
    }
    if (this.#isList && this.#link.frames.length > 0 && looksLikeHead(line)) {
      this.#begin('member', this.#chain[0]!, indent, line)
      return true
    }
    const arrow = line.indexOf(' ---> ')
    if (arrow > 0 && this.#link.frames.length === 0) {
      this.#link.addHeader(line.slice(0, arrow))
      this.#beginInner(line.slice(arrow + 6), indent)
      return true
    }
    return false
  }

  #readJavaJoint(line: string, indent: number): boolean {
    const joint = javaLink(line)
    if (joint === undefined) return false
    const isInside = joint.relation === 'suppressed'
    const outer = this.#chain.findLast((link) => (isInside ? link.indent < indent : link.indent <= indent))
    this.#begin(joint.relation, outer ?? this.#link, indent, joint.header)
    return true
  }

  #readPythonJoint(line: string): boolean {
    if (isTraceback(line)) {
      this.#beginTraceback()
      return true
    }
    if (!isRaisedBecause(line)) return false
    // What comes next was raised later: it is what was reported, so far.
    const later = new Link()
    this.#chain.unshift(later)
    this.#relate(1, later)
    this.#link = later
    return true
  }

  /** What stands before it is the log's; another one behind a whole one is another exception. */
  #beginTraceback(): void {
    const link = this.#link
    if (link.frames.length === 0) link.header = ''
    else if (link.isClosed) this.#begin('member', this.#chain[0]!, 0, '')
  }

  #readAfterPython(line: string, indent: number): void {
    const { header } = this.#link
    const isSource = indent >= 3 || line.startsWith('[Previous line repeated')
    if (isSource && header === '') return
    // Some logs and pages lose the blanks before the source.
    if (header === '' && this.#previous.startsWith('File "') && !isPythonHead(line)) return
    if (line.startsWith('>>>') || isEndOfContainer(line)) return
    this.#link.isClosed = true
    // The next line of a log, behind the message.
    if (header !== '' && isDigit(line.charCodeAt(line.charCodeAt(0) === 91 ? 1 : 0)) && line.includes(':')) return
    this.#link.addHeader(line)
  }

  #readGroupText(line: string, indent: number): boolean {
    const inner = line.slice(1)
    const text = inner.trimStart()
    if (text === '' || isTraceback(text)) return true
    if (isRaisedBecause(text)) return true
    if (this.#link.engine === 'python' && inner.length - text.length <= 1) this.#readAfterPython(text, 0)
    else if (this.#link.frames.length === 0) this.#readOther(text, indent)
    return true
  }

  #readDotnetJoint(line: string, indent: number): boolean {
    if (isInnerStart(line)) {
      this.#begin('cause', this.#link, indent, line.slice(5))
      return true
    }
    if (isInnerEnd(line)) {
      this.#link = this.#link.outer ?? this.#link
      return true
    }
    return line.startsWith('--- End of stack trace')
  }

  #readGap(line: string): boolean {
    const link = this.#link
    const count = framesInCommon(line)
    if (count > 0 && link.outer !== undefined) link.addGap({ at: link.frames.length, count, in: link.outer })
    if (count > 0) return true
    const end = line.indexOf(' lines matching cause stack trace')
    if (end < 0) return false
    const start = numberStart(line, end)
    // The cause comes later in the text; who it is, is known when it begins.
    const lines = toNumber(line, start, end)
    if (lines > 0 && this.#openGaps.length < maxCauses)
      this.#openGaps.push({ link, at: link.frames.length, count: lines })
    return true
  }

  #readBracket(line: string, indent: number): boolean {
    if (line.startsWith('[cause]: ')) {
      const outer = this.#link
      this.#begin('cause', outer, indent, line.slice(9))
      for (const gap of this.#openGaps.splice(0)) {
        if (gap.link === outer) outer.addGap({ at: gap.at, count: gap.count, in: this.#link })
      }
      return true
    }
    if (line.startsWith('[errors]: [')) {
      this.#isList = true
      return true
    }
    if (!line.startsWith('[previous exception] ')) return false
    this.#isPhpTrace = false
    this.#begin('cause', this.#link, indent, line.slice(21))
    return true
  }

  /** `Stack trace:`: the line before it ended with the place of the throw. */
  #startPhpTrace(): void {
    this.#isPhpTrace = true
    const link = this.#link
    if (link.frames.length > 0) return
    const object = link.header.lastIndexOf('[object] (')
    this.#isEscaped = object >= 0
    if (object >= 0) link.header = link.header.slice(object).replaceAll('\\\\', '\\')
    const thrown = splitThrown(link.header)
    if (thrown === undefined) return
    link.header = thrown.header
    link.add(thrown.place, 'php', '', this.#maxFrames)
  }

  /** PHP prints the first cause first; `Next …` was thrown later, and is what was reported. */
  #readAfterPhp(line: string): void {
    if (!line.startsWith('Next ') || this.#link.engine !== 'php') return
    this.#isPhpTrace = false
    const later = new Link(undefined, undefined, 0, line.slice(5))
    this.#chain.unshift(later)
    this.#relate(1, later)
    this.#link = later
  }

  /** `Inner: y ---> Innermost: z`, on one line. */
  #beginInner(heads: string, indent: number): void {
    for (const head of heads.split(' ---> ', maxCauses + 2)) this.#begin('cause', this.#link, indent, head)
  }

  #begin(relation: Relation, outer: Link, indent: number, header: string): void {
    const link = new Link(relation, outer, indent, header)
    // One more than is kept shows that some are missing; the others are read into nothing.
    if (this.#chain.length <= maxCauses + 1) this.#chain.push(link)
    this.#link = link
  }

  /** The link at an index is no longer the reported exception, but led to `outer`. */
  #relate(index: number, outer: Link, relation: Relation = 'cause'): void {
    const link = this.#chain[index]!
    const related = new Link(relation, outer, link.indent, link.header)
    related.frames.push(...link.frames)
    related.engine = link.engine
    related.isRubyHeader = link.isRubyHeader
    related.isOutermostFirst = link.isOutermostFirst
    related.isTruncated = link.isTruncated
    this.#chain[index] = related
    if (this.#chain.length > maxCauses + 2) this.#chain.length = maxCauses + 2
  }
}

/** A handler of Perl that asks for the calls adds its own place behind what died: ` at Daemon.pm line 22`. */
function lastPlaceOf(header: string): string {
  const mark = header.lastIndexOf('\nat ')
  return mark < 0 ? header : `x ${header.slice(mark + 1)}`
}

/** The place below a call, where a log broke the line: `package:shop/cart.dart:40`. */
function isDartPlace(line: string): boolean {
  return (line.startsWith('package:') || line.startsWith('dart:')) && !line.includes(' ')
}

/** `web_1 exited with code 1` */
function isEndOfContainer(line: string): boolean {
  const mark = line.lastIndexOf(' exited with code ')
  return mark > 0 && line.indexOf(' ') === mark
}

/** `In Cart.php line 17:`, the head of an exception on Symfony's console. */
function isConsoleHead(line: string): boolean {
  return line.startsWith('In ') && line.endsWith(':') && line.includes(' line ')
}

function isPhpTraceStart(line: string): boolean {
  return line === 'Stack trace:' || line === '[stacktrace]'
}

/** A file on disk, with a line and no column. */
function isExcerpt(line: string): boolean {
  return !line.startsWith('http') && isPlace(line) && readPlace(line)!.column === undefined
}

function isPlaceAlone(line: string): boolean {
  return isDigit(line.charCodeAt(line.length - 1)) && isPathOrUrl(line)
}

/** `TypeError: x`: a word, a colon. */
function looksLikeHead(line: string): boolean {
  const colon = line.indexOf(': ')
  const blank = line.indexOf(' ')
  return colon > 0 && blank === colon + 1 && line.charCodeAt(0) >= 65 && line.charCodeAt(0) <= 90
}

/** Engines whose texts hold heads that begin a trace of their own. */
const joinsCalls = new Set<Engine>(['v8', 'java', 'hermes', 'dotnet', 'beam'])

/** Engines of the rarer forms: calls of all others have been told by their own. */
const mixes = new Set<Engine>(['unknown', 'dotnet', 'beam', 'lua', 'perl'])

/** `java.io.IOException: x`, `TypeError`, `Emitted 'error' event at:` */
function isAnotherHead(line: string): boolean {
  if (line.startsWith("Emitted '")) return true
  if (line.startsWith('** (')) return true
  const colon = line.indexOf(':')
  const type = colon < 0 ? line : line.slice(0, colon)
  return isStrongType(type) && (colon < 0 || colon === line.length - 1 || line.charCodeAt(colon + 1) === SPACE)
}

/** Behind the last call Node's inspect opens the properties of an error; zone.js adds the zone: ` [angular]`. */
function endOfCall(text: string, last: number): number {
  const code = text.charCodeAt(last - 1)
  if (code === BRACE && text.charCodeAt(last - 2) === SPACE) return last - 2
  // One of a list of errors.
  if (code === COMMA) return last - 1
  if (code !== BRACKET) return last
  const zone = text.lastIndexOf(' [', last)
  const before = text.charCodeAt(zone - 1)
  return last - zone < 40 && (before === 41 || isDigit(before)) && !text.slice(zone, last).includes('.') ? zone : last
}

/** `at `, and something behind it. */
function isAt(text: string, start: number, end: number): boolean {
  return (
    end - start > 3 &&
    text.charCodeAt(start) === 97 &&
    text.charCodeAt(start + 1) === 116 &&
    text.charCodeAt(start + 2) === SPACE
  )
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}
