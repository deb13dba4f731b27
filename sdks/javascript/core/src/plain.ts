import { cleanText, isSecretKey, scrubbed, toText } from './scrub.ts'

/** Limits for copying host data, so that hostile or huge values stay cheap. */
const maxDepth = 8
export const maxKeys = 100
/** Values copied, where 200 characters of text count as one: about a megabyte. */
const maxValues = 5000

/**
 * Copies host data as plain JSON and never throws. Circles, throwing getters, proxies, functions, and huge or deep
 * values are named instead of followed; values under names that look secret are left out.
 *
 * @param scrubKeys further names whose values are left out
 * @param values limit on copied values; 200 characters of text count as one
 * @param get reads a property of the copied object
 * @example toPlain({ a: 1n, password: 'x' }) // { a: '1n', password: '[scrubbed]' }
 */
export function toPlain(value: unknown, scrubKeys?: RegExp, values: number = maxValues, get?: typeof read): unknown {
  const above: object[] = []
  let left = values

  const copy = (given: unknown, depth: number): unknown => {
    left -= 1
    if (typeof given === 'string') {
      left -= given.length / 200
      return left < 0 ? '[…]' : cleanText(given)
    }
    if (isScalar(given)) return given
    if (typeof given === 'bigint') return `${given}n`
    if (typeof given !== 'object') return typeof given === 'function' ? '[function]' : toText(given)
    if (above.includes(given)) return '[circular]'
    if (depth >= maxDepth || left < 0) return '[…]'
    above.push(given)
    const copied = copyObject(given, depth)
    above.pop()
    return copied
  }

  const copyObject = (given: object, depth: number): unknown => {
    try {
      if (given instanceof Date) return given.toISOString()
      if (ArrayBuffer.isView(given)) return `[${given.byteLength} bytes]`
      if (isError(given)) return cleanText(errorText(given))
      if (Array.isArray(given)) return given.slice(0, maxKeys).map((entry) => copy(entry, depth + 1))
      if (given instanceof Set) return copy(firstOf(given), depth)
      if (given instanceof Map) return copy(Object.fromEntries(firstOf(given)), depth)
      return copyEntries(given as Record<string, unknown>, depth)
    } catch {
      return '[unreadable]'
    }
  }

  const copyEntries = (given: Record<string, unknown>, depth: number): object =>
    // From entries, because assigning `__proto__` would set the prototype.
    Object.fromEntries(
      Object.keys(given)
        .slice(0, maxKeys)
        .map((name) => {
          const key = toText(name, 200)
          if (isSecretKey(key, scrubKeys)) return [key, scrubbed]
          try {
            return [key, copy(get ? get(given, name) : given[name], depth + 1)]
          } catch {
            return [key, '[unreadable]']
          }
        }),
    )

  return copy(value, 0)
}

/** Whether a value is JSON's number, boolean or null. */
export function isScalar(value: unknown): value is number | boolean | null {
  return value === null || typeof value === 'boolean' || Number.isFinite(value)
}

/** Takes the first entries without listing all: there may be millions. */
function firstOf<T>(given: Iterable<T>): T[] {
  const first: T[] = []
  for (const one of given) if (first.push(one) >= maxKeys) break
  return first
}

/** Runs `toPlain` on a value that must be an object. */
export function toPlainObject(value: unknown, scrubKeys?: RegExp, values?: number): Record<string, unknown> {
  const plain = toPlain(value, scrubKeys, values)
  return typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? (plain as Record<string, unknown>) : {}
}

/** Reads a property of anything; undefined if it is missing or its getter throws. */
export function read(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

/** Reads an own data property. Getters of foreign objects may load, count or throw. */
export function readOwn(value: unknown, key: string): unknown {
  try {
    const { get, value: own } = Object.getOwnPropertyDescriptor(value, key) ?? {}
    return get ? '[getter]' : own
  } catch {
    return undefined
  }
}

/** Parses a number of at least zero, also from an attribute's text; else returns the other. */
export function numberOr(value: unknown, otherwise: number): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return number >= 0 ? number : otherwise
}

/** Copies the given fields, except undefined ones. */
export function assignKnown<T, K extends keyof T>(
  target: T,
  source: { [P in K]?: T[P] | undefined },
  fields: K[],
): void {
  for (const field of fields) {
    const value = read(source, field as string)
    if (value) target[field] = value as T[K]
  }
}

/** Lists the first hundred own property names of anything; none if they cannot be read. */
export function keysOf(value: unknown, max: number = maxKeys): string[] {
  try {
    return Object.keys(value as object).slice(0, max)
  } catch {
    return []
  }
}

/** Whether a value is an error, including one of another realm (an iframe, a vm context). */
export function isError(value: unknown): boolean {
  try {
    return value instanceof Error || / (Error|DOMException)]/.test({}.toString.call(value))
  } catch {
    return false
  }
}

/** Whether a value is an error or looks like one: cloned through a worker's channel, or a library's own type. */
export function isErrorLike(value: unknown): boolean {
  return isError(value) || (typeof read(value, 'message') === 'string' && typeof read(value, 'name') === 'string')
}

/**
 * Returns the first twenty entries of an array; none if it is no array or cannot be read: a proxy may throw or be
 * revoked.
 */
export function listOf(value: unknown): unknown[] {
  try {
    return Array.isArray(value) ? value.slice(0, 20) : []
  } catch {
    return []
  }
}

/** Returns `Type: message` of an error. */
export function errorText(error: unknown): string {
  return `${toText(read(error, 'name'))}: ${toText(read(error, 'message'))}`
}
