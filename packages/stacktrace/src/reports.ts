import type { Engine } from './frame.ts'
import { type Header, parseHeader } from './header.ts'
import { nativeHead } from './native.ts'
import { isStrongType, isSureType } from './type-name.ts'

/**
 * Parses the words that frameworks and runtimes of one language print around an exception: Flutter's box, Rails' log, the
 * servers of Go. Returns undefined for the common form, `Type: message`.
 *
 * @example reportedHead('NoMethodError (no total):', 'ruby') // { exception_type: 'NoMethodError', message: 'no total' }
 */
export function reportedHead(header: string, engine: Engine): Header | undefined {
  switch (engine) {
    case 'native':
      return nativeHead(header)
    case 'dart':
      return flutterHead(header)
    case 'unknown':
      return header.includes('The following ') ? flutterHead(header) : undefined
    case 'ruby':
      return railsHead(header)
    case 'go':
      return goHead(header)
    case 'lua':
      return luaHead(header)
    case 'r':
      return rlangHead(header)
    case 'beam':
      return erlangHead(header)
    case 'java':
      return javaHead(header)
    case 'php':
      return symfonyHead(header)
    case 'python':
      return faultHead(header)
    case 'julia':
      return juliaHead(header)
    default:
      return undefined
  }
}

/** `The following assertion was thrown building Home:`, the message, and advice. */
function flutterHead(header: string): Header | undefined {
  // The head of a stack that was compiled ahead of time has no message.
  const stars = header.indexOf('*** *** ***')
  if (stars >= 0 && !/\w/.test(header.slice(0, stars).replace(/^[\w/ ().]{1,40}: /, ''))) return {}
  const tested = /^\d\d:\d\d \+\d{1,9}[^\n]{0,300} \[E\]\n/.exec(header)
  if (tested !== null) return parseHeader(header.slice(tested[0].length))
  const thrown = header.indexOf(' was thrown')
  const start = thrown < 0 ? -1 : header.lastIndexOf('The following ', thrown)
  const end = start < 0 ? -1 : endOfPlace(header, thrown)
  if (end < 0) return undefined
  const kind = header.slice(start + 14, thrown)
  const message = upTo(header.slice(end + 2), flutterAdvice)
  // Flutter calls what is thrown by its kind if it is no exception: a text or a number.
  const type = kind === 'assertion' ? 'AssertionError' : /^[A-Z_]\w*$/.test(kind) ? kind : undefined
  return type === undefined ? { message } : { exception_type: type, message: withoutStart(message, `${type}: `) }
}

/** Finds the colon behind the widget that was being built, whose description a log may have wrapped. */
function endOfPlace(header: string, from: number): number {
  const first = header.indexOf(':\n', from)
  let end = first
  for (let lines = 0; lines < 8 && end >= 0; lines++, end = header.indexOf(':\n', end + 1)) {
    const place = header.slice(from, end)
    if (place.split('(').length <= place.split(')').length) return end
  }
  return first
}

const flutterAdvice = [
  '\nThe relevant error-causing widget was',
  '\nWhen the exception was thrown, this was the stack',
  '\nEither the assertion indicates an error in the framework',
  '\nThe ownership chain for the affected widget',
  '\nHandler: ',
]

/** `NoMethodError (undefined method 'total' for nil):`, `ActionView::Template::Error - no total:` */
function railsHead(header: string): Header | undefined {
  // RSpec prints the code that failed.
  const failed = /(?:^|\n)Failure\/Error: [^\n]{1,900}\n(?![A-Z][\w:]{1,200}:\n)/.exec(header)
  if (failed !== null) return { message: header.slice(failed.index + failed[0].length) }
  const aborted = header.startsWith('rake aborted!') ? 0 : header.indexOf('\nrake aborted!') + 1
  const isAborted = header.startsWith('rake aborted!', aborted)
  if (aborted > 0 && isAborted) return parseHeader(header.slice(aborted))
  const long =
    /(?:^|[\s:])([A-Z]\w{0,100}(?:::\w{1,100}){0,10}) \(([^\n]{1,900}(?:\n[^\n]{1,400}){1,5}?)\) ?:(?:\n|$)/.exec(
      header,
    )
  if (long !== null && isStrongType(long[1]!)) return { exception_type: long[1]!, message: long[2]! }
  for (const line of header.split('\n', 20).toReversed()) {
    const rails = lastOfRails(line.trimEnd())
    if (rails !== undefined) return rails
    const rack = /(?:^|\s)([A-Z]\w{0,100}(?:::\w{1,100}){0,10}) - (.{1,900}):$/.exec(line.trimEnd())
    const puma = /^(?:[A-Z][a-z ]{1,40} error: )?(.{1,900}) \(([A-Z]\w{0,100}(?:::\w{1,100}){0,10})\)$/.exec(
      line.trimEnd(),
    )
    if (puma !== null && isStrongType(puma[2]!))
      return { exception_type: puma[2]!, message: withoutStart(puma[1]!, `${puma[2]!}: `) }
    if (rack !== null) return { exception_type: rack[1]!, message: rack[2]! }
  }
  return undefined
}

/** Words and numbers of a job may stand in parentheses as well: the last name with the ending of a type counts. */
function lastOfRails(line: string): Header | undefined {
  const end = /\) ?:$/.exec(line)?.index ?? -1
  if (end < 0) return undefined
  const heads = [...line.matchAll(/(?:^|\s)([A-Z]\w{0,100}(?:::\w{1,100}){0,10}) \(/g)].slice(0, 20)
  const head = heads.findLast((found) => isSureType(found[1]!)) ?? heads[0]
  return head === undefined
    ? undefined
    : { exception_type: head[1]!, message: line.slice(head.index + head[0].length, end) }
}

/** `2024/05/06 10:11:12 http: panic serving 10.0.0.9:4711: no basket`, `[PANIC RECOVER] no basket`, `panic recovered:` */
function goHead(header: string): Header | undefined {
  const serving = /https?2?: panic serving \S{1,100}: |Observed a panic: /.exec(header)
  const recovered = /\[PANIC RECOVER\] |(?:^|\n)(?:PANIC|_panic): |(?:^|\n)[^\n]{0,60}panic recovered:\s?/.exec(header)
  const mark = serving ?? recovered
  const delve = header.includes('panic')
    ? /(?:Exception has occurred: panic |"panic": )"((?:[^"\\\n]|\\.){1,900})"/.exec(header)
    : null
  if (delve !== null) return { message: delve[1]! }
  const traced = header.endsWith('\nTraceback:')
  if (mark === null && !traced) return undefined
  const message = mark === null ? header.slice(0, -11) : header.slice(mark.index + mark[0].length)
  const end = message.search(/ ?goroutine \d{1,10} \[/)
  // gin prints the request as well.
  const said = (end < 0 ? message : message.slice(0, end))
    .trim()
    .replace(/^[A-Z]{3,8} \S{1,900} HTTP\/\d(?:\.\d)?\n(?:[A-Z][\w-]{0,60}: [^\n]{0,900}\n){0,40}/, '')
  return { message: said.replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? /, '') }
}

/** `lua: cart.lua:12: no cart`, `Error executing lua callback: vim/fs.lua:0: no cart`: a message after its location. */
function luaHead(header: string): Header | undefined {
  const locations = [
    ...header.slice(0, 2000).matchAll(/(?:^|[\s.])(?:\[string "[^"\n]{0,100}"\]|[^\s:"]{1,200}\.lua):\d{1,9}: /g),
  ]
  const last = locations.at(-1)
  return last === undefined ? undefined : { message: header.slice(last.index + last[0].length) }
}

/** The message follows in a line of its own: ``Error in `pay()`:``, `! no cart`. */
function rlangHead(header: string): Header | undefined {
  if (header.includes('<error/')) return undefined
  const mark = header.startsWith('! ') ? 0 : header.indexOf('\n! ') + 1
  if (!header.startsWith('! ', mark) || !/(?:^|\n)Error[^\n]{0,300}:\n$/.test(header.slice(0, mark))) return undefined
  return { message: upTo(header.slice(mark + 2), ['\nCaused by error', '\nBacktrace:', '\nℹ ', '\n✖ ']) }
}

/** `** {function_clause,`: the reason that a process of Erlang ends with. */
function erlangHead(header: string): Header | undefined {
  const reason =
    /\n\*\* (?:Reason for termination|When Server state|Reason)\b[^\n]{0,40}\n\*\* \{{1,3}'?(\w{1,100})'?,/.exec(
      `\n${header}`,
    )
  const exit = reason ?? /\n\s{0,40}exception (?:exit|throw): \{{1,3}'?(\w{1,100})'?,/.exec(`\n${header}`)
  return exit === null ? undefined : { exception_type: exit[1]! }
}

/** `Exception #0 (NoCartException): no cart`, of Magento; `(1/2) NoCartException` and the message, which Symfony's page sets apart by type alone. */
function symfonyHead(header: string): Header | undefined {
  const magento = header.includes('Exception #')
    ? /(?:^|\n)Exception #\d{1,2} \(([\w\\]{1,200})\): ([\s\S]+)$/.exec(header)
    : null
  if (magento !== null) return { exception_type: magento[1]!, message: magento[2]! }
  const counted = /^\(\d{1,2}\/\d{1,2}\) ([\w\\]{1,200}?(?:Exception|Error))(?![a-z])\s?([\s\S]+)$/.exec(header)
  return counted === null ? undefined : { exception_type: counted[1]!, message: counted[2]!.replace(/\n-{2,}$/, '') }
}

/** `Fatal Python error: Segmentation fault`, of Python's faulthandler. */
function faultHead(header: string): Header | undefined {
  const fault = /(?:^|\n)(?:Fatal Python error|Windows fatal exception): ([^\n]{1,300})/.exec(header)
  return fault === null ? undefined : { message: fault[1]! }
}

/** A shell prints its prompt above `ERROR: LoadError: …`. */
function juliaHead(header: string): Header | undefined {
  const mark = header.startsWith('ERROR: ') ? 0 : header.indexOf('\nERROR: ') + 1
  if (!header.startsWith('ERROR: ', mark)) return undefined
  const text = header.slice(mark)
  const domain = /^ERROR: (?:LoadError: )?(\w{1,60}Error) (with [^\n]{1,300}:\n)/.exec(text)
  return domain === null
    ? parseHeader(text)
    : { exception_type: domain[1]!, message: text.slice(text.indexOf(domain[2]!)) }
}

/** `"main" prio=5 tid=1 Native` begins the stack of a thread, and `#error {` the data of an exception of Clojure. */
function javaHead(header: string): Header | undefined {
  if (header.startsWith('"') && /^"[^"\n]{1,200}"[^\n]{0,60} prio=\d/.test(header)) return {}
  const nested = /(?:^|\n)(\w{1,100}Exception)\[([^\n]{0,900}?)\](?:; nested: |;?(?:\n|$))/.exec(header)
  if (nested !== null) return { exception_type: nested[1]!, message: nested[2]! }
  const type = header.startsWith('#error {') || header.includes(':via') ? /:type ([\w.$]{1,200})/.exec(header) : null
  if (type === null) return undefined
  const message =
    /:message\s{1,20}"((?:[^"\\]|\\.){0,900})"/.exec(header) ?? /:cause\s{1,20}"((?:[^"\\]|\\.){0,900})"/.exec(header)
  return message === null ? { exception_type: type[1]! } : { exception_type: type[1]!, message: message[1]! }
}

function upTo(text: string, ends: readonly string[]): string {
  let end = text.length
  for (const mark of ends) {
    const found = text.indexOf(mark)
    if (found >= 0 && found < end) end = found
  }
  return text.slice(0, end).trim()
}

function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text
}
