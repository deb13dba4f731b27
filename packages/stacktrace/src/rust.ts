import type { FoundFrame } from './frame.ts'
import { firstLine } from './head-words.ts'
import { isDigit, readLocation } from './location.ts'

/**
 * Parses the first line of a frame of Rust: `4: shop::cart::pay`, `4: 0x55d1 - shop::cart::pay::h0123456789abcdef`. The
 * location is on the next line, after `at `.
 *
 * @example parseRust('4: shop::cart::pay') // { function: 'shop::cart::pay' }
 */
export function parseRust(line: string): FoundFrame | undefined {
  let start = 0
  while (start < 5 && isDigit(line.charCodeAt(start))) start++
  if (start === 0 || !line.startsWith(':', start) || line.charCodeAt(start + 1) !== 32) return undefined
  let name = line.slice(start + 1).trimStart()
  const isAddress = name.startsWith('0x')
  const dash = isAddress ? name.indexOf(' - ') : -1
  if (dash > 0) name = name.slice(dash + 3).trim()
  else if (isAddress && name.includes(' ')) return undefined
  if (name === '' || name === '<unknown>' || (isAddress && dash < 0)) return {}
  return { function: withoutHash(name) }
}

/** Whether a numbered line is a call and not a cause: a name has no space outside its brackets, and nearly always a path. */
export function isSureRust(line: string): boolean {
  const name = line.slice(line.indexOf(':') + 1).trimStart()
  return (
    name.startsWith('rust_begin_unwind') ||
    name.startsWith('__rust_') ||
    (name.startsWith('0x') && name.includes(' - ')) ||
    (name.includes('::') && (name.startsWith('<') || !name.includes(' ')))
  )
}

/** Parses the location of a frame, after `at `: `/rustc/8f2a/library/std/src/panicking.rs:645:5`, `./src/main.rs:4`. */
export function parseRustLocation(text: string): FoundFrame | undefined {
  const location = readLocation(text)
  return location === undefined || location.file.includes(' (') ? undefined : location
}

/** Removes `::h0123456789abcdef`, by which the compiler distinguishes functions of the same name; the first ones added letters. */
function withoutHash(name: string): string {
  const old = name.lastIndexOf('::h')
  if (old > 0 && name.length - old > 19 && /^::h[0-9a-f]{16}[\dA-Za-z]{1,4}$/.test(name.slice(old)))
    return name.slice(0, old)
  const mark = name.length - 19
  if (mark < 1 || !name.startsWith('::h', mark)) return name
  for (let index = mark + 3; index < name.length; index++) {
    const code = name.charCodeAt(index)
    if (!isDigit(code) && !(code >= 97 && code <= 102)) return name
  }
  return name.slice(0, mark)
}

/** `thread 'main' panicked at …`, or undefined. */
export function panicOf(header: string): { message: string; location: FoundFrame | undefined } | undefined {
  const eyre = header.indexOf('\nMessage: ')
  if (eyre >= 0 && header.includes('The application panicked')) return parseColorEyre(header, eyre)
  // In a browser there are no threads.
  const mark = header.startsWith('panicked at ') ? -1 : header.indexOf(' panicked at ')
  if (mark < 0 && !header.startsWith('panicked at ')) return undefined
  const thread = mark < 0 ? -1 : header.lastIndexOf('thread ', mark)
  if (mark >= 0 && (thread < 0 || header.slice(thread, mark).includes('\n'))) return undefined
  const rest = withoutNotes(header.slice(mark + 13))
  if (rest.startsWith("'")) {
    // Until 1.72: `'message', src/main.rs:4:5`.
    const end = Math.max(rest.lastIndexOf("', "), rest.lastIndexOf("': "))
    if (end < 0) return { message: rest, location: undefined }
    return { message: rest.slice(1, end), location: readLocation(firstLine(rest.slice(end + 3)).trim()) }
  }
  const lineEnd = rest.indexOf('\n')
  const first = (lineEnd < 0 ? rest : rest.slice(0, lineEnd)).trimEnd()
  const location = readLocation(first.endsWith(':') ? first.slice(0, -1) : first)
  if (location === undefined) return panicOnLine(first) ?? { message: rest, location }
  return { message: lineEnd < 0 ? '' : rest.slice(lineEnd + 1), location }
}

/** `src/main.rs:4:5:   no entry`, which a person joined. */
function panicOnLine(line: string): { message: string; location: FoundFrame | undefined } | undefined {
  const joined = /^(\S{1,300}\.rs:\d{1,9}:\d{1,9}): {1,20}(\S.{0,900})$/.exec(line)
  return joined === null ? undefined : { message: joined[2]!, location: readLocation(joined[1]!) }
}

/** `The application panicked (crashed).`, `Message:  no cart`, `Location: src/main.rs:2` */
function parseColorEyre(header: string, mark: number): { message: string; location: FoundFrame | undefined } {
  const end = header.indexOf('\nLocation: ', mark)
  const message = header.slice(mark + 10, end < 0 ? undefined : end).trim()
  const line = end < 0 ? '' : header.slice(end + 11).split('\n', 1)[0]!
  return { message, location: readLocation(line.trim()) }
}

/** Removes notes about backtraces, which are not part of the panic. */
export function withoutNotes(text: string): string {
  let out = text
  for (const note of ['\nnote: ', '\nstack backtrace:', '\nStack backtrace:', '\nBacktrace:', '\nStack:']) {
    const at = out.indexOf(note)
    if (at >= 0) out = out.slice(0, at)
  }
  return out.trim()
}
