import { assemble, Link, maxCauses } from './chain.ts'
import { buildIdOf, parseDartAot, parseDartTerse, parseDartVm } from './dart.ts'
import { isInnerEnd, isInnerStart, parseDotnet } from './dotnet.ts'
import type { Engine, FoundFrame, Frame, ParsedStack, Relation } from './frame.ts'
import { isGoroutine, parseGo } from './go.ts'
import { isAnonymous, parseHermes } from './hermes.ts'
import { framesInCommon, javaLink, parseJava } from './java.ts'
import { isSureJavaScriptCore, parseJavaScriptCore } from './javascriptcore.ts'
import { parseConsole, parsePhp, parsePhpCall, parseSymfonyPlace, parseXdebug, splitThrown } from './php.ts'
import { isDigit, isPathOrUrl, numberStart, readPlace, toNumber } from './place.ts'
import { isGroupMember, isRaisedBecause, isTraceback, parsePython } from './python.ts'
import { afterCounter, parseRuby } from './ruby.ts'
import { parseSpiderMonkey } from './spidermonkey.ts'
import { parseV8 } from './v8.ts'

/** Longer lines are no frames: they are looked at no further. */
const maxLine = 4096

const TAB = 9
const SPACE = 32
const BRACE = 123

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
  /** Symfony's text form: the call whose place stands on the next line. */
  #waiting: Frame | undefined
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
    const isTab = first > start && text.charCodeAt(start) === TAB
    const isCall = isAt(text, first, last) ? this.#readAt(text, first + 3, last, line) : this.#readCall(line, isTab)
    if (!isCall) this.#readOther(line, first - start)
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
      case 98: // b
        if (line.startsWith('bei '))
          return this.#add(parseDotnet(line.slice(4).replace(':Zeile ', ':line ')), 'dotnet', line)
        break
      case 40: // (
        if (this.#waiting !== undefined && parseSymfonyPlace(line, this.#waiting)) return this.#endWaiting()
        break
      case 124: // |
        // A group of Python's exceptions draws a margin.
        return this.#readMember(line.slice(1).trimStart())
    }
    if (isTab && this.#readGo(line)) return true
    return this.#readUnmarked(line)
  }

  #readMember(line: string): boolean {
    return isAt(line, 0, line.length) ? this.#readAt(line, 3, line.length, line) : this.#readCall(line, false)
  }

  /** A call behind `at `, from `start` up to `last`. */
  #readAt(text: string, start: number, last: number, line: string): boolean {
    // Node's inspect opens the properties of an error behind its last call.
    const end = text.charCodeAt(last - 1) === BRACE && text.charCodeAt(last - 2) === SPACE ? last - 2 : last
    const v8 = parseV8(text, start, end)
    if (v8 !== undefined) {
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

  #endWaiting(): boolean {
    const frame = this.#waiting!
    frame.in_app = !frame.native && this.#isInAppPhp(frame)
    this.#waiting = undefined
    return true
  }

  #isInAppPhp(frame: Frame): boolean {
    const probe = new Link()
    return probe.add({ file: frame.file ?? '' }, 'php', '', 1)!.in_app
  }

  #readNumbered(line: string): boolean {
    const php = parsePhp(this.#isEscaped ? line.replaceAll('\\\\', '\\') : line)
    if (php !== undefined) {
      this.#isPhpTrace = true
      return php.function === undefined ? true : this.#add(php, 'php', line)
    }
    const dart = parseDartVm(line) ?? parseDartAot(line, this.#buildId)
    return this.#add(dart, 'dart', line)
  }

  #readGo(line: string): boolean {
    if (!isDigit(line.charCodeAt(line.length - 1)) && !line.includes(' +0x')) return false
    const frame = parseGo(this.#previous, line)
    if (frame !== undefined) this.#link.dropHeader(this.#previous)
    return this.#add(frame, 'go', `${this.#previous} ${line}`)
  }

  #readUnmarked(line: string): boolean {
    if (
      line.includes('@') ||
      line === '[native code]' ||
      this.#link.engine === 'javascriptcore' ||
      isPlaceAlone(line)
    ) {
      if (this.#readAtSign(line)) return true
    }
    if (line.includes(':in ') || line.startsWith('from ')) return this.#readRuby(line)
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
    }
    return line.includes('() at ') && this.#add(parseConsole(line), 'php', line)
  }

  #readAtSign(line: string): boolean {
    if (isSureJavaScriptCore(line)) {
      this.#isJavaScriptCore = true
      if (this.#link.engine === 'spidermonkey') this.#link.engine = 'javascriptcore'
    }
    const isStar = line.includes('*') || line.includes('/<') || line.includes(' > eval') || line.includes(' > Function')
    if ((!this.#isJavaScriptCore || isStar) && !isPathOrUrl(line)) {
      const frame = parseSpiderMonkey(line)
      if (frame !== undefined) return this.#add(frame, 'spidermonkey', line)
    }
    return this.#add(parseJavaScriptCore(line), 'javascriptcore', line)
  }

  #readRuby(line: string): boolean {
    const found = parseRuby(line)
    if (found === undefined) return false
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
    if (isOutermostFirst) this.#link.isOutermostFirst = true
    this.#link.add(found, engine, line, this.#maxFrames)
    return true
  }

  /** Not a call: the head of an exception, the joint between two, or text. */
  #readOther(line: string, indent: number): void {
    const link = this.#link
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
    if (isPhpTraceStart(line)) this.#startPhpTrace()
    else if (link.engine === 'python') this.#readAfterPython(line, indent)
    else if (this.#isPhpTrace) this.#readAfterPhp(line)
    else if (link.engine === 'php' && isConsoleHead(line)) this.#begin('cause', link, indent, '')
  }

  /** What joins one exception to the next, in any language. */
  #readJoint(line: string, indent: number): boolean {
    switch (line.charCodeAt(0)) {
      case 67: // C
      case 83: // S
        return this.#readJavaJoint(line, indent)
      case 68: // D
      case 84: // T
        return this.#readPythonJoint(line)
      case 45: // -
        return this.#readDotnetJoint(line, indent)
      case 46: // .
        return this.#readGap(line)
      case 91: // [
        return this.#readBracket(line, indent)
      case 103: // g
        if (!isGoroutine(line)) return false
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
    if (isTraceback(line)) return true
    if (!isRaisedBecause(line)) return false
    // What comes next was raised later: it is what was reported, so far.
    const later = new Link()
    this.#chain.unshift(later)
    this.#relate(1, later)
    this.#link = later
    return true
  }

  #readAfterPython(line: string, indent: number): void {
    const { header } = this.#link
    const isSource = indent >= 3 || line.startsWith('[Previous line repeated')
    if (isSource && header === '') return
    this.#link.isClosed = true
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
  #relate(index: number, outer: Link): void {
    const link = this.#chain[index]!
    const related = new Link('cause', outer, link.indent, link.header)
    related.frames.push(...link.frames)
    related.engine = link.engine
    related.isRubyHeader = link.isRubyHeader
    related.isOutermostFirst = link.isOutermostFirst
    related.isTruncated = link.isTruncated
    this.#chain[index] = related
    if (this.#chain.length > maxCauses + 2) this.#chain.length = maxCauses + 2
  }
}

/** `In Cart.php line 17:`, the head of an exception on Symfony's console. */
function isConsoleHead(line: string): boolean {
  return line.startsWith('In ') && line.endsWith(':') && line.includes(' line ')
}

function isPhpTraceStart(line: string): boolean {
  return line === 'Stack trace:' || line === '[stacktrace]'
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
