import { isExchange, plainFieldsOf } from './details.ts'
import type { ExceptionPart } from './event.ts'
import { isErrorLike, listOf, read, toPlain } from './plain.ts'
import { cleanText, maxText, toText } from './scrub.ts'

const maxChain = 20
const maxStack = 65_536

/**
 * What was thrown, as a chain: the error itself first, then its causes and the errors it gathers, outermost first.
 * Whatever it is – a text, an object, an error of another realm, a getter that throws – there is a first part.
 */
export function toExceptions(thrown: unknown, scrubKeys?: RegExp): [ExceptionPart, ...ExceptionPart[]] {
  const seen: unknown[] = []
  const parts: ExceptionPart[] = []
  const visit = (value: unknown) => {
    if (parts.length >= maxChain || seen.includes(value)) return
    seen.push(value)
    if (!isErrorLike(value)) {
      const message = describe(value, scrubKeys)
      // An object without anything in it, such as got gives as a cause, says nothing.
      if (parts.length === 0 || message !== '{}') parts.push({ exception_type: 'NonError', message, stack: null })
      return
    }
    parts.push(partOfError(value))
    const cause = read(value, 'cause')
    if (cause !== undefined && cause !== null) visit(cause)
    const isAggregate = read(value, 'name') === 'AggregateError'
    // Validators have lists of this name that hold no errors: those are details.
    for (const one of listOf(read(value, 'errors'))) if (isAggregate || isErrorLike(one)) visit(one)
  }
  visit(thrown)
  return parts as [ExceptionPart, ...ExceptionPart[]]
}

function partOfError(error: unknown): ExceptionPart {
  const stack = read(error, 'stack')
  const message = toText(read(error, 'message') ?? '', Number.POSITIVE_INFINITY)
  return {
    exception_type: typeOf(error),
    message: cleanText(message),
    stack: typeof stack === 'string' && stack ? cleanStack(framesFirst(stack, message)) : null,
  }
}

/** Within the limit, at the expense of the message above the frames, of which no more is kept than an event has. */
function framesFirst(stack: string, message: string): string {
  const excess = message.slice(maxText)
  return (excess ? stack.replace(excess, () => '') : stack).slice(0, maxStack)
}

function typeOf(error: unknown): string {
  const type = toText(read(error, 'name') ?? '', 200) || 'Error'
  // A class that sets no name is an 'Error'. Minifiers leave one or two letters of its own name: those say nothing.
  const own = toText(read(read(error, 'constructor'), 'name'), 200)
  return /^error$/i.test(type) && /^[A-Z]\w{3,}/.test(own) && own !== 'Object' ? own : type
}

/** The wrappers around `fetch`, where a request that fails begins, and around callbacks. */
const ourFrame = /^(\s+at (async )?(\w+\.)?)?bugle(Fetch|Callback)[ @]/

/** What stands above the frames is the message. They stay as they are: their URLs may need their query. */
function cleanStack(stack: string): string {
  let isAbove = true
  // Looked at in pieces: one expression over all of it would take for ever on a hostile text.
  const cleaned = stack.split('\n').flatMap((line) => {
    if (ourFrame.test(line.slice(0, 100))) return []
    isAbove = isAbove && !(line.length < 500 && /^\s+at |@.*:\d+$/.test(line))
    return isAbove ? cleanText(line) : line
  })
  return cleaned.join('\n')
}

/** What an event of this would say. */
export function messageOf(thrown: unknown, scrubKeys?: RegExp): string {
  return isErrorLike(thrown) ? cleanText(read(thrown, 'message') ?? '') : describe(thrown, scrubKeys)
}

/**
 * Anything but an error in a few words: no more of it is read than could show.
 *
 * @param get reads a property of it
 */
export function describe(value: unknown, scrubKeys?: RegExp, get: typeof read = read): string {
  if (typeof value !== 'object' || value === null) return cleanText(value)
  const type = get(value, 'type')
  const target = get(get(value, 'target'), 'tagName')
  if (typeof type === 'string' && get(value, 'preventDefault') !== undefined)
    return `Event ${type}${typeof target === 'string' ? ` on ${target.toLowerCase()}` : ''}`
  return toText(
    JSON.stringify(isExchange(value, get) ? plainFieldsOf(value, get) : toPlain(value, scrubKeys, 50, get)),
    300,
  )
}
