import type { ExceptionPart } from './event.ts'
import { isErrorLike, isScalar, listOf, read, toPlain } from './plain.ts'
import { cleanText, maxText, toText } from './scrub.ts'

const maxChain = 20
const maxStack = 65_536

/**
 * Converts a thrown value to a chain: the error first, then its causes and aggregated errors, outermost first. The
 * chain is never empty, whatever the value: a string, an object, an error of another realm, a getter that throws.
 */
export function toExceptions(thrown: unknown, scrubKeys?: RegExp): [ExceptionPart, ...ExceptionPart[]] {
  const seen: unknown[] = []
  const parts: ExceptionPart[] = []
  /** @param parent position of the one that has it as a member; a cause belongs to the one before it */
  const visit = (value: unknown, parent?: number) => {
    const index = parts.length
    if (index >= maxChain || seen.includes(value)) return
    seen.push(value)
    if (!isErrorLike(value)) {
      const message = messageOf(value, scrubKeys)
      // An empty object as a cause, as got sets it, says nothing.
      if (!index || message !== '{}') parts.push({ exception_type: 'NonError', message, stack: null, parent })
      return
    }
    parts.push(partOfError(value, parent))
    const cause = read(value, 'cause')
    if (cause !== undefined && cause !== null) visit(cause)
    const isAggregate = read(value, 'name') === 'AggregateError'
    // Validators use this name for lists of details that are no errors.
    for (const one of listOf(read(value, 'errors'))) if (isAggregate || isErrorLike(one)) visit(one, index)
  }
  visit(thrown)
  return parts as [ExceptionPart, ...ExceptionPart[]]
}

function partOfError(error: unknown, parent: number | undefined): ExceptionPart {
  const stack = read(error, 'stack')
  const message = toText(read(error, 'message') ?? '', Number.POSITIVE_INFINITY)
  return {
    exception_type: typeOf(error),
    message: cleanText(message),
    stack: typeof stack === 'string' && stack ? cleanStack(framesFirst(stack, message)) : null,
    parent,
  }
}

/** Keeps the frames within the limit, by shortening the message above them to the length that an event keeps. */
function framesFirst(stack: string, message: string): string {
  const excess = message.slice(maxText)
  return (excess ? stack.replace(excess, () => '') : stack).slice(0, maxStack)
}

function typeOf(error: unknown): string {
  const type = toText(read(error, 'name') ?? '', 200) || 'Error'
  // A class without a name of its own is an 'Error'. Minified names of one or two letters say nothing.
  const own = toText(read(read(error, 'constructor'), 'name'), 200)
  return /^error$/i.test(type) && /^[A-Z]\w{3,}/.test(own) && own !== 'Object' ? own : type
}

/** The SDK's wrappers: around `fetch`, where a failing request starts, and around callbacks. */
const ourFrame = /^(\s+at (async )?(\w+\.)?)?bugle(Fetch|Callback)[ @]/

/**
 * Replaces the text above the frames by the cleaned message. Frames stay as they are: their URLs may need the query.
 */
function cleanStack(stack: string): string {
  let isAbove = true
  // Line by line: one expression over the whole stack could take forever on hostile input.
  const cleaned = stack.split('\n').flatMap((line) => {
    if (ourFrame.test(line.slice(0, 100))) return []
    isAbove = isAbove && !(line.length < 500 && /^\s+at |@.*:\d+$/.test(line))
    return isAbove ? cleanText(line) : line
  })
  return cleaned.join('\n')
}

/** Returns the message an event of this value would have. */
export function messageOf(thrown: unknown, scrubKeys?: RegExp): string {
  const own = read(thrown, 'message')
  const isTitled = isErrorLike(thrown) || (typeof thrown === 'object' && typeof own === 'string' && own)
  return isTitled ? cleanText(own ?? '') : describe(thrown, scrubKeys)
}

/** Returns the error in an event of a page or a worker, such as `ErrorEvent`; any other value as it is. */
export function thrownOf(value: unknown): unknown {
  if (typeof read(value, 'preventDefault') !== 'function') return value
  return read(value, 'error') ?? read(value, 'reason') ?? value
}

/**
 * Describes a value that is no error, reading no more of it than is shown.
 *
 * @param get reads a property of it
 */
export function describe(value: unknown, scrubKeys?: RegExp, get: typeof read = read): string {
  if (typeof value !== 'object' || value === null) return cleanText(value)
  const type = get(value, 'type')
  const target = get(get(value, 'target'), 'tagName')
  if (typeof type === 'string' && get(value, 'preventDefault') !== undefined)
    return `Event ${type}${typeof target === 'string' ? ` on ${target.toLowerCase()}` : ''}`
  if (!isExchange(value, get)) return toText(JSON.stringify(toPlain(value, scrubKeys, 50, get)), 300)
  const known = ['status', 'code'].map((name) => [name, get(value, name)])
  return JSON.stringify(Object.fromEntries(known.filter(([, one]) => isScalar(one) && one !== null)))
}

/** Recognizes a request or response object, which holds everything that went over the wire. */
export function isExchange(value: unknown, get: typeof read = read): boolean {
  const has = (name: string) => get(value, name) !== undefined
  return has('headers') || has('config') || (has('status') && has('body'))
}
