import type { FoundFrame } from './frame.ts'
import { isDigit, readPlace, wholeNumber } from './place.ts'

/**
 * Parses a line of R's traceback or of Shiny's: `3: pay(cart) at cart.R#12`, `62: pay [cart.R#12]`, `2: stop("no")`. A
 * line without a place has no mark of its own, so it counts only where `isKnown` says that the text is R's.
 *
 * @example parseR('3: pay(cart) at cart.R#12', false) // { function: 'pay', file: 'cart.R', line: 12 }
 */
export function parseR(line: string, isKnown: boolean): FoundFrame | undefined {
  const colon = line.indexOf(': ')
  if (colon < 1 || wholeNumber(line.slice(0, colon)) === undefined) return undefined
  const call = line.slice(colon + 2).trimStart()
  const place = placeOf(call)
  if (place === undefined && !isKnown) return undefined
  const name = nameOf(place === undefined ? call : call.slice(0, place.start))
  if (name === '') return undefined
  const frame: FoundFrame = { function: name }
  if (place === undefined) return frame
  if (place.file !== '') frame.file = place.file
  frame.line = place.line
  // A call from the prompt names no file: ` at #1`.
  frame.in_app = true
  return frame
}

/** ` at cart.R#12` or ` [cart.R#12]` at the end of a call. */
function placeOf(call: string): { file: string; line: number; start: number } | undefined {
  const isBracket = call.endsWith(']')
  const mark = call.lastIndexOf(isBracket ? ' [' : ' at ')
  const from = mark + (isBracket ? 2 : 4)
  const hash = mark < 1 ? -1 : call.lastIndexOf('#')
  const line = hash < from ? undefined : wholeNumber(call.slice(hash + 1, isBracket ? -1 : undefined))
  return line === undefined ? undefined : { file: call.slice(from, hash), line, start: mark }
}

/** `pay(cart, 3)` is a call of `pay`; operators and indexing have names such as `[.data.frame`. */
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
  if (open < 1 || !(rest.includes('::') || rest.startsWith('global ') || rest.includes(') at ') || call > start + 2))
    return undefined
  const mark = rest.lastIndexOf(') at ')
  const place = mark < 0 ? undefined : readPlace(rest.slice(mark + 5))
  const isGlobal = rest.startsWith('global')
  const frame: FoundFrame = { function: rest.slice(0, open).replaceAll('`', ''), ...place }
  frame.in_app = place !== undefined || isGlobal
  return frame
}

const branches = ' │├└─|+\\-'

/** Whether a line says that R's calls follow, which have no mark of their own. */
export function isRStart(line: string): boolean {
  return (
    line.startsWith('Warning: Error in ') ||
    line.startsWith('Stack trace (innermost first)') ||
    line.endsWith('> traceback()') ||
    isErrorIn(line)
  )
}

/** `Error in pay(cart) : no such cart`, in the languages of R: the blank before the colon is R's alone. */
function isErrorIn(line: string): boolean {
  return words.some((word) => line.startsWith(word)) && (line.includes(') : ') || line.endsWith(') :'))
}

const words = ['Error in ', 'Fehler in ', 'Erreur dans ', 'Error en ', 'Errore in ', 'Erro em ']

/** The head of an error of R, or undefined: Shiny's, base R's and rlang's. */
export function rHead(text: string): { exception_type?: string; message: string } | undefined {
  const typed = text.indexOf('<error/')
  const close = typed < 0 ? -1 : text.indexOf('>', typed)
  if (close > 0) {
    const mark = text.indexOf('! ', close)
    const end = text.indexOf('\n', mark)
    const message = mark < 0 ? '' : text.slice(mark + 2, end < 0 ? undefined : end)
    return { exception_type: text.slice(typed + 7, close), message }
  }
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
