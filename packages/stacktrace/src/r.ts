import type { FoundFrame } from './frame.ts'
import { isDigit, readLocation, wholeNumber } from './location.ts'

/**
 * Parses a line of R's traceback or Shiny's: `3: pay(cart) at cart.R#12`, `62: pay [cart.R#12]`, `2: stop("no")`. A line
 * without a location is ambiguous, so it is accepted only if the text is known to be R's.
 *
 * @example parseR('3: pay(cart) at cart.R#12', false) // { function: 'pay', file: 'cart.R', line: 12 }
 */
export function parseR(line: string, isKnown: boolean): FoundFrame | undefined {
  const colon = line.indexOf(': ')
  if (colon < 1 || wholeNumber(line.slice(0, colon)) === undefined) return undefined
  const call = line.slice(colon + 2).trimStart()
  const location = locationOf(call)
  if (location === undefined && !isKnown) return undefined
  const name = nameOf(location === undefined ? call : call.slice(0, location.start))
  if (name === '') return undefined
  const frame: FoundFrame = { function: name }
  if (location === undefined) return frame
  if (location.file !== '') frame.file = location.file
  frame.line = location.line
  // A call from the prompt has no file: ` at #1`.
  frame.in_app = true
  return frame
}

/** ` at cart.R#12` or ` [cart.R#12]` at the end of a call. */
function locationOf(call: string): { file: string; line: number; start: number } | undefined {
  const isBracket = call.endsWith(']')
  const mark = call.lastIndexOf(isBracket ? ' [' : ' at ')
  const from = mark + (isBracket ? 2 : 4)
  const hash = mark < 1 ? -1 : call.lastIndexOf('#')
  const line = hash < from ? undefined : wholeNumber(call.slice(hash + 1, isBracket ? -1 : undefined))
  return line === undefined ? undefined : { file: call.slice(from, hash), line, start: mark }
}

/** Name of a call: `pay` for `pay(cart, 3)`; operators and indexing have names such as `[.data.frame`. */
function nameOf(call: string): string {
  const open = call.indexOf('(')
  const name = (open < 1 ? call : call.slice(0, open)).trim()
  return name.includes(' ') && !name.startsWith('<') ? '' : name
}

/**
 * Parses a line of rlang's backtrace, a tree with the outermost call first: `3. └─shop::pay(cart) at R/cart.R:12:3`.
 *
 * @example parseRlang('3. └─shop::pay(cart) at R/cart.R:12:3') // { function: 'shop::pay', file: 'R/cart.R', line: 12, column: 3, in_app: true }
 */
export function parseRlang(line: string): FoundFrame | undefined {
  let start = 0
  while (start < 4 && isDigit(line.charCodeAt(start))) start++
  if (start === 0 || !line.startsWith('. ', start)) return undefined
  let call = start + 2
  while (branches.includes(line[call] ?? '.')) call++
  const rest = line.slice(call).replace('(local) ', '')
  const open = rest.indexOf('(')
  if (
    open < 1 ||
    !(
      rest.includes(' %>% ') ||
      rest.includes('::') ||
      rest.startsWith('global ') ||
      rest.includes(') at ') ||
      call > start + 2
    )
  )
    return undefined
  const mark = rest.lastIndexOf(') at ')
  const location = mark < 0 ? undefined : readLocation(rest.slice(mark + 5))
  const isGlobal = rest.startsWith('global')
  const frame: FoundFrame = { function: rest.slice(isGlobal ? 7 : 0, open).replaceAll('`', ''), ...location }
  frame.in_app = location !== undefined || isGlobal
  return frame
}

const branches = ' │├└─|+\\-'

/** Whether a line announces R's calls, which are ambiguous by themselves. */
export function isRStart(line: string): boolean {
  return (
    line.startsWith('Warning: Error in ') ||
    line.startsWith('Stack trace (innermost first)') ||
    line.endsWith('> traceback()') ||
    isErrorIn(line)
  )
}

/** `Error in pay(cart) : no such cart`, in R's languages; only R has a space before the colon. */
function isErrorIn(line: string): boolean {
  return (
    line.includes(')') &&
    line.includes(') :') &&
    words.some((word) => line.startsWith(word)) &&
    (line.includes(') : ') || line.endsWith(') :'))
  )
}

const words = ['Error in ', 'Fehler in ', 'Erreur dans ', 'Error en ', 'Errore in ', 'Erro em ']

/** Parses the head of an R error: Shiny's, base R's or rlang's. */
export function parseRHead(text: string): { exception_type?: string; message: string } | undefined {
  const typed = text.indexOf('<error/')
  const close = typed < 0 ? -1 : text.indexOf('>', typed)
  if (close > 0) {
    const mark = text.indexOf('! ', close)
    const end = text.indexOf('\n', mark)
    const message = mark < 0 ? '' : text.slice(mark + 2, end < 0 ? undefined : end)
    return { exception_type: text.slice(typed + 7, close), message }
  }
  const condition = /^<simpleError(?: in [^\n]{1,300}?)?: ([^\n]{1,900})>$/.exec(text)
  if (condition !== null) return { message: condition[1]! }
  const warning = text.indexOf('Warning: Error in ')
  const isShiny = warning === 0 || text.charCodeAt(warning - 1) === 10
  const start = warning >= 0 && isShiny ? warning + 9 : startOfError(text)
  if (start < 0) return undefined
  const colon = warning >= 0 && isShiny ? text.indexOf(': ', start) : text.indexOf(') :', start) + 1
  if (colon < 1) return undefined
  const end = text.indexOf('\nStack trace', colon)
  return { message: text.slice(text.indexOf(':', colon) + 1, end < 0 ? undefined : end).trim() }
}

function startOfError(text: string): number {
  for (let start = 0, lines = 0; lines < 20; lines++) {
    const end = text.indexOf('\n', start)
    if (isErrorIn((end < 0 ? text.slice(start) : text.slice(start, end)).trimEnd())) return start
    if (end < 0) return -1
    start = end + 1
  }
  return -1
}
