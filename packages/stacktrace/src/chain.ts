import type { Cause, Engine, FoundFrame, Frame, ParsedStack, Relation } from './frame.ts'
import { type Header, parseHeader, parseRubyHeader } from './header.ts'
import { isInApp } from './in-app.ts'
import { fatalOf } from './php.ts'
import { panicOf } from './rust.ts'
import { diedIn } from './scripts.ts'

export const maxCauses = 10
/** Engines leave out one piece, or two. */
const maxGaps = 4
const maxName = 500
const maxFile = 2000
const maxRaw = 500
/** The head, and what a log or a crash report says before it. */
const maxHeader = 3000

/** Frames that a text leaves out because another exception of the chain has them, too. */
interface Gap {
  at: number
  count: number
  in: Link
}

/** One exception of the text, while it is read. */
export class Link {
  readonly frames: Frame[] = []
  readonly relation: Relation | undefined
  /** The exception that it stands inside of, or that it caused. */
  readonly outer: Link | undefined
  readonly indent: number
  header = ''
  engine: Engine = 'unknown'
  isRubyHeader = false
  /** Python's head stands behind its calls; nothing of the message is a call. */
  isClosed = false
  isOutermostFirst = false
  isTruncated = false
  gaps: Gap[] = []

  constructor(relation?: Relation, outer?: Link, indent = 0, header = '') {
    this.relation = relation
    this.outer = outer
    this.indent = indent
    this.header = header
  }

  /** Adds a frame as it came; of too many the innermost are kept. */
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
    // A minified line that Node shows of the source.
    else if (text.length > maxHeader) this.header += '\n…'
    else if (this.header.length < maxHeader) this.header += `\n${text}`
  }

  addGap(gap: Gap): void {
    if (this.gaps.length < maxGaps) this.gaps.push(gap)
  }

  /** The last line of the head turned out to be the first half of a call. */
  dropHeader(text: string): void {
    if (this.frames.length > 0 || !this.header.endsWith(text)) return
    this.header = this.header.slice(0, -text.length).trimEnd()
  }
}

/** The parsers hand over an object of their own: it becomes the frame. */
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

/** The chain as it was read, the reported exception first → what callers get. */
export function assemble(chain: Link[], maxFrames: number): ParsedStack {
  // A text that was cut begins with `Caused by:`, and reports that.
  const isCut = chain.length > 1 && chain[0]!.header === '' && chain[0]!.frames.length === 0
  if (isCut && chain[1]!.relation === 'cause') chain.shift()
  let truncated = chain.length - 1 > maxCauses
  if (truncated) chain.length = maxCauses + 1
  for (const link of chain) {
    if (link.isOutermostFirst) link.frames.reverse()
    if (link.engine === 'php' || link.engine === 'perl') standInside(link)
    if (link.engine === 'go') beginAtPanic(link)
    if (link.frames.length === 0 && link.header !== '') addPlaceOfHead(link)
    truncated ||= link.isTruncated || link.frames.length > maxFrames
  }
  if (chain.length > 1) fillAllGaps(chain)
  const first = chain[0]!
  const parsed: ParsedStack = {
    frames: framesOf(first, maxFrames),
    causes: chain.slice(1).map((link) => toCause(link, maxFrames)),
    engine: engineOf(chain),
    truncated,
  }
  return Object.assign(parsed, headerOf(first))
}

/**
 * PHP's and Perl's texts name each call with the place that made it. A frame is a function with the line *in* it: the innermost
 * stands where it was thrown, the next where that was called, and what stands last is the script itself.
 */
function standInside(link: Link): void {
  const { frames } = link
  let place: FoundFrame = {}
  const thrown = frames.findIndex((frame) => frame.function === undefined)
  if (thrown >= 0) place = frames.splice(thrown, 1)[0]!
  for (let index = 0; index < frames.length; index++) {
    const called = frames[index]!
    const frame = placeOf(place)
    if (called.function !== undefined) frame.function = called.function
    if (called.module !== undefined) frame.module = called.module
    frames[index] = toFrame(frame, link.engine, called.raw ?? '')
    place = called
  }
  // Code of the engine that nothing of PHP called has no place.
  if (place.file !== undefined) frames.push(toFrame(placeOf(place), link.engine, ''))
}

/** A copy without the call. */
function placeOf({ file, line, column, eval: isEval, native }: FoundFrame): FoundFrame {
  const place: FoundFrame = {}
  if (file !== undefined) place.file = file
  if (line !== undefined) place.line = line
  if (column !== undefined) place.column = column
  if (isEval !== undefined) place.eval = isEval
  if (native !== undefined) place.native = native
  return place
}

/** A panic of Rust without a backtrace says where it was, and so does what died in Perl. */
function addPlaceOfHead(link: Link): void {
  const panic = panicOf(link.header)
  if (panic?.place !== undefined) return void link.add(panic.place, 'rust', '', 1)
  const fatal = fatalOf(link.header)
  if (fatal !== undefined) return void link.add(fatal.place, 'php', '', 1)
  const died = diedIn(link.header)
  if (died !== undefined) link.add(died.place, 'perl', '', 1)
}

/** What recovered from a panic stands above it, and so does the panic itself: the stack begins where it panicked. */
function beginAtPanic({ frames }: Link): void {
  const panic = frames.findLastIndex(isPanic)
  if (panic >= 0 && panic < frames.length - 1) frames.splice(0, panic + 1)
}

function isPanic({ function: name = '', module }: Frame): boolean {
  if (module === undefined) return name === 'panic'
  return module === 'runtime' && /^(?:go)?panic|^sigpanic$|^throw$|^fatal/i.test(name)
}

/** Java's gaps are filled from the exception around, which may have one itself; Node's from the cause. */
function fillAllGaps(chain: Link[]): void {
  for (const link of chain) if (link.gaps.length > 0) fillGaps(link, (gap) => gap.in === link.outer)
  for (const link of chain.toReversed()) if (link.gaps.length > 0) fillGaps(link, (gap) => gap.in !== link.outer)
}

function fillGaps(link: Link, isWanted: (gap: Gap) => boolean): void {
  for (const gap of link.gaps.filter(isWanted).toReversed()) {
    const source = gap.in.frames
    const before = link.frames[gap.at - 1]
    // At the end of a trace it is the last frames of the other; within, those behind the frame that both have.
    const twin =
      before === undefined || gap.in === link.outer ? -1 : source.findIndex((frame) => frame.raw === before.raw)
    const from = gap.in === link.outer ? source.length - gap.count : twin + 1
    if (from < 0 || (twin < 0 && gap.in !== link.outer)) continue
    link.frames.splice(gap.at, 0, ...source.slice(from, from + Math.min(gap.count, 250)))
  }
}

function toCause(link: Link, maxFrames: number): Cause {
  return { relation: link.relation ?? 'cause', ...headerOf(link), frames: framesOf(link, maxFrames) }
}

function headerOf(link: Link): Header {
  return link.isRubyHeader ? parseRubyHeader(link.header) : parseHeader(link.header)
}

function framesOf({ frames }: Link, maxFrames: number): Frame[] {
  return frames.length > maxFrames ? frames.slice(0, maxFrames) : frames
}

function engineOf(chain: Link[]): Engine {
  return chain.find((link) => link.frames.length > 0)?.engine ?? 'unknown'
}
