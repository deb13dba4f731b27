import type { Engine, FoundFrame } from './frame.ts'
import { isDigit, isLetter, isPathOrUrl, readLocation, type SourceLocation, wholeNumber } from './location.ts'
import { withCall } from './php.ts'
import { parseSpiderMonkey } from './spidermonkey.ts'

/**
 * Parses a call as Firefox's console copies it: `pay https://shop.example/cart.js:12`, `promise callback*pay cart.js:3`.
 *
 * @example parseFirefoxConsole('pay https://shop.example/cart.js:12') // { function: 'pay', file: 'https://shop.example/cart.js', line: 12 }
 */
export function parseFirefoxConsole(line: string): FoundFrame | undefined {
  if (!isDigit(line.charCodeAt(line.length - 1)) || line.includes('@')) return undefined
  const maker = line.indexOf(' line ')
  const scheme = line.indexOf('://')
  // A URL may contain spaces: it starts after the last one before its scheme.
  const end = scheme > 0 ? scheme : maker > 0 && line.includes(' > ', maker) ? maker - 1 : undefined
  const blank = line.lastIndexOf(' ', end)
  if (blank < 1) return undefined
  const written = line.slice(blank + 1)
  const location = readLocation(written)
  if (location === undefined || !isScript(location.file)) return undefined
  const star = line.lastIndexOf('*', blank)
  // React Native's console aligned the locations.
  const name = line.slice(star + 1, blank).trimEnd()
  // Jest prints the place of a message in this form.
  if (/^console\.\w{1,20}$/.test(name)) return undefined
  if (name.includes(' ') || name.endsWith(':') || name.includes('(') || (star > 0 && !isAsyncMark(line, star)))
    return undefined
  const isMade = written.includes(' line ')
  // Code generated at run time: parse it in the engine's own form, which has a column, to find what generated it.
  const frame = isMade ? parseSpiderMonkey(`@${written}:0`) : { ...location }
  if (frame === undefined) return undefined
  if (name !== '' && name !== '<anonymous>' && name !== '<anonym>') frame.function = name
  if (star > 0) frame.async = true
  return frame
}

/**
 * Parses a call as Chrome's console copies it: `pay @ cart.js:12`, `(anonymous) @ main.js?56d7:14`.
 *
 * @example parseChromeConsole('pay @ cart.js:12') // { function: 'pay', file: 'cart.js', line: 12 }
 */
export function parseChromeConsole(line: string): FoundFrame | undefined {
  const mark = line.lastIndexOf(' @ ')
  const location = mark < 1 ? undefined : readLocation(line, mark + 3)
  if (location === undefined || location.file.includes(' ')) return undefined
  const query = location.file.indexOf('?')
  if (!isScript(query < 0 ? location.file : location.file.slice(0, query)) && !isPathOrUrl(location.file))
    return undefined
  const name = line.slice(line.startsWith('async ') ? 6 : 0, mark).trimEnd()
  if (name.includes(': ')) return undefined
  return name === '(anonymous)' ? { ...location } : { ...location, function: name }
}

/**
 * Parses a call as Vitest prints it after `❯`: `pay src/cart.ts:12:17`, or the location alone.
 *
 * @example parseVitest('pay src/cart.ts:12:17') // { function: 'pay', file: 'src/cart.ts', line: 12, column: 17 }
 */
export function parseVitest(line: string): FoundFrame | undefined {
  const location = readLocation(line)
  if (location?.column === undefined) return undefined
  const blank = location.file.lastIndexOf(' ')
  return blank < 0 ? location : { function: line.slice(0, blank), ...location, file: location.file.slice(blank + 1) }
}

/**
 * Parses a call as Expo prints it after `at `: `App.js:12:3 in pay`, `[native code]:null in callFunction`.
 *
 * @example parseExpo('App.js:12:3 in pay') // { function: 'pay', file: 'App.js', line: 12, column: 3 }
 */
export function parseExpo(call: string): FoundFrame | undefined {
  const mark = call.indexOf(' in ')
  const name = call.slice(mark + 4)
  if (mark < 1 || name.includes(' (') || call.startsWith('async ')) return undefined
  if (call.startsWith('[native code]')) return { function: name, native: true }
  const location = readLocation(call, 0, mark)
  // Poetry prints calls of Python in the same form, without columns.
  if (
    location === undefined ||
    !(location.file.endsWith('.py') || (location.column !== undefined && isScript(location.file)))
  )
    return undefined
  return name === '<unknown>' || name === '<anonymous>' ? location : { ...location, function: name }
}

/**
 * Parses a call as Safari's console copies it: `pay (cart.js:12:5)`.
 *
 * @example parseSafariConsole('pay (cart.js:12:5)') // { function: 'pay', file: 'cart.js', line: 12, column: 5 }
 */
export function parseSafariConsole(line: string): FoundFrame | undefined {
  const open = line.endsWith(')') ? line.lastIndexOf(' (') : -1
  const location = open < 1 ? undefined : readLocation(line, open + 2, line.length - 1)
  if (location?.column === undefined || !(isScript(location.file) || /^Script Element \d{1,4}$/.test(location.file)))
    return undefined
  const name = line.slice(0, open)
  if (name === '(anonymous function)') return location
  return name.includes(' ') ? undefined : { function: name, ...location }
}

/** Parses a call of which React Native's old crash reports print the place alone: `index.android.bundle:15:8607`. */
export function parseBundlePlace(line: string): FoundFrame | undefined {
  const place = /^(\S{1,200}\.(?:bundle|jsbundle|js)):(\d{1,9}):(\d{1,9})$/.exec(line)
  return place === null ? undefined : { file: place[1]!, line: Number(place[2]), column: Number(place[3]) }
}

/** Parses the second line of a call in Next.js's overlay, below its name: `src/cart.ts (12:5)`. */
export function parseNextOverlay(line: string): FoundFrame | undefined {
  const place = /^(\S.{0,900}?) \((\d{1,9}):(\d{1,9})\)$/.exec(line)
  if (place === null || !isScript(place[1]!.replace(/[?#]\S{0,200}$/, ''))) return undefined
  return { file: place[1]!, line: Number(place[2]), column: Number(place[3]) }
}

/**
 * Splits the only line of a browser's console into the head and the place, of which Firefox prints it last and Safari first.
 *
 * @example parseConsoleLine('TypeError: x is undefined      cart.js:1:538') // { header: 'TypeError: x is undefined', location: { file: 'cart.js', line: 1, column: 538 } }
 */
export function parseConsoleLine(text: string): { header: string; location: FoundFrame } | undefined {
  const last =
    /^((?:Uncaught )?(?:\([\w ]{1,20}\) )?[A-Z]\w{0,60}Error: .{1,900}?[^\s:,(])(?<! (?:at|in|from|of|file))\s{1,40}(\S{1,900})$/.exec(
      text,
    )
  const first = last === null ? /^(\S{1,200}) — (\S{1,900}) ([A-Z]\w{0,60}Error: .{1,900})$/.exec(text) : null
  const location = readLocation(last?.[2] ?? first?.[2] ?? '')
  if (location?.column === undefined || !isScript(location.file)) return undefined
  return first === null
    ? { header: last![1]!, location }
    : { header: first[3]!, location: { function: first[1]!, ...location } }
}

/** `promise callback*`, `setTimeout handler*`, `EventListener.handleEvent*`, `async*`. */
function isAsyncMark(line: string, star: number): boolean {
  for (let index = 0; index < star; index++) {
    const code = line.charCodeAt(index)
    if (!isLetter(code) && code !== 32 && code !== 45 && code !== 46) return false
  }
  return true
}

/** Whether a file is a URL with a path, a script, or one of Firefox's own JavaScript files. */
function isScript(file: string): boolean {
  const scheme = file.indexOf('://')
  if (scheme > 0) return isPathOrUrl(file) && file.indexOf('/', scheme + 3) > 0
  return file === 'self-hosted' || scripts.some((ending) => file.endsWith(ending))
}

const scripts = ['.bundle', '.js', '.mjs', '.cjs', '.jsx', '.ts', '.tsx', '.vue', '.svelte', '.jsm']

const engines: Record<string, Engine> = {
  rb: 'ruby',
  erb: 'ruby',
  haml: 'ruby',
  php: 'php',
  py: 'python',
  ex: 'beam',
  exs: 'beam',
  erl: 'beam',
  go: 'go',
}

/** A call with its location first, as pages and services show it, and the engine that its file suggests. */
export interface LocatedCall {
  frame: FoundFrame
  engine: Engine
}

/**
 * Parses a call whose location comes first, as services show it: `app/cart.rb:12 → pay`, `cart.js:9 - pay`.
 *
 * @example parseLocationFirst('app/cart.rb:12 → pay') // { frame: { function: 'pay', file: 'app/cart.rb', line: 12 }, engine: 'ruby' }
 */
export function parseLocationFirst(line: string): LocatedCall | undefined {
  if (line.startsWith('line ')) return parseHoneybadger(line)
  if (line.includes(' at line ')) return parseInAtLine(line)
  for (const arrow of arrows) {
    if (!line.includes(arrow[0]!)) continue
    const mark = line.indexOf(arrow)
    const location = mark < 1 ? undefined : readLocation(line, 0, line.charCodeAt(mark - 1) === 32 ? mark - 1 : mark)
    if (location !== undefined) return locatedCall(location, line.slice(mark + arrow.length))
  }
  const mark = line.indexOf(' in ')
  const location = mark < 1 ? undefined : readLocation(line, 0, mark)
  if (location === undefined || !(location.file.endsWith('.ex') || location.file.endsWith('.exs'))) return undefined
  const call = line.slice(mark + 4)
  const open = call.indexOf('(')
  return locatedCall(location, open < 1 ? call : call.slice(0, open))
}

const arrows = ['→ ', '-> ', '- ']

/** `line 8 of [PROJECT_ROOT]/app/cart.rb: pay`, Honeybadger's form. */
function parseHoneybadger(line: string): LocatedCall | undefined {
  const mark = line.indexOf(' of ')
  const number = mark < 0 ? undefined : wholeNumber(line.slice(5, mark))
  const colon = line.lastIndexOf(': ')
  if (number === undefined || colon < mark) return undefined
  return locatedCall({ file: line.slice(mark + 4, colon), line: number }, line.slice(colon + 2))
}

/** `lib/cart.ex in Shop.Cart.pay/2 at line 419`, Sentry's form. */
function parseInAtLine(line: string): LocatedCall | undefined {
  const mark = line.indexOf(' in ')
  const at = line.lastIndexOf(' at line ')
  const location = mark < 1 || at < mark ? undefined : readLocation(`x:${line.slice(at + 9)}`)
  return location === undefined
    ? undefined
    : locatedCall({ ...location, file: line.slice(0, mark) }, line.slice(mark + 4, at))
}

/** `File "app/cart.rb", line 12, in pay`: the form of Python for a file of another language. */
export function parseForeign(line: string): LocatedCall | undefined {
  const call =
    /^File "([^"]{1,2000}\.(?:rb|erb|haml|slim|rake|ru|php|exs?|erl|[cm]?[jt]sx?))",? line (\d{1,9}),? in (\S.{0,500})$/.exec(
      line,
    )
  if (call === null) return undefined
  // Rollbar adds the application.
  return locatedCall({ file: call[1]!, line: Number(call[2]) }, call[3]!.replace(/ \(\w{1,60}\)$/, ''))
}

function locatedCall(location: SourceLocation, text: string): LocatedCall | undefined {
  const name = text.trim()
  const { file } = location
  if (name === '' || (name.includes(' ') && !/^(?:block|anonymous fn\/\d{1,3} in) /.test(name))) return undefined
  if (file.includes(' ') && !isPathOrUrl(file) && !file.startsWith('[')) return undefined
  const dot = file.lastIndexOf('.')
  if (!file.includes('/') && !file.includes('\\') && dot < 0) return undefined
  const engine = engines[file.slice(dot + 1)] ?? 'v8'
  if (engine === 'php') {
    const called = withCall({ file, line: location.line! }, name)
    return called === undefined ? undefined : { frame: called, engine }
  }
  const frame: FoundFrame = nameless.has(name) ? { ...location } : { ...location, function: name }
  if (engine === 'beam') frame.in_app = isOwnBeam(name, file)
  return { frame, engine }
}

/** Words that services print for a function without a name. */
const nameless = new Set(['<unknown>', '<anonymous>', '[anonymous]'])

/** Whether a call is the customer's: OTP's files have no folder, and modules of frameworks have known names. */
function isOwnBeam(name: string, file: string): boolean {
  return file.includes('/') && !file.includes('deps/') && !beamModules.some((module) => name.startsWith(module))
}

const beamModules = ['Phoenix.', 'Plug.', 'Ecto.', 'DBConnection.', 'Enum.', 'Stream.', 'GenServer.', ':']
