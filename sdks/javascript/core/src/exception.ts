import type { ExceptionPart } from './event.ts'
import { isError, keysOf, read, toPlain } from './plain.ts'
import { cleanText, toText } from './scrub.ts'

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
      parts.push({ exception_type: 'NonError', message: describe(value, scrubKeys), stack: null })
      return
    }
    parts.push(partOfError(value))
    const cause = read(value, 'cause')
    if (cause !== undefined && cause !== null) visit(cause)
    const gathered = read(value, 'errors')
    try {
      if (Array.isArray(gathered)) for (const one of gathered.slice(0, maxChain)) visit(one)
    } catch {
      // A proxy that throws, or was revoked.
    }
  }
  visit(thrown)
  return parts as [ExceptionPart, ...ExceptionPart[]]
}

/** What an event has a place for. */
const known = /^(name|message|stack|cause|errors)$/

/** Values that errors often carry and that say most: `code`, `status`, `syscall` … */
export function detailsOf(thrown: unknown, scrubKeys?: RegExp): Record<string, unknown> | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  if (!isErrorLike(thrown)) return { thrown: toPlain(thrown, scrubKeys) }
  const own = keysOf(thrown).filter((key) => !known.test(key))
  const entries = own.slice(0, 20).map((key) => [key, read(thrown, key)])
  return entries.length === 0 ? undefined : { error: toPlain(Object.fromEntries(entries), scrubKeys) }
}

/** An error, or what looks like one: cloned over a worker's channel, made by a library of its own. */
function isErrorLike(value: unknown): boolean {
  return isError(value) || (typeof read(value, 'message') === 'string' && typeof read(value, 'name') === 'string')
}

function partOfError(error: unknown): ExceptionPart {
  const stack = read(error, 'stack')
  return {
    exception_type: typeOf(error),
    message: cleanText(read(error, 'message') ?? ''),
    stack: typeof stack === 'string' && stack ? cleanStack(stack.slice(0, maxStack)) : null,
  }
}

function typeOf(error: unknown): string {
  const type = toText(read(error, 'name') ?? '', 200) || 'Error'
  // A class that sets no name is an 'Error'. Minifiers leave one or two letters of its own name: those say nothing.
  const own = toText(read(read(error, 'constructor'), 'name'), 200)
  return type === 'Error' && /^[A-Z]\w{3,}/.test(own) && own !== 'Object' ? own : type
}

/** What stands above the frames is the message. They stay as they are: their URLs may need their query. */
function cleanStack(stack: string): string {
  let isAbove = true
  // Looked at in pieces: one expression over all of it would take for ever on a hostile text.
  const cleaned = stack.split('\n').map((line) => {
    isAbove = isAbove && !(line.length < 500 && /^\s+at |@.*:\d+$/.test(line))
    return isAbove ? cleanText(line) : line
  })
  return cleaned.join('\n')
}

/** Anything but an error in a few words: no more of it is read than could show. */
export function describe(value: unknown, scrubKeys?: RegExp): string {
  if (typeof value !== 'object' || value === null) return cleanText(value)
  const type = read(value, 'type')
  const target = read(read(value, 'target'), 'tagName')
  if (typeof type === 'string' && read(value, 'preventDefault') !== undefined)
    return `Event ${type}${typeof target === 'string' ? ` on ${target.toLowerCase()}` : ''}`
  return toText(JSON.stringify(toPlain(value, scrubKeys, 50)), 300)
}
