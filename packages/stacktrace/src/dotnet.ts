import type { FoundFrame } from './frame.ts'
import { numberStart, toNumber } from './location.ts'

/**
 * Parses what follows `at ` in a .NET stack: `Shop.Cart.Pay(String id) in C:\src\Cart.cs:line 12`, and Mono's
 * `Shop.Cart.Pay (System.String id) [0x00001] in /src/Cart.cs:12`.
 *
 * @example parseDotnet('Shop.Cart.Pay(String id) in /src/Cart.cs:line 12') // { module: 'Shop.Cart', function: 'Pay', file: '/src/Cart.cs', line: 12 }
 */
export function parseDotnet(call: string): FoundFrame | undefined {
  const open = openOfParameters(call)
  if (open < 1) return undefined
  const close = call.indexOf(')', open)
  if (close < 0) return undefined
  const head = call.charCodeAt(open - 1) === 32 ? call.slice(0, open - 1) : call.slice(0, open)
  const frame: FoundFrame = {}
  // An iterator runs when its rows are asked for: `Shop.Feed.Rows()+MoveNext() in …`.
  const tail = call.startsWith('+MoveNext()', close + 1) ? call.slice(close + 12) : call.slice(close + 1)
  if (!readTail(tail, frame)) return undefined
  return readName(head, frame) ? frame : undefined
}

/** Finds the parenthesis of the parameters; `(wrapper managed-to-native) System.…` starts with another one. */
function openOfParameters(call: string): number {
  if (!call.startsWith('(wrapper ')) return call.indexOf('(')
  const end = call.indexOf(')')
  return end < 0 ? -1 : call.indexOf('(', end)
}

/** ` in file:line 12`, ` [0x00001] in file:12 `, or nothing. */
function readTail(tail: string, frame: FoundFrame): boolean {
  // Compiled ahead of time: an offset instead of the file.
  if (tail === '' || tail.startsWith(' + 0x') || /^ \+\d{1,9}$/.test(tail)) return true
  const mark = tail.startsWith(' in ')
    ? 0
    : tail.startsWith(' [0x') || tail.startsWith(' <0x')
      ? tail.indexOf(' in ')
      : -1
  if (mark < 0) return tail.startsWith(' [0x') || tail.startsWith(' <0x')
  const location = tail.slice(mark + 4).trimEnd()
  const start = numberStart(location, location.length)
  let end = start
  if (location.endsWith(':line ', start)) end -= 6
  else if (location.charCodeAt(start - 1) === 58) end -= 1
  else return start === location.length && mark === 0
  const file = location.slice(0, end)
  // Mono without debug symbols names the module's id, `<8f2a…>:0`.
  if (file.startsWith('<') || file === '') return true
  frame.file = file
  frame.line = toNumber(location, start, location.length)
  return true
}

function readName(head: string, frame: FoundFrame): boolean {
  let name = head
  if (name.startsWith('(wrapper ')) {
    name = name.slice(name.indexOf(')') + 2)
    frame.native = true
  }
  if (name === '' || name.includes(' ')) return false
  // F# names a closure after the line that it is written in: `all@40.Invoke`.
  if (name.includes('@') && !/^[^@]+@\d+(?:-\d+)?\.\w+$/.test(name)) return false
  // Type parameters of the method may contain dots: `Map[System.String](…)`.
  const generic = name.indexOf('[')
  const end = generic > 0 && name.endsWith(']') ? generic : name.length
  let dot = name.lastIndexOf('.', end - 1)
  // A closure within a constructor has its name in angle brackets: `Shop.Cart.<.ctor>b__1_1`.
  const angle = dot < 0 ? -1 : name.lastIndexOf('<', dot)
  if (angle > 0 && name.indexOf('>', dot) > 0 && name.lastIndexOf('>', dot) < angle) dot = name.lastIndexOf('.', angle)
  // Constructors are named `.ctor` and `.cctor`, and explicit implementations include the name of their interface.
  if (dot > 0 && name.charCodeAt(dot - 1) === 46) dot--
  if (dot < 1) {
    if (!name.startsWith('lambda_method')) return false
    frame.function = name
    frame.native = true
    return true
  }
  const open = name.indexOf('[')
  // Mono prints `Box`1[T]` where .NET prints `Box`1`.
  frame.module = name.slice(0, open > 0 && open < dot ? open : dot)
  frame.function = name.slice(dot + 1, end)
  return true
}

/** Stems of "inner" in other languages, as the end of an inner exception is marked. */
const innerWords = ['intern', 'внутренн', '内部', '內部', '내부', 'wewnętrzn', 'vnitřní', 'iç özel']

/** Whether a line starts an inner exception: `---> Type: message`. */
export function isInnerStart(text: string): boolean {
  // Vue prints components like this: `---> <App>`.
  return text.startsWith('---> ') && text.charCodeAt(5) !== 60
}

/** Whether a line separates an exception of Java from the one of .NET that caused it, on Android. */
export function isManagedEnd(text: string): boolean {
  return text.startsWith('--- End of managed ')
}

/** Whether a line ends an inner exception: `--- End of inner exception …`, in any language. */
export function isInnerEnd(text: string): boolean {
  return (
    text.startsWith('--- End of inner ') || (text.endsWith('---') && innerWords.some((word) => text.includes(word)))
  )
}
