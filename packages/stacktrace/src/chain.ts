import { placeOfFatal } from './apple.ts'
import { djangoHead } from './django.ts'
import type { Cause, Engine, FoundFrame, Frame, ParsedStack, Relation } from './frame.ts'
import { chooseHead } from './head-chooser.ts'
import { bounded, type Header, parseHeader, parseRubyHeader } from './header.ts'
import { isInApp } from './in-app.ts'
import { parseConsoleLine } from './layout.ts'
import { fatalOf, thrownOnLine, uncaughtOf } from './php.ts'
import { reportedHead } from './reports.ts'
import { panicOf } from './rust.ts'
import { diedIn, luaPlace } from './scripts.ts'
import { isAnnouncement } from './trailer.ts'

export const maxCauses = 10
/** Gaps of one exception; engines omit one or two ranges. */
const maxGaps = 4
const maxName = 500
const maxFile = 2000
const maxRaw = 500
/** Characters of the head, including what a log or a crash report prints before it. */
const maxHeader = 3000

/** Frames that a text omits because another exception of the chain has them too. */
interface Gap {
  at: number
  count: number
  in: Link
}

/** One exception of the text while the text is read. */
export class Link {
  readonly frames: Frame[] = []
  readonly relation: Relation | undefined
  /** The exception that contains it or that it caused. */
  outer: Link | undefined
  readonly indent: number
  header = ''
  /** Text of a log above Python's traceback: the head, if the log ends with the calls. */
  logged = ''
  engine: Engine = 'unknown'
  isRubyHeader = false
  /** Set after Python's head, which follows its calls: the message contains no calls. */
  isClosed = false
  /** Set after the end of Python's message, which other output may follow. */
  isSaid = false
  isOutermostFirst = false
  /** Set if the calls stand beside their own lines, as services print those of PHP. */
  isLocated = false
  isTruncated = false
  gaps: Gap[] = []

  constructor(relation?: Relation, outer?: Link, indent = 0, header = '') {
    this.relation = relation
    this.outer = outer
    this.indent = indent
    this.header = header
  }

  /** Adds a frame. Beyond the limit, the innermost are kept. */
  add(found: FoundFrame, engine: Engine, raw: string, maxFrames: number): Frame | undefined {
    if (this.frames.length >= maxFrames) {
      this.isTruncated = true
      if (!this.isOutermostFirst) return undefined
      if (this.frames.length >= 2 * maxFrames) this.frames.splice(0, maxFrames)
    }
    if (this.engine === 'unknown') this.engine = engine
    const frame = toFrame(found, engine, raw)
    this.frames.push(frame)
    return frame
  }

  addHeader(text: string): void {
    if (this.header === '') this.header = text
    // Node prints the source line that threw, which may be minified.
    else this.header += text.length > maxHeader ? '\n…' : `\n${text}`
    if (this.header.length > 2 * maxHeader) this.header = bothEnds(this.header)
  }

  addGap(gap: Gap): void {
    if (this.gaps.length < maxGaps) this.gaps.push(gap)
  }

  /** Removes the last line of the head, which turned out to be the first half of a call. */
  dropHeader(text: string): void {
    if (this.frames.length > 0 || !this.header.endsWith(text)) return
    this.header = this.header.slice(0, -text.length).trimEnd()
  }
}

/** Keeps the first and the last lines: a head may stand above its message, or below the records of a log. */
function bothEnds(header: string): string {
  const end = header.lastIndexOf('\n', maxHeader / 3)
  const start = header.indexOf('\n', header.length - (2 * maxHeader) / 3)
  return (
    header.slice(0, end < 0 ? maxHeader / 3 : end) + header.slice(start < 0 ? header.length - maxHeader / 3 : start)
  )
}

/** Turns a parser's object into the frame itself, without a copy. */
function toFrame(found: FoundFrame, engine: Engine, raw: string): Frame {
  const { function: name, module, file } = found
  if (name !== undefined && name.length > maxName) found.function = name.slice(0, maxName)
  if (module !== undefined && module.length > maxName) found.module = module.slice(0, maxName)
  if (file !== undefined && file.length > maxFile) found.file = file.slice(0, maxFile)
  found.in_app ??= isInApp(found, engine)
  const frame = found as Frame
  if (raw !== '') frame.raw = raw.length > maxRaw ? raw.slice(0, maxRaw) : raw
  return frame
}

/** Turns the chain that was read, reported exception first, into the result. */
export function assemble(chain: Link[], maxFrames: number, isHeadWanted: boolean): ParsedStack {
  // A truncated text starts with `Caused by:`; the cause is then the reported exception.
  const isCut = chain.length > 1 && chain[0]!.header === '' && chain[0]!.frames.length === 0
  if (isCut && chain[1]!.relation === 'cause') chain.shift()
  let truncated = chain.length - 1 > maxCauses
  if (truncated) chain.length = maxCauses + 1
  for (const link of chain) {
    if (link.isOutermostFirst) link.frames.reverse()
    if (link.engine === 'php') addThrown(link)
    if ((link.engine === 'php' || link.engine === 'perl') && !link.isLocated) standInside(link)
    if (link.engine === 'go') beginAtPanic(link)
    if (link.frames.length === 0 && link.header !== '') addLocationOfHead(link)
    truncated ||= link.isTruncated || link.frames.length > maxFrames
  }
  if (chain.length > 1) fillAllGaps(chain)
  const first = chain[0]!
  const parsed: ParsedStack = {
    frames: framesOf(first, maxFrames),
    causes: chain.slice(1).map((link) => toCause(link, chain, maxFrames)),
    engine: engineOf(chain),
    truncated,
  }
  return isHeadWanted ? Object.assign(parsed, reportedHeadOf(first)) : parsed
}

/** Adds the location of the throw, if only the head of the trace says it. */
function addThrown(link: Link): void {
  const thrown = link.frames.some((frame) => frame.function === undefined) ? undefined : thrownOnLine(link.header)
  if (thrown === undefined) return
  link.header = thrown.header
  link.frames.unshift(toFrame(thrown.location, 'php', ''))
}

/**
 * Shifts locations by one call. PHP and Perl print each function with the location that called it, but a frame is a
 * function with the line *in* it: the innermost gets the location of the throw, the next the location of its call, and the
 * last one is the script itself.
 */
function standInside(link: Link): void {
  const { frames } = link
  let location: FoundFrame = {}
  const thrown = frames.findIndex((frame) => frame.function === undefined)
  if (thrown >= 0) location = frames.splice(thrown, 1)[0]!
  for (let index = 0; index < frames.length; index++) {
    const called = frames[index]!
    const frame = locationOf(location)
    if (called.function !== undefined) frame.function = called.function
    if (called.module !== undefined) frame.module = called.module
    frames[index] = toFrame(frame, link.engine, called.raw ?? '')
    location = called
  }
  // Code of the engine that no PHP code called has no location.
  if (location.file !== undefined) frames.push(toFrame(locationOf(location), link.engine, ''))
}

/** Copies the location without the call. */
function locationOf({ file, line, column, eval: isEval, native }: FoundFrame): FoundFrame {
  const location: FoundFrame = {}
  if (file !== undefined) location.file = file
  if (line !== undefined) location.line = line
  if (column !== undefined) location.column = column
  if (isEval !== undefined) location.eval = isEval
  if (native !== undefined) location.native = native
  return location
}

/** Adds the location named in the head: of a Rust panic without a backtrace, or of Perl's `die`. */
function addLocationOfHead(link: Link): void {
  const panic = panicOf(link.header)
  if (panic?.location !== undefined) return void link.add(panic.location, 'rust', '', 1)
  const uncaught = uncaughtOf(link.header)
  if (uncaught !== undefined) return void link.add(uncaught.location, 'php', '', 1)
  const fatal = fatalOf(link.header)
  if (fatal !== undefined) return void link.add(fatal.location, 'php', '', 1)
  const django = djangoHead(link.header)?.location
  if (django !== undefined) return void link.add(django, 'python', '', 1)
  const line = link.header.includes('\n') ? undefined : parseConsoleLine(link.header)
  if (line !== undefined) {
    link.header = line.header
    return void link.add(line.location, 'v8', '', 1)
  }
  const swift = placeOfFatal(link.header)
  if (swift !== undefined) return void link.add(swift, 'apple', '', 1)
  const lua = luaPlace(link.header)
  if (lua !== undefined) return void link.add(lua, 'lua', '', 1)
  const died = diedIn(link.header)
  if (died !== undefined) link.add(died.location, 'perl', '', 1)
}

/** Removes the frames above a panic (recovery, and the panic itself), so that the stack starts where it panicked. */
function beginAtPanic({ frames }: Link): void {
  const panic = frames.findLastIndex(isPanic)
  if (panic >= 0 && panic < frames.length - 1) frames.splice(0, panic + 1)
}

function isPanic({ function: name = '', module }: Frame): boolean {
  if (module === undefined) return name === 'panic'
  return module === 'runtime' && /^(?:go)?panic|^sigpanic$|^throw$|^fatal/i.test(name)
}

/** Fills Java's gaps from the enclosing exception, which may have gaps itself, and Node's from the cause. */
function fillAllGaps(chain: Link[]): void {
  for (const link of chain) if (link.gaps.length > 0) fillGaps(link, (gap) => gap.in === link.outer)
  for (const link of chain.toReversed()) if (link.gaps.length > 0) fillGaps(link, (gap) => gap.in !== link.outer)
}

function fillGaps(link: Link, isWanted: (gap: Gap) => boolean): void {
  for (const gap of link.gaps.filter(isWanted).toReversed()) {
    const source = gap.in.frames
    const before = link.frames[gap.at - 1]
    // A gap at the end stands for the last frames of the other exception; one in between, for those after the shared frame.
    const shared =
      before === undefined || gap.in === link.outer ? -1 : source.findIndex((frame) => frame.raw === before.raw)
    const from = gap.in === link.outer ? source.length - gap.count : shared + 1
    if (from < 0 || (shared < 0 && gap.in !== link.outer)) continue
    link.frames.splice(gap.at, 0, ...source.slice(from, from + Math.min(gap.count, 250)))
  }
}

function toCause(link: Link, chain: Link[], maxFrames: number): Cause {
  // One beyond the limit belongs to none that is left.
  const parent = link.outer === undefined ? 0 : Math.max(0, chain.indexOf(link.outer))
  return { relation: link.relation ?? 'cause', parent, ...headerOf(link), frames: framesOf(link, maxFrames) }
}

function reportedHeadOf(link: Link): Header {
  if (link.header.length < 40 && isAnnouncement(link.header.trim())) return {}
  const byRules = headerOf(link)
  return chooseHead(headTextOf(link), link.engine, byRules)
}

/** Returns the text that contains type and message: for Python's calls without a head below them, what the log printed above. */
export function headTextOf(link: Link): string {
  return link.header === '' ? link.logged : link.header
}

/** Returns type and message by the rules of runtimes, frameworks and logs. */
export function headerOf(link: Link): Header {
  if (link.engine === 'ruby') link.header = withoutPrefixOf(link)
  const reported = reportedHead(link.header, link.engine)
  if (reported !== undefined && !link.isRubyHeader) return bounded(reported)
  if (link.engine === 'python' && link.header === '') {
    const logged = parseHeader(link.logged)
    return logged.exception_type === undefined ? {} : logged
  }
  return link.isRubyHeader ? parseRubyHeader(link.header) : parseHeader(link.header)
}

/** Removes from the head what a log prints before each call of Ruby, whose calls are found in spite of it. */
function withoutPrefixOf({ header, frames: [first] }: Link): string {
  const length = first?.file === undefined ? -1 : (first.raw?.indexOf(first.file) ?? -1)
  if (length < 4 || !first!.raw!.slice(0, length).includes(' | ')) return header
  return header
    .split('\n')
    .map((line) => (line.startsWith(' | ', length - 3) ? line.slice(length) : line))
    .join('\n')
}

function framesOf({ frames }: Link, maxFrames: number): Frame[] {
  return frames.length > maxFrames ? frames.slice(0, maxFrames) : frames
}

function engineOf(chain: Link[]): Engine {
  return chain.find((link) => link.frames.length > 0)?.engine ?? 'unknown'
}
