import type { FoundFrame } from './frame.ts'

/**
 * Reads a frame sent as an object. Known fields of the right type are taken, under the names that various SDKs use;
 * everything else is ignored.
 *
 * @example parseFrameObject({ method: 'pay', file: 'a.js', lineNumber: 3 }) // { function: 'pay', file: 'a.js', line: 3 }
 */
export function parseFrameObject(entry: unknown): FoundFrame | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const given = entry as Record<string, unknown>
  const frame: FoundFrame = {}
  const name = text(given.function) ?? text(given.method) ?? text(given.methodName) ?? text(given.functionName)
  const module = text(given.module) ?? text(given.class) ?? text(given.className)
  const file =
    text(given.file) ?? text(given.filename) ?? text(given.fileName) ?? text(given.abs_path) ?? text(given.url)
  const line = position(given.line) ?? position(given.lineno) ?? position(given.lineNumber)
  const column = position(given.column) ?? position(given.colno) ?? position(given.columnNumber) ?? position(given.col)
  if (name !== undefined) frame.function = name
  if (module !== undefined) frame.module = module
  if (file !== undefined) frame.file = file
  if (line !== undefined) frame.line = line
  if (column !== undefined) frame.column = column
  if (name === undefined && file === undefined) return undefined
  if (given.native === true) frame.native = true
  if (given.async === true) frame.async = true
  if (given.eval === true) frame.eval = true
  const own = given.in_app ?? given.inApp
  if (typeof own === 'boolean') frame.in_app = own
  return frame
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function position(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}
