import type { FoundFrame } from './frame.ts'
import { wholeNumber } from './location.ts'

/**
 * Parses a call of Clojure's data of an exception, `[[shop.cart$pay invokeStatic "cart.clj" 12]`.
 *
 * @example parseClojureData('[shop.cart$pay invokeStatic "cart.clj" 12]') // { module: 'shop.cart$pay', function: 'invokeStatic', file: 'cart.clj', line: 12 }
 */
export function parseClojureData(line: string): FoundFrame | undefined {
  const start = line.startsWith('[[') ? 2 : 1
  const end = line.indexOf(']', start)
  const [module = '', name = '', file = '', at = '', ...rest] = line.slice(start, end < 0 ? start : end).split(' ')
  const number = wholeNumber(at)
  if (number === undefined || rest.length > 0 || !/^"[^"]{1,300}"$/.test(file)) return undefined
  return { module, function: name, file: file.slice(1, -1), line: number }
}
