import { threadOf } from './apple.ts'
import { Link, maxCauses } from './chain.ts'
import { buildIdOf } from './dart.ts'
import { isInnerEnd, isInnerStart, isManagedEnd } from './dotnet.ts'
import type { Engine } from './frame.ts'
import { isGoroutine } from './go.ts'
import { framesInCommon, javaLink } from './java.ts'
import { numberStart, toNumber } from './location.ts'
import { preambleOf } from './log-preamble.ts'
import { splitThrown } from './php.ts'
import { isGroupMember, isPythonHead, isRaisedBecause, isTraceback } from './python.ts'
import { isRStart } from './r.ts'

import type { Reading } from './reading.ts'
import { isStrongType } from './type-name.ts'

/** Reads a line that is not a call: the head of an exception, a joint between two, or text. */
export function readOther(reading: Reading, line: string, indent: number): void {
  const link = reading.link
  reading.head = ''
  if (line.charCodeAt(line.length - 1) === 58 && line.endsWith('(most recent call last):') && !isTraceback(line))
    reading.isCreation = true
  if (readAlso(reading, line, indent) || readList(reading, line, indent)) return
  if (line === 'Stacktrace:' || line === 'stack traceback:') return
  if (isRStart(line)) reading.isR = true
  const thread = line.startsWith('Thread ') ? threadOf(line) : undefined
  if (thread !== undefined) {
    beginThread(reading, line, thread)
    return
  }
  if (link.frames.length === 0) {
    if (reading.isAfterBlank && link.header.includes('Failure/Error:')) link.header = ''
    if (readJoint(reading, line, indent)) return
    if (isPhpTraceStart(line)) {
      startPhpTrace(reading)
      return
    }
    reading.buildId ??= buildIdOf(line)
    if (line.startsWith('at ') && isAnotherHead(line.slice(3))) link.header = line.slice(3)
    else if (isTraceback(line)) link.header = ''
    else link.addHeader(line)
    return
  }
  if (readJoint(reading, line, indent)) return
  if (indent <= link.indent && joinsCalls.has(link.engine) && isAnotherHead(line)) {
    reading.head = line
    reading.headIndent = indent
  }
  if (isPhpTraceStart(line)) startPhpTrace(reading)
  // The message of a report of Ruby goes on below its first line, which has the first call.
  else if (link.isRubyHeader && link.frames.length === 1 && link.header.length < 2000) link.header += `\n${line}`
  else if (link.engine === 'python') readAfterPython(reading, line, indent)
  else if (reading.isPhpTrace) readAfterPhp(reading, line)
  else if (link.engine === 'php' && isConsoleHead(line)) reading.begin('cause', link, indent, '')
}

/** `Also:   x`: Jenkins prints the stack of a caller above the exception, which begins behind its calls. */
function readAlso(reading: Reading, line: string, indent: number): boolean {
  const first = reading.chain[0]!
  if (first.frames.length > 0) return false
  if (line.startsWith('Also: ')) {
    reading.begin('suppressed', first, indent, line.slice(6).trim())
    return true
  }
  if (reading.link.relation !== 'suppressed' || indent > reading.link.indent) return false
  reading.link = first
  first.header = line
  return true
}

/** Reads the list of causes after a bare `Caused by:`, which anyhow and eyre print before any backtrace. */
function readList(reading: Reading, line: string, indent: number): boolean {
  if (line === 'stack backtrace:' || line === 'Stack backtrace:' || line === 'Backtrace:') {
    reading.isBacktrace = true
    if (reading.listOf !== undefined) reading.link = reading.listOf
    reading.listOf = undefined
    return true
  }
  if (line === 'Caused by:' || line === 'Caused by these errors (recent errors listed first):') {
    if (isOpenPanic(reading.link.header)) return false
    reading.listOf = reading.link
    return true
  }
  const outer = reading.listOf
  if (outer === undefined) return false
  if (indent < 2) {
    reading.link = outer
    reading.listOf = undefined
    return false
  }
  const colon = line.indexOf(': ')
  const isCounted = colon > 0 && numberStart(line, colon) === 0
  if (isCounted || reading.link === outer)
    reading.begin('cause', reading.link, indent, isCounted ? line.slice(colon + 2).trim() : line)
  else reading.link.addHeader(line)
  return true
}

/** Whether the quoted message of a panic of Rust before 1.73 has not ended. */
function isOpenPanic(header: string): boolean {
  return header.includes(" panicked at '") && !/', [^\n']{1,300}:\d{1,9}$/.test(header)
}

/** Begins a thread. The crashed one is the reported exception, whatever the order. */
function beginThread(reading: Reading, line: string, thread: 'crashed' | 'other'): void {
  const [first] = reading.chain
  if (thread === 'crashed') {
    if (first!.frames.length > 0 && first!.engine === 'apple' && reading.chain.length === 1) {
      const crashed = new Link(undefined, undefined, 0, first!.header)
      reading.chain.unshift(crashed)
      reading.relate(1, crashed, 'goroutine')
    }
    reading.link = reading.chain[0]!
    return
  }
  if (first!.header.includes('Crashed Thread:') && first!.frames.length === 0 && reading.link === first) {
    reading.begin('goroutine', first!, 0, line)
    return
  }
  if (reading.link.frames.length > 0) reading.begin('goroutine', first!, 0, line)
}

/** Reads a line that joins one exception to the next, in any language. */
function readJoint(reading: Reading, line: string, indent: number): boolean {
  switch (line.charCodeAt(0)) {
    case 67: // C
    case 83: // S
      if (readClient(reading, line, indent) || readJavaJoint(reading, line, indent)) return true
      break
    case 68: // D
    case 84: // T
      if (readPythonJoint(reading, line, indent)) return true
      break
    case 45: // -
      return readDotnetJoint(reading, line, indent)
    case 46: // .
      return readGap(reading, line)
    case 91: // [
      return readBracket(reading, line, indent)
    case 99: // c
      if (indent === 0 || !line.startsWith('cause: ') || reading.link.frames.length === 0) break
      return readBracket(reading, `[cause]${line.slice(5)}`, indent)
    case 101: // e
      if (indent === 0 || line !== 'errors: [' || reading.link.frames.length === 0) break
      reading.isList = true
      return true
    case 103: // g
      if (!isGoroutine(line)) break
      if (reading.link.frames.length > 0) reading.begin('goroutine', reading.link, indent, line)
      return true
    case 43: // +
      if (isGroupMember(line)) beginMember(reading, line, indent)
      return line.startsWith('+-') || line.startsWith('+ Exception Group')
    case 124: // |
      return readGroupText(reading, line, indent)
  }
  const mayEnd = reading.link.frames.length > 0 || reading.link === reading.chain[0]
  if (reading.isList && mayEnd && looksLikeHead(line)) {
    reading.begin('member', reading.chain[0]!, indent, line)
    return true
  }
  if (line.startsWith('> ') && reading.link.frames.length === 0 && reading.link.header.endsWith(' ---')) {
    // A console of 80 columns wrapped the arrow.
    reading.link.header = reading.link.header.slice(0, -4)
    reading.beginInner(line.slice(2), indent)
    return true
  }
  const arrow = line.includes('>') ? line.indexOf(' ---> ') : -1
  if (arrow > 0 && reading.link.frames.length === 0) {
    reading.link.addHeader(line.slice(0, arrow))
    reading.beginInner(line.slice(arrow + 6), indent)
    return true
  }
  return false
}

/** `Client #PID<0.1.0> is alive`: the process that called this one and waits has a stack of its own. */
function readClient(reading: Reading, line: string, indent: number): boolean {
  if (reading.link.engine !== 'beam' || !line.startsWith('Client #PID<')) return false
  reading.begin('goroutine', reading.link, indent, line)
  return true
}

function readJavaJoint(reading: Reading, line: string, indent: number): boolean {
  const joint = javaLink(line)
  if (joint === undefined) return readJenkinsJoint(reading, line)
  const isInside = joint.relation === 'suppressed'
  const outer = reading.chain.findLast((link) => (isInside ? link.indent < indent : link.indent <= indent))
  reading.begin(joint.relation, outer ?? reading.link, indent, joint.header)
  return true
}

/** `Caused: x`: Jenkins prints the first cause first. */
function readJenkinsJoint(reading: Reading, line: string): boolean {
  if (!line.startsWith('Caused: ') || reading.link.engine !== 'java') return false
  reading.beginLater(reading.chain[0]!)
  reading.link.header = line.slice(8)
  return true
}

function readPythonJoint(reading: Reading, line: string, indent: number): boolean {
  if (isTraceback(line)) {
    reading.tracebackIndent = indent
    beginTraceback(reading)
    return true
  }
  if (!isRaisedBecause(line)) return false
  // The next one was raised later: it is the reported exception so far.
  reading.beginLater(reading.chain[0]!)
  return true
}

/** Begins a traceback. Text before it is the log's; after a complete traceback it is another exception. */
function beginTraceback(reading: Reading): void {
  const link = reading.link
  if (link.frames.length === 0) {
    link.logged = link.header
    link.header = ''
  } else if (reading.isCreation && !link.isClosed) link.frames.length = 0
  else if (link.isClosed) {
    if (!reading.isAfterBlank) dropPreface(link, reading.previous)
    reading.begin('member', reading.chain[0]!, 0, '')
  }
}

/** Removes from a message the line that announces the traceback below it: `Ignoring exception in command pay:`. */
function dropPreface(link: Link, previous: string): void {
  const last = link.header.length - previous.length
  if (last > 0 && link.header.endsWith(`\n${previous}`)) link.header = link.header.slice(0, last - 1)
}

function readAfterPython(reading: Reading, line: string, indent: number): void {
  const { header } = reading.link
  const isSource = indent - reading.tracebackIndent >= 3 || line.startsWith('[Previous line repeated')
  if (isSource && header === '') return
  // Some logs and pages lose the indentation of source lines.
  if (header === '' && reading.previous.startsWith('File "') && !isPythonHead(line)) return
  if (line.startsWith('>>>') || isEndOfContainer(line)) return
  reading.link.isClosed = true
  if (header !== '' && endsMessage(reading, line)) reading.link.isSaid = true
  if (!reading.link.isSaid) reading.link.addHeader(line.replace(/Traceback \(most recent call last\):$/, ''))
}

/** Whether a line below Python's head is no part of the message: the next record of a log, or the next output. */
function endsMessage({ isAfterBlank, link: { header } }: Reading, line: string): boolean {
  // Libraries put notes in brackets below an empty line, and unittest the other half of a difference.
  const isMore = line.startsWith('(') || (header.includes('\n- ') && /^(?:[-+?] |: )/.test(line))
  // A class alone has no message.
  const isAlone = /^[\w.]{3,200}(?:Error|Exception|Interrupt|Exit)$/.test(header)
  return isAlone || (isAfterBlank && !isMore) || preambleOf(line) !== undefined || isPrompt(line) || outputs.test(line)
}

/** Other output that names its kind, `fatal: …`, `error: …`, `make: …`, and a bar of progress, ` 43%|████▎`. */
const outputs =
  /^.{0,60}\d{1,3}%\||^(?:fatal|error|warning|note|info|make(?:\[\d{1,3}\])?|npm|exit code|exit status|command)\b.{0,3}:? /i

/** `$ python run.py`, `user@host:~/shop$ ls` */
function isPrompt(line: string): boolean {
  return /^(?:\([\w.-]{1,40}\) )?(?:[$%#❯➜] |[\w.-]{1,60}@[\w.-]{1,60}[: ][^\n]{0,100}[$#%](?: |$)|[A-Z]:\\[^>\n]{0,200}>|PS [A-Z]:)/.test(
    line,
  )
}

/** Begins a member of a group. Its text is to the right of the text of the group that contains it. */
function beginMember(reading: Reading, line: string, indent: number): void {
  const own = line.startsWith('+-+') ? indent + 2 : indent
  const group = reading.chain.findLast((link) => link.relation === 'member' && link.indent < own)
  reading.begin('member', group ?? reading.chain[0]!, own, '')
}

function readGroupText(reading: Reading, line: string, indent: number): boolean {
  const inner = line.slice(1)
  const text = inner.trimStart()
  if (text === '' || isTraceback(text)) return true
  if (isRaisedBecause(text)) {
    const member = reading.chain.findLast((link) => link.relation === 'member' && link.indent <= indent)
    reading.beginLater(member ?? reading.chain[0]!)
    return true
  }
  if (reading.link.engine === 'python' && inner.length - text.length <= 1) readAfterPython(reading, text, 0)
  else if (reading.link.frames.length === 0) readOther(reading, text, indent)
  return true
}

function readDotnetJoint(reading: Reading, line: string, indent: number): boolean {
  if (isInnerStart(line)) {
    reading.begin('cause', reading.link, indent, line.slice(5))
    return true
  }
  if (isInnerEnd(line)) {
    reading.link = reading.link.outer ?? reading.link
    return true
  }
  if (isManagedEnd(line)) {
    reading.begin('cause', reading.link, indent, '')
    return true
  }
  return line.startsWith('--- End of stack trace')
}

function readGap(reading: Reading, line: string): boolean {
  const link = reading.link
  const count = framesInCommon(line)
  if (count > 0 && link.outer !== undefined) link.addGap({ at: link.frames.length, count, in: link.outer })
  if (count > 0) return true
  const end = line.indexOf(' lines matching cause stack trace')
  if (end < 0) return false
  const start = numberStart(line, end)
  // The cause follows later in the text and is unknown until then.
  const lines = toNumber(line, start, end)
  if (lines > 0 && reading.openGaps.length < maxCauses)
    reading.openGaps.push({ link, at: link.frames.length, count: lines })
  return true
}

function readBracket(reading: Reading, line: string, indent: number): boolean {
  if (line.startsWith('[cause]: ')) {
    const outer = reading.link
    reading.begin('cause', outer, indent, line.slice(9))
    for (const gap of reading.openGaps.splice(0)) {
      if (gap.link === outer) outer.addGap({ at: gap.at, count: gap.count, in: reading.link })
    }
    return true
  }
  if (line.startsWith('[errors]: [')) {
    reading.isList = true
    return true
  }
  if (!line.startsWith('[previous exception] ')) return false
  reading.isPhpTrace = false
  reading.begin('cause', reading.link, indent, line.slice(21))
  return true
}

/** `Stack trace:`: the previous line ended with the location of the throw. */
function startPhpTrace(reading: Reading): void {
  reading.isPhpTrace = true
  const link = reading.link
  if (link.frames.length > 0) return
  const object = link.header.lastIndexOf('[object] (')
  reading.isEscaped = object >= 0
  if (object >= 0) link.header = link.header.slice(object).replaceAll('\\\\', '\\')
  const thrown = splitThrown(link.header)
  if (thrown === undefined) return
  link.header = thrown.header
  link.add(thrown.location, 'php', '', reading.maxFrames)
}

/** PHP prints the first cause first; `Next …` was thrown later and is the reported exception. */
function readAfterPhp(reading: Reading, line: string): void {
  if (!line.startsWith('Next ') || reading.link.engine !== 'php') return
  reading.isPhpTrace = false
  const later = new Link(undefined, undefined, 0, line.slice(5))
  reading.chain.unshift(later)
  reading.relate(1, later)
  reading.link = later
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
  return line === 'Stack trace:' || line === '[stacktrace]' || line === 'Stack Trace'
}

/** `TypeError: x`: a word and a colon. */
function looksLikeHead(line: string): boolean {
  const colon = line.indexOf(': ')
  const blank = line.indexOf(' ')
  return colon > 0 && blank === colon + 1 && line.charCodeAt(0) >= 65 && line.charCodeAt(0) <= 90
}

/** Engines whose texts contain heads that start another trace. */
const joinsCalls = new Set<Engine>(['v8', 'java', 'hermes', 'dotnet', 'beam'])

/** `java.io.IOException: x`, `TypeError`, `Emitted 'error' event at:` */
function isAnotherHead(line: string): boolean {
  if (line.startsWith("Emitted '")) return true
  if (line.startsWith('** (')) return true
  const colon = line.indexOf(':')
  const type = colon < 0 ? line : line.slice(0, colon)
  return isStrongType(type) && (colon < 0 || colon === line.length - 1 || line.charCodeAt(colon + 1) === SPACE)
}

const SPACE = 32
