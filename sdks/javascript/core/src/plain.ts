import { cleanText, isSecretKey, scrubbed, toText } from './scrub.ts'

/** Bounds of what is copied out of the host's data: hostile or huge values cost no more than this. */
const maxDepth = 8
export const maxKeys = 100
/** Values, of which 200 characters of text count as one: about a megabyte. */
const maxValues = 5000

/**
 * Host data as plain JSON that can never throw: circles, getters that throw, proxies, functions, huge and deep values
 * are named instead of followed; values of names that look secret are left out.
 *
 * @param scrubKeys more names whose values are left out
 * @param values after so many the rest is named, too; 200 characters of text count as one
 * @param get reads a property of what is copied
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
    // From entries, not by assignment: `__proto__` is a name like any other.
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

/** What is neither a text nor written as one. */
export function isScalar(value: unknown): value is number | boolean | null {
  return value === null || typeof value === 'boolean' || Number.isFinite(value)
}

/** Not a list of all of them: there may be millions. */
function firstOf<T>(given: Iterable<T>): T[] {
  const first: T[] = []
  for (const one of given) if (first.push(one) >= maxKeys) break
  return first
}

/** `toPlain` for what must be an object. */
export function toPlainObject(value: unknown, scrubKeys?: RegExp, values?: number): Record<string, unknown> {
  const plain = toPlain(value, scrubKeys, values)
  return typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? (plain as Record<string, unknown>) : {}
}

/** A property of anything; undefined when it is not there or its getter throws. */
export function read(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

/** `read` for what belongs to others: own values alone. A getter may load, count or throw. */
export function readOwn(value: unknown, key: string): unknown {
  try {
    const { get, value: own } = Object.getOwnPropertyDescriptor(value, key) ?? {}
    return get ? '[getter]' : own
  } catch {
    return undefined
  }
}

/** A number that is not below zero, also as an attribute of a page writes it; else the other. */
export function numberOr(value: unknown, otherwise: number): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return number >= 0 ? number : otherwise
}

/** Takes over these fields, as far as there is something in them. */
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

/** Names of the own properties of anything, the first hundred; none when they cannot be read. */
export function keysOf(value: unknown, most: number = maxKeys): string[] {
  try {
    return Object.keys(value as object).slice(0, most)
  } catch {
    return []
  }
}

/** Whether it is an error, also one of another realm (an iframe, a vm context). */
export function isError(value: unknown): boolean {
  try {
    return value instanceof Error || / (Error|DOMException)]/.test({}.toString.call(value))
  } catch {
    return false
  }
}

/** An error, or what looks like one: cloned over a worker's channel, made by a library of its own. */
export function isErrorLike(value: unknown): boolean {
  return isError(value) || (typeof read(value, 'message') === 'string' && typeof read(value, 'name') === 'string')
}

/** The first twenty entries of a list; none when it is none, or cannot be read: a proxy may throw, or be revoked. */
export function listOf(value: unknown): unknown[] {
  try {
    return Array.isArray(value) ? value.slice(0, 20) : []
  } catch {
    return []
  }
}

/** `Type: message` of an error. */
export function errorText(error: unknown): string {
  return `${toText(read(error, 'name'))}: ${toText(read(error, 'message'))}`
}
