import { parseDotnet } from './dotnet.ts'
import type { FoundFrame } from './frame.ts'
import { isLetter, numberStart, toNumber } from './location.ts'

/**
 * Parses a call as App Center's issues print it, which repeat the class: `Shop.Cart.Pay () in /src/Cart.cs:line 12;Shop.Cart`.
 *
 * @example parseAppCenter('Shop.Cart.Pay() in /src/Cart.cs:line 12;Shop.Cart') // { module: 'Shop.Cart', function: 'Pay', file: '/src/Cart.cs', line: 12 }
 */
export function parseAppCenter(line: string): FoundFrame | undefined {
  const end = line.lastIndexOf(';')
  const repeated = line.slice(end + 1)
  return end > 0 && repeated !== '' && line.startsWith(repeated) ? parseDotnet(line.slice(0, end)) : undefined
}

/** Parses a call as Visual Studio's debugger lists it: `Shop.dll!Shop.Cart.Pay(string id) Line 12 C#`. */
export function parseVisualStudio(line: string): FoundFrame | undefined {
  const call =
    /^(?:>\s{0,9})?\S{1,200}\.(?:dll|exe)!([\w.<>`+[\],]{3,400}\([^()\n]{0,900}\))(?: Line (\d{1,9})\s\S{1,20})?$/.exec(
      line,
    )
  const frame = call === null ? undefined : parseDotnet(call[1]!)
  return frame === undefined || call![2] === undefined ? frame : { ...frame, line: Number(call![2]) }
}

/** Words for `at` in the languages that .NET is translated into. */
const words = new Set([
  'bei',
  'à',
  'в',
  'en',
  '在',
  '於',
  '场所',
  '場所',
  'em',
  'w',
  'v',
  'bij',
  'vid',
  'konum:',
  '위치:',
  'in',
  'a',
  'ved',
  'hos',
  '位置',
])

/**
 * Parses a call of .NET in another language, with `bei`, `в` or `在` for `at`, and a word for
 * `line`: `bei Shop.Cart.Pay() in C:\src\Cart.cs:Zeile 12.`
 *
 * @example parseLocalDotnet('bei Shop.Cart.Pay() in C:\\src\\Cart.cs:Zeile 12.') // { module: 'Shop.Cart', function: 'Pay', file: 'C:\\src\\Cart.cs', line: 12 }
 */
export function parseLocalDotnet(line: string): FoundFrame | undefined {
  const blank = line.indexOf(' ')
  if (blank < 1 || blank > 8 || !words.has(line.slice(0, blank))) return undefined
  const call = line.slice(blank + 1)
  const open = call.indexOf('(')
  const close = open < 1 ? -1 : call.indexOf(')', open)
  if (close < 0) return undefined
  const frame = parseDotnet(call.slice(0, close + 1))
  if (frame === undefined) return undefined
  const tail = call.slice(close + 1)
  if (tail === '') return frame
  const end = endOfLocation(tail)
  const number = numberStart(tail, end)
  const start = pathStart(tail)
  const colon = tail.lastIndexOf(':', number)
  if (number === end || start < 0 || colon <= start + 1) return undefined
  frame.file = tail.slice(start, colon)
  frame.line = toNumber(tail, number, end)
  return frame
}

function endOfLocation(tail: string): number {
  let end = tail.length
  while (end > 0 && '.。 '.includes(tail[end - 1]!)) end--
  return end
}

/** Finds `C:\…` or `/…` after a space. */
function pathStart(tail: string): number {
  for (let index = 1; index < tail.length; index++) {
    if (tail.charCodeAt(index - 1) !== 32) continue
    if (tail.charCodeAt(index) === 47) return index
    if (isLetter(tail.charCodeAt(index)) && tail.charCodeAt(index + 1) === 58) return index
  }
  return -1
}

/**
 * Parses a call of Unity, which prints `at` only before the file: `Shop.Cart.Pay () (at Assets/Cart.cs:12)`,
 * `Shop.Cart:Pay (int) (at Assets/Cart.cs:12)`, `Shop.Cart.Pay () [0x00000] in <8f2a>:0`.
 *
 * @example parseUnity('Shop.Cart:Pay () (at Assets/Cart.cs:12)') // { module: 'Shop.Cart', function: 'Pay', file: 'Assets/Cart.cs', line: 12 }
 */
export function parseUnity(line: string): FoundFrame | undefined {
  const at = line.endsWith(')') ? line.lastIndexOf(' (at ') : -1
  const offset = at < 0 ? line.indexOf(') [0x') : -1
  if (at < 1 && offset < 1 && !isLogged(line)) return undefined
  const call = at > 0 ? line.slice(0, at) : line
  const frame = parseDotnet(withDots(call.trimEnd()))
  if (frame === undefined || at < 0) return frame
  const number = numberStart(line, line.length - 1)
  if (number === line.length - 1 || line.charCodeAt(number - 1) !== 58) return frame
  const file = line.slice(at + 5, number - 1)
  if (file.startsWith('<')) return frame
  frame.file = file
  frame.line = toNumber(line, number, line.length - 1)
  return frame
}

/** `UnityEngine.Debug:Log(Object)`: a method after a colon, without a location. */
function isLogged(line: string): boolean {
  const open = line.indexOf('(')
  const colon = line.lastIndexOf(':', open)
  return (
    line.endsWith(')') && colon > 0 && open > colon + 1 && line.lastIndexOf(' ', open) < 0 && line[colon - 1] !== ':'
  )
}

/** Replaces the colon between class and method in `Shop.Cart:Pay (int)`, as Unity logs messages. */
function withDots(call: string): string {
  const open = call.indexOf('(')
  const colon = call.lastIndexOf(':', open)
  return colon < 1 ? call : `${call.slice(0, colon)}.${call.slice(colon + 1)}`
}
