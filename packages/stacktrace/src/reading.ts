import { assemble, Link, maxCauses } from './chain.ts'
import type { Engine, FoundFrame, Frame, ParsedStack, Relation } from './frame.ts'
import { isInApp } from './in-app.ts'
import { isPythonHead } from './python.ts'

/** State of a text that is being read: the chain of exceptions found so far, and what earlier lines said about later ones. */
export class Reading {
  readonly maxFrames: number
  readonly platform: string | undefined
  /** The reported exception first. */
  chain: Link[] = [new Link()]
  /** The exception that lines are added to. */
  link: Link = this.chain[0]!
  /** The previous line that was not empty. */
  previous = ''
  /** Set if an empty line precedes the current one. */
  isAfterBlank = false
  /** Set within a trace of PHP. */
  isPhpTrace = false
  /** Set within a list of errors: every head begins a member. */
  isList = false
  /** Set if names are escaped as JSON, as in Laravel's log. */
  isEscaped = false
  buildId: string | undefined
  /** The call whose location is on the next line: Symfony's text, Rust, Julia. */
  waiting: Frame | undefined
  /** Indentation of Python's traceback, which some logs indent as a whole. */
  tracebackIndent = 0
  /** Set after a line that announces where something was created: Python prints these calls above the traceback. */
  isCreation = false
  /** A line that begins like a call and does not end like one, because a console wrapped it. */
  wrapped = ''
  /** Set after Rust's `stack backtrace:`: every numbered line is a call. */
  isBacktrace = false
  /** Set after a line that announces R's calls, which are ambiguous by themselves. */
  isR = false
  /** The exception whose causes anyhow or eyre lists after `Caused by:`. */
  listOf: Link | undefined
  /** A possible head of another exception; it is one if a call follows. */
  head = ''
  headIndent = 0
  /** Number of lines that are not calls. Many, with few calls, suggest that a log prefixed the calls. */
  others = 0
  /** Decides between SpiderMonkey and JavaScriptCore, most of whose lines look the same. */
  isJavaScriptCore: boolean
  readonly openGaps: { link: Link; at: number; count: number }[] = []

  constructor(maxFrames: number, platform: string | undefined) {
    this.maxFrames = maxFrames
    this.platform = platform
    this.isJavaScriptCore = platform === 'ios' || platform === 'macos'
  }

  /** Number of calls found so far. */
  get count(): number {
    let count = 0
    for (const { frames } of this.chain) count += frames.length
    return count
  }

  /** Whether too many lines were not calls to be only a message. */
  get isDoubtful(): boolean {
    return this.others > 3 * this.count
  }

  /** Returns the result, with the type and message of the reported exception if they are wanted. */
  finish(isHeadWanted = true): ParsedStack {
    return assemble(this.chain, this.maxFrames, isHeadWanted)
  }

  /** Gives the waiting call its location; false if there is no call or no location. */
  endWaiting(location: FoundFrame | undefined): boolean {
    const frame = this.waiting
    this.waiting = undefined
    if (frame === undefined || location === undefined) return false
    Object.assign(frame, location)
    frame.in_app = isInApp(frame, this.link.engine)
    return true
  }

  /** Adds a call to the current exception; false if there is none, so that parsers can be chained. */
  add(found: FoundFrame | undefined, engine: Engine, line: string, isOutermostFirst = false): boolean {
    if (found === undefined) return false
    this.waiting = undefined
    if (this.head !== '') this.beginAnother()
    if (isOutermostFirst) this.link.isOutermostFirst = true
    // Python's head follows its calls: the log printed any text before the first one.
    if (isOutermostFirst && engine === 'python' && this.link.frames.length === 0 && !isPythonHead(this.link.header)) {
      if (this.link.header !== '') this.link.logged = this.link.header
      this.link.header = ''
    }
    this.link.add(found, engine, line, this.maxFrames)
    return true
  }

  /** Begins another exception: a head after calls, followed by a call. */
  beginAnother(): void {
    const head = this.head
    this.head = ''
    if (this.previous === head && this.link.frames.length > 0)
      this.begin('member', this.chain[0]!, this.headIndent, head)
  }

  /** `Inner: y ---> Innermost: z`, on one line. */
  beginInner(heads: string, indent: number): void {
    for (const head of heads.split(' ---> ', maxCauses + 2)) this.begin('cause', this.link, indent, head)
  }

  /** Begins an exception related to `outer`; following lines belong to it. */
  begin(relation: Relation, outer: Link, indent: number, header: string): void {
    const link = new Link(relation, outer, indent, header)
    // One more than the limit shows that some are missing; the others are read and discarded.
    if (this.chain.length <= maxCauses + 1) this.chain.push(link)
    this.link = link
  }

  /** Begins an exception that was raised because of another one, in whose place it stands: the other is its cause. */
  beginLater(earlier: Link): void {
    const later = new Link(earlier.relation, earlier.outer, earlier.indent)
    const index = this.chain.indexOf(earlier)
    this.link = later
    // One beyond the limit is read and discarded, like all after it.
    if (index < 0) return
    this.chain.splice(index, 0, later)
    this.relate(index + 1, later)
  }

  /** Makes the link at an index, reported so far, a relation of `outer`. */
  relate(index: number, outer: Link, relation: Relation = 'cause'): void {
    const link = this.chain[index]!
    const related = new Link(relation, outer, link.indent, link.header)
    related.frames.push(...link.frames)
    related.engine = link.engine
    related.isRubyHeader = link.isRubyHeader
    related.isOutermostFirst = link.isOutermostFirst
    related.isTruncated = link.isTruncated
    this.chain[index] = related
    for (const other of this.chain) if (other.outer === link) other.outer = related
    if (this.chain.length > maxCauses + 2) this.chain.length = maxCauses + 2
  }
}
