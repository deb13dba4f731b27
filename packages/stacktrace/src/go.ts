import type { FoundFrame } from './frame.ts'
import { isDigit, readLocation } from './location.ts'

/**
 * Parses a call of a Go traceback, which has two lines: `main.(*Cart).Pay(0xc000…)` and, after a tab,
 * `/srv/app/cart.go:12 +0x1d`. `created by …` is the location that started the goroutine.
 *
 * @example parseGo('main.(*Cart).Pay(0x1)', '/srv/cart.go:12 +0x1d') // { module: 'main', function: '(*Cart).Pay', file: '/srv/cart.go', line: 12 }
 */
export function parseGo(call: string, where: string): FoundFrame | undefined {
  if (call.includes('.go:')) return undefined
  const offset = where.lastIndexOf(' +0x')
  const location = readLocation(offset < 0 ? where : where.slice(0, offset))
  if (location === undefined || location.column !== undefined) return undefined
  if (offset < 0 && !isSource(location.file)) return undefined
  const frame: FoundFrame = location
  let name = call
  if (name.startsWith('created by ')) {
    const goroutine = name.lastIndexOf(' in goroutine ')
    name = name.slice(11, goroutine < 0 ? undefined : goroutine)
    frame.async = true
  } else if (name.endsWith(')')) {
    name = name.slice(0, name.lastIndexOf('('))
  }
  if (name === '' || name.includes(' ')) return undefined
  return withName(frame, name)
}

/**
 * Parses a location without its call, as gin prints it: `/srv/app/cart.go:12 (0x94b61d)`.
 *
 * @example parseGoLocation('/srv/cart.go:12 (0x94b6)') // { file: '/srv/cart.go', line: 12 }
 */
export function parseGoLocation(line: string): FoundFrame | undefined {
  const address = line.endsWith(')') ? line.lastIndexOf(' (0x') : line.length
  const location = address < 0 ? undefined : readLocation(line, 0, address)
  if (location === undefined || location.column !== undefined) return undefined
  return isSource(location.file) && !location.file.includes(' ') ? location : undefined
}

/**
 * Parses the first line of a call as Delve prints it: `3  0x0000000000c16509 in main.pay`. The place is in the next line, after
 * `at `.
 *
 * @example parseDelve('3  0x0000000000c16509 in main.pay') // { module: 'main', function: 'pay' }
 */
export function parseDelve(line: string): FoundFrame | undefined {
  const call = /^\d{1,4} {1,4}0x[0-9a-f]{6,16} in (\S{1,500})$/.exec(line)
  return call === null ? undefined : withName({}, call[1]!)
}

/** Whether a line may contain a location of Go, whose runtime has parts in assembly. */
export function hasGoFile(line: string): boolean {
  return /\.(?:go|s):/.test(line)
}

function isSource(file: string): boolean {
  return file.endsWith('.go') || file.endsWith('.s')
}

/** Adds module and function: the import path ends at the first dot after its last slash. */
function withName(frame: FoundFrame, name: string): FoundFrame | undefined {
  const generic = name.indexOf('[')
  const dot = name.indexOf('.', name.lastIndexOf('/', generic < 0 ? undefined : generic) + 1)
  if (dot > 0) {
    frame.module = name.slice(0, dot)
    frame.function = name.slice(dot + 1)
    return frame
  }
  if (name !== 'panic') return undefined
  frame.function = name
  return frame
}

/** `goroutine 12 [chan receive]:` starts the stack of another goroutine. */
export function isGoroutine(text: string): boolean {
  return text.startsWith('goroutine ') && isDigit(text.charCodeAt(10)) && text.endsWith(']:')
}
