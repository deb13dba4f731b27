/** What the head of a trace says of its exception. */
export interface Header {
  exception_type?: string
  message?: string
}

const maxType = 200
const maxMessage = 1000

/** Words that programs print before the exception itself. */
const prefixes = [
  'Uncaught (in promise) ',
  'Uncaught ',
  'Unhandled exception. ',
  'Unhandled Exception: ',
  '[object] (',
  'panic: ',
  'PHP Fatal error:  Uncaught ',
  'Fatal error: Uncaught ',
]

const prefixStarts = 'U[pPF'

/**
 * Splits `Type: message`, the form of most languages; `message (Type)` is Ruby's. A head without a type is a message.
 *
 * @example parseHeader('java.io.IOException: disk full') // { exception_type: 'java.io.IOException', message: 'disk full' }
 */
export function parseHeader(header: string): Header {
  let text = header.trim()
  if (text === '') return {}
  if (text.startsWith('Exception in thread "')) text = text.slice(text.indexOf('" ', 21) + 2)
  if (prefixStarts.includes(text[0]!)) {
    for (const prefix of prefixes) if (text.startsWith(prefix)) text = text.slice(prefix.length)
  }
  const colon = text.indexOf(':')
  const isType =
    colon > 0 && isTypeName(text, colon) && (colon === text.length - 1 || isBlank(text.charCodeAt(colon + 1)))
  if (isType) return withMessage({ exception_type: text.slice(0, codeStart(text, colon)) }, text.slice(colon + 1))
  const log = text.indexOf('(code: ')
  if (log > 0 && isTypeName(text, log))
    return withMessage({ exception_type: text.slice(0, log) }, text.slice(text.indexOf('): ', log) + 3))
  const first = text.charCodeAt(0)
  const isCapital = (first >= 65 && first <= 90) || text.includes('.') || text.includes('\\')
  if (isCapital && isTypeName(text, text.length)) return { exception_type: text }
  return withMessage({}, text)
}

/** `boom (RuntimeError)` */
export function parseRubyHeader(header: string): Header {
  const open = header.lastIndexOf(' (')
  if (open < 0 || !header.endsWith(')')) return withMessage({}, header)
  return withMessage({ exception_type: header.slice(open + 2, -1) }, header.slice(0, open))
}

function withMessage(header: Header, message: string): Header {
  const text = message.trim()
  if (text !== '') header.message = text.length > maxMessage ? text.slice(0, maxMessage) : text
  return header
}

/** Node adds a code: `Error [ERR_X]: …`. */
function codeStart(text: string, end: number): number {
  const code = text.indexOf(' [')
  return code > 0 && code < end ? code : end
}

function isTypeName(text: string, end: number): boolean {
  const stop = codeStart(text, end)
  if (stop === 0 || stop > maxType) return false
  for (let index = 0; index < stop; index++) {
    const code = text.charCodeAt(index)
    const isWord = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127
    if (
      !isWord &&
      code !== 46 &&
      code !== 95 &&
      code !== 36 &&
      code !== 92 &&
      code !== 96 &&
      code !== 43 &&
      code !== 64 &&
      !(code === 58 && index > 0)
    )
      return false
  }
  return true
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10
}
