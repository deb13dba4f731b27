import type { FoundFrame } from './frame.ts'
import { isDigit, numberStart, toNumber } from './location.ts'

/**
 * Parses what follows `at ` in a stack of the JVM or Android: `com.x.Cart.pay(Cart.java:12)`, `(Native Method)`,
 * `(Unknown Source)`, R8's `(Unknown Source:4)`, with a module or loader before it (`java.base/…`, `app//…`) and a jar
 * after it (`~[x.jar:1.0]`).
 *
 * @example parseJava('com.x.Cart.pay(Cart.java:12)') // { module: 'com.x.Cart', function: 'pay', file: 'Cart.java', line: 12 }
 */
export function parseJava(call: string): FoundFrame | undefined {
  const close = call.endsWith(')') ? call.length - 1 : closeBeforeJar(call)
  const open = close < 0 ? -1 : call.lastIndexOf('(', close)
  // Empty parentheses are .NET's.
  if (open < 3 || close - open < 2) return undefined
  const end = call.charCodeAt(open - 1) === 32 ? open - 1 : open
  const start = moduleStart(call, open)
  const dot = call.lastIndexOf('.', open)
  if (dot <= start || call.lastIndexOf(' ', end - 1) >= start) return undefined
  const frame = parseSource(call.slice(open + 1, close))
  if (frame === undefined) return undefined
  frame.module = call.slice(start, dot)
  frame.function = call.slice(dot + 1, end)
  return frame
}

/** Finds the class behind a module or loader; the class of a lambda has a slash of its own, before its address. */
function moduleStart(call: string, open: number): number {
  const slash = call.lastIndexOf('/', open)
  if (slash < 0) return 0
  // A hidden class has a slash before its address as well.
  const hidden = call.startsWith('0x', slash + 1) ? slash : call.indexOf('$$Lambda')
  return (hidden < 0 ? slash : call.lastIndexOf('/', hidden - 1)) + 1
}

/** Finds the end of the call before the jar and ` {re:mixin,…}`, the list of transformers of Minecraft's loaders. */
function closeBeforeJar(call: string): number {
  if (!call.endsWith(']') && !(call.endsWith('}') && call.includes('] {'))) return -1
  const tilde = call.lastIndexOf(') ~[')
  return tilde >= 0 ? tilde : call.lastIndexOf(') [')
}

function parseSource(source: string): FoundFrame | undefined {
  // Android's runtime writes it with a small letter.
  if (source === 'Native Method' || source === 'Native method') return { native: true }
  // Classes that libraries make at run time, such as Spring's proxies, have no source.
  if (source === 'Unknown Source' || source === '<generated>') return {}
  const start = numberStart(source, source.length)
  const hasLine = start < source.length && source.charCodeAt(start - 1) === 58
  const file = hasLine ? source.slice(0, start - 1) : source
  // Only source files: .NET's parameters contain spaces, V8's locations more colons.
  if (file === '' || (file.includes(' ') && file !== 'Unknown Source') || file.includes(':') || file.includes(',')) {
    return undefined
  }
  if (!hasLine && !file.includes('.')) return file === 'SourceFile' ? { file } : undefined
  const frame: FoundFrame = file === 'Unknown Source' ? {} : { file }
  if (hasLine) frame.line = toNumber(source, start, source.length)
  return frame
}

/** `Caused by: …` and `Suppressed: …` start another trace. */
export function javaLink(text: string): { relation: 'cause' | 'suppressed'; header: string } | undefined {
  if (text.startsWith('Caused by: ')) return { relation: 'cause', header: text.slice(11) }
  // App store consoles print no colon.
  if (text.startsWith('Caused by ') && text.indexOf('.') > 10) return { relation: 'cause', header: text.slice(10) }
  if (text.startsWith('Suppressed: ')) return { relation: 'suppressed', header: text.slice(12) }
  return undefined
}

/** `... 12 more`: the number of frames shared with the enclosing trace. */
export function framesInCommon(text: string): number {
  if (!text.startsWith('... ')) return 0
  const words = text.endsWith(' more') ? ' more' : ' common frames omitted'
  if (!text.endsWith(words)) return 0
  const end = text.length - words.length
  const start = numberStart(text, end)
  return start === 4 && isDigit(text.charCodeAt(4)) ? toNumber(text, start, end) : 0
}

/** Whether a file is source code for the JVM: a call with a space before its parenthesis could otherwise be V8's. */
export function isJavaSource(file: string): boolean {
  return (
    file.endsWith('.java') ||
    file.endsWith('.kt') ||
    file.endsWith('.scala') ||
    file.endsWith('.groovy') ||
    file.endsWith('.clj') ||
    file.endsWith('.cljc') ||
    file === 'SourceFile' ||
    file === 'Unknown Source'
  )
}
