import { isSureType } from './type-name.ts'

/** Type and message as the first line of an exception spells them. */
export interface HeadLine {
  type: string
  message: string
}

/**
 * Splits the first line of an exception: `Type: message`, and for names with the ending of a type `Type (message):`,
 * `Type[message]`, `Type - message` and `Type   message`.
 */
export function splitLine(line: string, isType: (type: string) => boolean = isSureType): HeadLine | undefined {
  if (line.startsWith(violation)) return { type: violation.slice(0, -2), message: line.slice(violation.length) }
  const end = nameEnd(line)
  const type = line.slice(0, end)
  if (!isType(type)) return undefined
  const rest = line.slice(end)
  // Hadoop names the type of another process in parentheses.
  const remote = /^\([\w.$]{3,200}\)(?=: )/.exec(rest)?.[0]
  if (remote !== undefined) return { type: type + remote, message: rest.slice(remote.length + 1) }
  const code = rest === '' ? null : /^(?: ?\[[A-Z0-9][\w-]{0,60}\]| \(0x[0-9A-Fa-f]{1,16}\))(?=:|$)/.exec(rest)
  const after = code === null ? rest : rest.slice(code[0].length)
  if (after === '') return { type, message: '' }
  if (after.charCodeAt(0) === 58)
    return after.length === 1 || isBlank(after, 1) ? { type, message: after.slice(1) } : undefined
  if (!isSureType(type) && !type.includes('::')) return undefined
  const other =
    /^ \((.{1,900})\) ?:?$/.exec(after) ??
    /^ : (.{1,900})$/.exec(after) ??
    /^\[([^\n]{0,900}?)\](?:; nested: .{0,900}|;)?$/.exec(after) ??
    /^ [-–—] (.{1,900}?):?$/.exec(after) ??
    /^\((.{0,900})\)$/.exec(after) ??
    /^(?: {2,40}|\t)(\S.{0,900})$/.exec(after)
  return other === null ? undefined : { type, message: other[1]! }
}

/** React names its own errors with two words. */
const violation = 'Invariant Violation: '

/** Finds the end of the characters that a type consists of; a single colon ends it, two belong to it. */
export function nameEnd(line: string): number {
  let end = 0
  while (end < line.length && end < maxName) {
    const code = line.charCodeAt(end)
    if (code === 58) {
      if (line.charCodeAt(end + 1) !== 58) break
      end++
    } else if (!isNameCharacter(code)) break
    end++
  }
  return end
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 64 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code > 127 ||
    code === 46 ||
    code === 95 ||
    code === 36 ||
    code === 92 ||
    code === 96 ||
    code === 43
  )
}

const maxName = 200

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || code === 9 || code === 10
}

export function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

/** Words that programs print before the exception. */
const prefixes = [
  'Fatal Exception: ',
  'Non-fatal Exception: ',
  'The process was terminated due to an unhandled exception. ',
  'Exception Info: ',
  'Internal server error: ',
  '⨯ ',
  '[object] (',
  'panic: ',
  'PHP Fatal error:  Uncaught ',
  'Fatal error: Uncaught ',
  'ERROR: ',
  'ERROR ',
  'LoadError: ',
]

const prefixStarts = '[pPFEILNT⨯WCR'

/** `Uncaught (in promise) TypeError: x`, `Unhandled exception in thread main: x`: an exception that nothing caught. */
const uncaught =
  /^(?:error: )?[Uu]n(?:caught|handled) ?(?:(?:\([\w ]{1,30}\)|[Pp]romise|[Rr]ejection|[Ee]xception|[Ee]rror|[Ww]arning|in|at|[Tt]hread|async|[Rr]untime|[Mm]anaged|[Nn]ative|JS|js|Kotlin|PHP|[Jj]ava[Ss]cript|occurred|internal|application|server|main|worker) ?){0,6}(?:[:.](?: {1,2}|$)|(?<= )(?=(?:[a-z][\w$]{0,60}[.\\]){0,12}[A-Z][\w.$\\]{1,150}(?:: |$)))/

/** `Exception: ValueError: x`: a word that announces the type behind it. */
const wrapper = /^(?:Exception|Warning|Failure|Cause|Reason|Result): {1,4}/

export function withoutWords(line: string): string {
  let text = line
  if (text.startsWith('Exception in thread "')) text = text.slice(text.indexOf('" ', 21) + 2)
  if (text.startsWith('(node:')) text = text.slice(text.indexOf(') ') + 2)
  // Each of them may precede another.
  for (let times = 0; times < 3; times++) {
    const bare = withoutWord(text)
    if (bare === text) break
    text = bare
  }
  return text
}

/** Whether the words are the class of Node's own error for a rejection with a value that is no error. */
function isRejectionItself(text: string, bare: string): boolean {
  return text.startsWith('UnhandledPromiseRejection: ') && splitLine(firstLine(bare)) === undefined
}

function withoutWord(text: string): string {
  if (text.startsWith('rake aborted!')) return text.slice(13).trimStart()
  if (text.charCodeAt(1) === 110 || text.startsWith('error: ')) {
    const bare = text.replace(uncaught, '')
    if (bare !== text) return isRejectionItself(text, bare) ? text : bare
  }
  if (!prefixStarts.includes(text[0] ?? ' ')) return text
  for (const prefix of prefixes) if (text.startsWith(prefix)) return text.slice(prefix.length)
  // App store consoles: `Exception java.lang.RuntimeException: x`.
  if (text.startsWith('Exception ') && text.indexOf('.') > 0) return text.slice(10)
  const rest = text.slice(wrapper.exec(text)?.[0].length ?? 0)
  return rest === text || splitLine(firstLine(rest)) === undefined ? text : rest
}
