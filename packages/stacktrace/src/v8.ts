import type { Frame } from './frame.ts'
import { isInApp } from './in-app.ts'

/**
 * Parses one line of a V8 stack (Node, Chromium, Electron, Edge), or returns undefined for any other line.
 * The forms are those of V8's stack trace API: `at f (file:1:2)`, `at file:1:2`, `at async f (…)`,
 * `at new C (…)`, `at f [as g] (…)`, `at eval (eval at f (file:1:2), <anonymous>:3:4)`, `at Array.map (<anonymous>)`,
 * `at Promise.all (index 0)`, `at native`. No expression is used that could backtrack: each step looks for one character.
 *
 * @example parseV8Line('    at pay (/srv/app/cart.js:10:5)') // { function: 'pay', file: '/srv/app/cart.js', line: 10, … }
 */
export function parseV8Line(line: string): Frame | undefined {
  const start = skipSpaces(line)
  if (!line.startsWith('at ', start)) return undefined
  let rest = line.slice(start + 3).trimEnd()
  let isAsync = false
  if (rest.startsWith('async ')) {
    isAsync = true
    rest = rest.slice(6)
  }
  const { name, location } = splitLocation(rest)
  if (name === undefined && location === undefined) return undefined
  const frame = location === undefined ? { in_app: false } : parseLocation(location)
  if (name !== undefined && name !== '<anonymous>' && name !== '') frame.function = name
  if (isAsync) frame.async = true
  if (frame.file === undefined) frame.raw = line.trim()
  frame.in_app = isInApp(frame)
  return frame
}

function skipSpaces(line: string): number {
  let index = 0
  while (index < line.length && (line[index] === ' ' || line[index] === '\t')) index++
  return index
}

/** `f (loc)` → both; `loc` alone → location. A path may hold parentheses, so the opening one is ` (` closest to the name. */
function splitLocation(rest: string): { name?: string; location?: string } {
  if (rest.endsWith(')')) {
    const open = rest.indexOf(' (')
    if (open > 0) return { name: rest.slice(0, open), location: rest.slice(open + 2, -1) }
  }
  if (rest === 'native' || rest === '<anonymous>') return { location: rest }
  return hasPosition(rest) ? { location: rest } : {}
}

function parseLocation(location: string): Frame {
  if (location === 'native' || location.startsWith('native ')) return { in_app: false, native: true }
  if (location === '<anonymous>' || location.startsWith('index ')) return { in_app: false, native: true }
  if (location.startsWith('eval at ')) return { ...parseEval(location), eval: true }
  const last = location.lastIndexOf(':')
  const tail = positionAt(location, last)
  if (tail === undefined) return { in_app: false, file: location }
  const before = location.lastIndexOf(':', last - 1)
  const head = before > 0 ? positionAt(location.slice(0, last), before) : undefined
  if (head === undefined) return { in_app: false, file: location.slice(0, last), line: tail }
  return { in_app: false, file: location.slice(0, before), line: head, column: tail }
}

/** `eval at f (file:1:2), <anonymous>:3:4`: the file that called eval is what a reader can open. */
function parseEval(location: string): Frame {
  const open = location.lastIndexOf('(')
  const close = location.indexOf(')', open)
  if (open < 0 || close < 0) return { in_app: false }
  return parseLocation(location.slice(open + 1, close))
}

function hasPosition(text: string): boolean {
  return positionAt(text, text.lastIndexOf(':')) !== undefined
}

function positionAt(text: string, colon: number): number | undefined {
  if (colon < 1 || colon === text.length - 1 || text.length - colon > 11) return undefined
  let value = 0
  for (let index = colon + 1; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 48
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return value
}
