import type { FoundFrame } from './frame.ts'
import { isDigit, readLocation, wholeNumber } from './location.ts'

/**
 * Parses a numbered call of native code: Android's tombstones, the sanitizers, gdb.
 *
 * @example parseNumberedNative('#0 0x4d08 in pay /src/shop.c:12:9') // { function: 'pay', file: '/src/shop.c', line: 12, column: 9, in_app: true }
 */
export function parseNumberedNative(line: string): FoundFrame | undefined {
  let start = 1
  while (isDigit(line.charCodeAt(start))) start++
  if (start === 1 || line.charCodeAt(start) !== SPACE) return undefined
  const rest = line.slice(start).trimStart()
  if (rest.startsWith('pc ')) return parseTombstone(rest)
  const isAddress = rest.startsWith('0x')
  const mark = isAddress ? rest.indexOf(' in ') : -1
  if (isAddress && mark < 0) return rest.includes(' (') ? parseSanitizer(rest.slice(rest.indexOf(' ') + 1)) : undefined
  const call = isAddress ? rest.slice(mark + 4) : rest
  return parseGdb(call) ?? parseSanitizer(call)
}

/** `pc 0000006b2b0  /data/app/libshop.so (offset 0x4000) (pay(int)+44) (BuildId: 11aa)` */
export function parseTombstone(text: string): FoundFrame | undefined {
  const parts = text.slice(3).trimStart()
  const blank = parts.indexOf(' ')
  if (blank < 0) return undefined
  const rest = withoutBuildId(parts.slice(blank).trimStart())
  const open = rest.startsWith('<') ? rest.indexOf('>') + 1 : rest.indexOf(' ')
  const file = open < 1 ? rest : rest.slice(0, open)
  if (file === '') return undefined
  let symbol = open < 1 ? '' : rest.slice(open).trim()
  if (symbol.startsWith('(offset ')) symbol = symbol.slice(symbol.indexOf(')') + 1).trim()
  if (symbol.startsWith('(') && symbol.endsWith(')')) symbol = symbol.slice(1, -1)
  const plus = symbol.lastIndexOf('+')
  const name = plus > 0 && wholeNumber(symbol.slice(plus + 1)) !== undefined ? symbol.slice(0, plus) : symbol
  return named({ file }, name === '???' ? '' : name)
}

/** `shop::find (this=0x7f29) at basket.cpp:127`, `start_thread () from /lib/libpthread.so.0`, `pay ()` */
function parseGdb(call: string): FoundFrame | undefined {
  const open = call.indexOf(' (')
  if (open < 1) return undefined
  const at = call.lastIndexOf(') at ')
  const from = call.lastIndexOf(') from ')
  const name = call.slice(0, open)
  const location = at < open ? undefined : readLocation(call.slice(at + 5))
  if (location !== undefined) return named(location, name)
  if (from > open) return named({ file: call.slice(from + 7) }, name)
  return call.endsWith(' ()') ? named({}, name) : undefined
}

/** `pay /src/shop.c:12:9`, `start_thread (/lib/libpthread.so.0+0x8183) (BuildId: 11aa)`, `pay /src/shop.c:12:8 (shop+0x12ab)` */
function parseSanitizer(text: string): FoundFrame | undefined {
  let call = withoutBuildId(text)
  const open = call.endsWith(')') ? call.lastIndexOf(' (') : call.startsWith('(') ? 0 : -1
  let file: string | undefined
  if (open >= 0) {
    const plus = call.lastIndexOf('+0x')
    if (plus < open) return undefined
    file = call.slice(open + 2, plus)
    call = call.slice(0, open)
  }
  const location = readLocation(call)
  const blank = location === undefined ? -1 : location.file.lastIndexOf(' ')
  if (location !== undefined && blank > 0) {
    const name = location.file.slice(0, blank)
    if (isDigit(name.charCodeAt(0)) || !location.file.includes('.', blank)) return undefined
    return named({ ...location, file: location.file.slice(blank + 1) }, name)
  }
  return file === undefined || file === '' ? undefined : named({ file }, call)
}

function withoutBuildId(text: string): string {
  const mark = text.lastIndexOf(' (BuildId: ')
  return mark < 0 ? text : text.slice(0, mark)
}

/**
 * Parses a call of lldb, `frame #0: 0x1000 shop`pay(n=3) at shop.c:5:8`, with `* ` before the selected one.
 *
 * @example parseLldb('frame #1: 0x1000 shop`main at shop.c:10:3') // { module: 'shop', function: 'main', file: 'shop.c', line: 10, column: 3, in_app: true }
 */
export function parseLldb(line: string): FoundFrame | undefined {
  const text = line.startsWith('* ') ? line.slice(2) : line
  const address = text.startsWith('frame #') ? text.indexOf(': 0x') : -1
  const quote = address < 0 ? -1 : text.indexOf('`', address)
  if (quote < 0) return undefined
  const module = text.slice(text.indexOf(' ', address + 2) + 1, quote)
  const at = text.lastIndexOf(' at ')
  const location = at < quote ? undefined : readLocation(text.slice(at + 4))
  const call = text.slice(quote + 1, location === undefined ? undefined : at)
  const plus = call.lastIndexOf(' + ')
  const name = withTypes(plus > 0 ? call.slice(0, plus) : call)
  return { module, function: name, ...location, in_app: location !== undefined && isOwn(location.file) }
}

/** Keeps the types of `pay(int)`, and removes the values of `pay(n=3)`, which differ from run to run. */
function withTypes(call: string): string {
  const open = call.indexOf('(')
  return open > 0 && call.indexOf('=', open) > 0 ? call.slice(0, open) : call
}

/**
 * Parses a call of Valgrind: `at 0x1091A2: pay (shop.c:5)`, `by 0x1091F0: main (in /usr/bin/shop)`.
 *
 * @example parseValgrind('by 0x1091F0: main (shop.c:10)') // { function: 'main', file: 'shop.c', line: 10, in_app: true }
 */
export function parseValgrind(line: string): FoundFrame | undefined {
  const colon = line.indexOf(': ')
  const open = line.endsWith(')') ? line.lastIndexOf(' (') : -1
  if (!line.startsWith('0x', 3) || colon < 0 || open < colon) return undefined
  const where = line.slice(open + 2, -1)
  const location = where.startsWith('in ') ? { file: where.slice(3) } : readLocation(where)
  return location === undefined ? undefined : named(location, line.slice(colon + 2, open))
}

/**
 * Parses a call of Unreal Engine or of Visual Studio:
 * `[Callstack] 0x7ffb Shop-Core.dll!UShop::Pay() [D:\Shop.cpp:143]`, `Shop.exe!Shop.Cart.Pay(int n) Line 143`.
 *
 * @example parseUnreal('[Callstack] 0x7ffb Shop.dll!UShop::Pay() [D:\\Shop.cpp:143]') // { module: 'Shop.dll', function: 'UShop::Pay', file: 'D:\\Shop.cpp', line: 143, in_app: true }
 */
export function parseUnreal(line: string): FoundFrame | undefined {
  const mark = line.indexOf('!')
  const before = line.slice(0, mark)
  const blank = before.lastIndexOf(' ')
  if (mark < 1 || (blank > 0 && !before.includes('0x'))) return undefined
  const place = placeOf(line)
  if (place === undefined || place.start < mark) return undefined
  const open = line.indexOf('(', mark)
  const name = line.slice(mark + 1, open < 0 || open > place.start ? place.start : open)
  const module = before.slice(blank + 1)
  const frame: FoundFrame = { module, ...place.location }
  if (name !== 'UnknownFunction') frame.function = name
  const { file } = place.location
  frame.in_app =
    file === undefined
      ? place.location.line !== undefined && !/^(?:Microsoft\.|System\.|mscorlib|ntdll|kernel32)/i.test(module)
      : !file.includes('Engine\\Source')
  return frame
}

/** ` [D:\Shop.cpp:143]`, ` []`, or ` Line 143` with the language. */
function placeOf(line: string): { start: number; location: FoundFrame } | undefined {
  if (line.endsWith(']')) {
    const start = line.lastIndexOf(' [')
    return start < 0 ? undefined : { start, location: readLocation(line.slice(start + 2, -1)) ?? {} }
  }
  const numbered = /\) Line (\d{1,9})(?:\s{1,4}[\w+#]{1,10})?$/.exec(line)
  return numbered === null ? undefined : { start: numbered.index + 1, location: { line: Number(numbered[1]) } }
}

/**
 * Parses a call of Godot's scripts: `at: Shop.pay (res://shop/pay.gd:6)`, `[1] _ready (res://main.gd:12)`.
 *
 * @example parseGodot('at: pay (res://pay.gd:6)') // { function: 'pay', file: 'res://pay.gd', line: 6, in_app: true }
 */
export function parseGodot(line: string): FoundFrame | undefined {
  const open = line.endsWith(')') ? line.lastIndexOf(' (') : -1
  const location = open < 1 ? undefined : readLocation(line.slice(open + 2, -1))
  const blank = line.indexOf(' ')
  if (location === undefined || blank >= open) return undefined
  return {
    function: line.slice(blank + 1, open),
    ...location,
    in_app: !/^(?:core|modules|scene|servers)\//.test(location.file),
  }
}

function named(frame: FoundFrame, name: string): FoundFrame {
  if (name !== '' && name !== '??') frame.function = name
  frame.in_app = frame.file !== undefined && isOwn(frame.file)
  return frame
}

/** Whether a file is the customer's: not a library or header of the system, and not the runtime of a sanitizer. */
function isOwn(file: string): boolean {
  return !systemFiles.test(file) && !/[\\/]sanitizer_common[\\/]|[\\/][alt]san_|_rtl\.c|vg_replace_/.test(file)
}

const systemFiles =
  /^(?:\/(?:system|apex|vendor|odm|product|lib|lib32|lib64|usr|nix)\/|\/data\/(?:dalvik-cache|misc)\/|\[|<anonymous|\.\.\/(?:sysdeps|csu|nptl|stdlib)|\.\/(?:nptl|csu|stdlib|sysdeps|misc|signal|debug|malloc)\/)/

/** Type and message of a crash of native code, from the lines before its calls. */
export function nativeHead(text: string): { exception_type?: string; message?: string } | undefined {
  const signal = /(?:^|\n)signal \d+ \((SIG\w{2,12})\), ([^\n]{1,300})/.exec(text)
  if (signal !== null) {
    const abort = /\nAbort message: '?([^\n]{1,900})/.exec(text)
    const message = abort === null ? signal[2]! : abort[1]!.replace(/'$/, '')
    return { exception_type: signal[1]!, message }
  }
  const sanitizer = /(?:ERROR|WARNING): (\w{1,30}Sanitizer): ([^\n]{1,900})/.exec(text)
  if (sanitizer !== null) return { exception_type: sanitizer[1]!, message: sanitizer[2]! }
  const stopped = /(?:received|terminated with) signal (SIG\w{2,12}), ([^\n]{1,200}?)\.?(?:\n|$)/.exec(text)
  if (stopped !== null) return { exception_type: stopped[1]!, message: stopped[2]! }
  const reason = /stop reason = (\w{1,60}) (\([^\n]{1,200}\))/.exec(text)
  if (reason !== null) return { exception_type: reason[1]!, message: reason[2]! }
  const access = /Unhandled Exception: (EXCEPTION_\w{1,60})(?: ([^\n]{1,300}))?/.exec(text)
  if (access !== null)
    return access[2] === undefined ? { exception_type: access[1]! } : { exception_type: access[1]!, message: access[2] }
  const asserted = /(?:^|\n)(?:[^\n]{1,100}Error: )?(Assertion failed: [^\n]{1,900})/.exec(text)
  if (asserted !== null) return { message: asserted[1]! }
  const godot = /(?:^|\n)(?:USER )?(?:SCRIPT )?ERROR: ([^\n]{1,900})/.exec(text)
  if (godot !== null) return { message: godot[1]! }
  return text === '' ? {} : undefined
}

const SPACE = 32
