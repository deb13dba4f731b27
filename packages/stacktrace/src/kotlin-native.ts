import type { FoundFrame } from './frame.ts'
import { isDigit, readLocation } from './location.ts'

/**
 * Parses what follows `at ` in a stack of Kotlin/Native:
 * `0   shop.kexe   0x0000000104a1 kfun:com.shop.Cart#pay(kotlin.Int){} + 85 (/src/Cart.kt:12:5)`.
 *
 * @example parseKotlinNative('0 shop.kexe 0x1 kfun:com.shop.Cart#pay(){} + 85 (/src/Cart.kt:12:5)') // { module: 'com.shop.Cart', function: 'pay', file: '/src/Cart.kt', line: 12, column: 5 }
 */
export function parseKotlinNative(call: string): FoundFrame | undefined {
  if (!isDigit(call.charCodeAt(0))) return undefined
  const address = call.indexOf(' 0x')
  const blank = address < 0 ? -1 : call.indexOf(' ', address + 1)
  if (blank < 0) return undefined
  let rest = call.slice(blank + 1).trim()
  const frame: FoundFrame = {}
  const open = rest.endsWith(')') ? rest.lastIndexOf(' (') : -1
  const location = open < 0 ? undefined : readLocation(rest.slice(open + 2, -1))
  if (location !== undefined) {
    if (location.file !== '<unknown>') Object.assign(frame, location)
    rest = rest.slice(0, open)
  }
  const plus = rest.lastIndexOf(' + ')
  const symbol = (plus < 0 ? rest : rest.slice(0, plus)).trim()
  if (symbol === '') return undefined
  if (!symbol.startsWith('kfun:')) {
    frame.function = symbol
    frame.in_app = false
    return frame
  }
  const end = symbol.indexOf('(')
  const called = symbol.slice(5, end < 0 ? undefined : end)
  // Private to a file.
  const name = called.endsWith('#internal') ? called.slice(0, -9) : called
  const mark = name.lastIndexOf('#')
  const dot = mark < 0 ? name.lastIndexOf('.') : mark
  if (dot > 0) frame.module = name.slice(0, dot)
  frame.function = name.slice(dot + 1)
  const owner = frame.module ?? ''
  frame.in_app = !(
    owner === 'kotlin' ||
    owner.startsWith('kotlin.') ||
    owner.startsWith('kotlinx.') ||
    owner.startsWith('androidx.') ||
    owner.startsWith('io.ktor.')
  )
  return frame
}
