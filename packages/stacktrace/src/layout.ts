import type { Engine, FoundFrame } from './frame.ts'
import { isDigit, isLetter, isPathOrUrl, readPlace } from './place.ts'
import { parseSpiderMonkey } from './spidermonkey.ts'

/**
 * Parses a call as Firefox's console copies it: `pay https://shop.example/cart.js:12`, `promise callback*pay cart.js:3`.
 *
 * @example parseFirefoxConsole('pay https://shop.example/cart.js:12') // { function: 'pay', file: 'https://shop.example/cart.js', line: 12 }
 */
export function parseFirefoxConsole(line: string): FoundFrame | undefined {
  if (!isDigit(line.charCodeAt(line.length - 1)) || line.includes('@')) return undefined
  const maker = line.indexOf(' line ')
  const blank = line.lastIndexOf(' ', maker > 0 && line.includes(' > ', maker) ? maker - 1 : undefined)
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

/** `promise callback*`, `setTimeout handler*`, `async*`: letters and blanks. */
function isAsyncMark(line: string, star: number): boolean {
  for (let index = 0; index < star; index++) {
    const code = line.charCodeAt(index)
    if (!isLetter(code) && code !== 32 && code !== 45) return false
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

const engines: Record<string, Engine> = { rb: 'ruby', py: 'python', php: 'php' }

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
  for (const arrow of arrows) {
    const mark = line.indexOf(arrow)
    const place = mark < 1 ? undefined : readPlace(line, 0, mark)
    if (place === undefined || (place.file.includes(' ') && !isPathOrUrl(place.file))) continue
    const name = line.slice(mark + arrow.length).trim()
    const ending = place.file.slice(place.file.lastIndexOf('.') + 1)
    if (name === '' || (name.includes(' ') && !name.startsWith('block '))) return undefined
    if (!place.file.includes('/') && !place.file.includes('\\') && !place.file.includes('.')) return undefined
    return { frame: { ...place, function: name }, engine: engines[ending] ?? 'v8' }
  }
  return undefined
}

const arrows = [' → ', ' -> ', ' - ']
