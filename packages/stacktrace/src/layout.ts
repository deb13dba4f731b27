import type { Engine, FoundFrame } from './frame.ts'
import { isDigit, isLetter, isPathOrUrl, type Place, readPlace, wholeNumber } from './place.ts'
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
  // A URL may hold blanks: it begins behind the last one before its scheme.
  const end = scheme > 0 ? scheme : maker > 0 && line.includes(' > ', maker) ? maker - 1 : undefined
  const blank = line.lastIndexOf(' ', end)
  if (blank < 1) return undefined
  const location = line.slice(blank + 1)
  const place = readPlace(location)
  if (place === undefined || !isScript(place.file)) return undefined
  const star = line.lastIndexOf('*', blank)
  const name = line.slice(star + 1, blank)
  if (name.includes(' ') || name.endsWith(':') || name.includes('(') || (star > 0 && !isAsyncMark(line, star)))
    return undefined
  const isMade = location.includes(' line ')
  // Code made at run time: the engine's own form, which has a column, tells its maker.
  const frame = isMade ? parseSpiderMonkey(`@${location}:0`) : { ...place }
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
  const place = mark < 1 ? undefined : readPlace(line, mark + 3)
  if (place === undefined || place.file.includes(' ')) return undefined
  const query = place.file.indexOf('?')
  if (!isScript(query < 0 ? place.file : place.file.slice(0, query)) && !isPathOrUrl(place.file)) return undefined
  const name = line.slice(line.startsWith('async ') ? 6 : 0, mark).trimEnd()
  if (name.includes(': ')) return undefined
  return name === '(anonymous)' ? { ...place } : { ...place, function: name }
}

/** `promise callback*`, `setTimeout handler*`, `EventListener.handleEvent*`, `async*`. */
function isAsyncMark(line: string, star: number): boolean {
  for (let index = 0; index < star; index++) {
    const code = line.charCodeAt(index)
    if (!isLetter(code) && code !== 32 && code !== 45 && code !== 46) return false
  }
  return true
}

/** A URL with a path, the file of a script, or what Firefox wrote in JavaScript itself. */
function isScript(file: string): boolean {
  const scheme = file.indexOf('://')
  if (scheme > 0) return isPathOrUrl(file) && file.indexOf('/', scheme + 3) > 0
  return file === 'self-hosted' || scripts.some((ending) => file.endsWith(ending))
}

const scripts = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.tsx', '.vue', '.svelte', '.jsm']

const engines: Record<string, Engine> = {
  ...{ rb: 'ruby', erb: 'ruby', haml: 'ruby', php: 'php', py: 'python' },
  ...{ ex: 'beam', exs: 'beam', erl: 'beam' },
}

/** A call of a page or a service, with the place first, and the engine that its file tells. */
export interface PlacedCall {
  frame: FoundFrame
  engine: Engine
}

/**
 * Parses a call whose place stands first, as services show it: `app/cart.rb:12 → pay`, `cart.js:9 - pay`.
 *
 * @example parsePlaceFirst('app/cart.rb:12 → pay') // { frame: { function: 'pay', file: 'app/cart.rb', line: 12 }, engine: 'ruby' }
 */
export function parsePlaceFirst(line: string): PlacedCall | undefined {
  if (line.startsWith('line ')) return parseHoneybadger(line)
  if (line.includes(' at line ')) return parseInAtLine(line)
  for (const arrow of arrows) {
    const mark = line.indexOf(arrow)
    const place = mark < 1 ? undefined : readPlace(line, 0, line.charCodeAt(mark - 1) === 32 ? mark - 1 : mark)
    if (place !== undefined) return placedCall(place, line.slice(mark + arrow.length))
  }
  const mark = line.indexOf(' in ')
  const place = mark < 1 ? undefined : readPlace(line, 0, mark)
  if (place === undefined || !(place.file.endsWith('.ex') || place.file.endsWith('.exs'))) return undefined
  const call = line.slice(mark + 4)
  const open = call.indexOf('(')
  return placedCall(place, open < 1 ? call : call.slice(0, open))
}

const arrows = ['→ ', '-> ', '- ']

/** `line 8 of [PROJECT_ROOT]/app/cart.rb: pay`, as Honeybadger puts it. */
function parseHoneybadger(line: string): PlacedCall | undefined {
  const mark = line.indexOf(' of ')
  const number = mark < 0 ? undefined : wholeNumber(line.slice(5, mark))
  const colon = line.lastIndexOf(': ')
  if (number === undefined || colon < mark) return undefined
  return placedCall({ file: line.slice(mark + 4, colon), line: number }, line.slice(colon + 2))
}

/** `lib/cart.ex in Shop.Cart.pay/2 at line 419`, as Sentry puts it. */
function parseInAtLine(line: string): PlacedCall | undefined {
  const mark = line.indexOf(' in ')
  const at = line.lastIndexOf(' at line ')
  const place = mark < 1 || at < mark ? undefined : readPlace(`x:${line.slice(at + 9)}`)
  return place === undefined ? undefined : placedCall({ ...place, file: line.slice(0, mark) }, line.slice(mark + 4, at))
}

function placedCall(place: Place, text: string): PlacedCall | undefined {
  const name = text.trim()
  const { file } = place
  if (name === '' || (name.includes(' ') && !name.startsWith('block '))) return undefined
  if (file.includes(' ') && !isPathOrUrl(file) && !file.startsWith('[')) return undefined
  const dot = file.lastIndexOf('.')
  if (!file.includes('/') && !file.includes('\\') && dot < 0) return undefined
  const engine = engines[file.slice(dot + 1)] ?? 'v8'
  const frame: FoundFrame = { ...place, function: name }
  if (engine === 'beam') frame.in_app = isOwnBeam(name, file)
  return { frame, engine }
}

/** OTP's files come without a folder; modules of the frameworks tell themselves by their names. */
function isOwnBeam(name: string, file: string): boolean {
  return file.includes('/') && !file.includes('deps/') && !beamModules.some((module) => name.startsWith(module))
}

const beamModules = ['Phoenix.', 'Plug.', 'Ecto.', 'DBConnection.', 'Enum.', 'Stream.', 'GenServer.', ':']
