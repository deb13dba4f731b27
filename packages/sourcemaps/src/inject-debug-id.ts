import { makeDebugId, readCodeIds, registeringLine } from './debug-id.ts'
import { insertLine, type SourceMapObject } from './source-map-text.ts'

/** A generated file and its map. */
export interface FilePair {
  /** Name of the file; its last part is a part of the id. */
  name: string
  code: string
  map: SourceMapObject
}

/** The pair with one debug id in all its places. */
export interface InjectedPair {
  debugId: string
  code: string
  map: SourceMapObject
  /** `adopted`: the id was there already, written by a bundler or another tool, but not everywhere. */
  change: 'injected' | 'adopted' | 'none'
}

/**
 * Gives a file and its map a debug id: a line that registers it when the file runs, a comment at the end, and both
 * spellings in the map. An id that is there already is kept. Hashbang and directives stay at the front. Calling it with
 * its result changes nothing.
 *
 * @example
 * const { code, map, debugId } = injectDebugId({ name: 'app.js', code, map: JSON.parse(mapText) })
 */
export function injectDebugId({ name, code, map }: FilePair): InjectedPair {
  const { registered, comment } = readCodeIds(code)
  const existing = registered ?? comment ?? (map.debugId ?? map.debug_id)?.toLowerCase()
  const debugId = existing ?? makeDebugId(name, code)
  const own = registered === undefined ? register({ name, code, map }, debugId) : { code, map }
  const marked = comment === debugId ? own.code : withComment(own.code, debugId)
  const hasIds = map.debugId === debugId && map.debug_id === debugId
  const whole = hasIds ? own.map : { ...own.map, debugId, debug_id: debugId }
  const isChanged = marked !== code || whole !== map
  return {
    debugId,
    code: marked,
    map: whole,
    change: isChanged ? (existing === undefined ? 'injected' : 'adopted') : 'none',
  }
}

/** Writes the registering line on a line of its own at the front, and shifts the map. */
function register({ code, map }: FilePair, debugId: string): { code: string; map: SourceMapObject } {
  // Encoded scopes have positions of their own, which nothing here can shift: there the line goes to the end.
  if (hasScopes(map)) return { code: beforeComments(code, registeringLine(debugId)), map }
  const { before, line } = front(code)
  const rest = code.slice(before.length)
  return {
    code: `${before}${directivesOf(rest)}${registeringLine(debugId)}\n${rest}`,
    map: insertLine(map, line),
  }
}

function hasScopes(map: SourceMapObject): boolean {
  return map.scopes !== undefined || (map.sections ?? []).some((section) => hasScopes(section.map))
}

/** The part that must stay first, and the number of its lines. */
function front(code: string): { before: string; line: number } {
  const mark = code.startsWith('\uFEFF') ? '\uFEFF' : ''
  const hashbang = /^#![^\n]*\n/.exec(code.slice(mark.length))?.[0]
  return hashbang === undefined ? { before: mark, line: 0 } : { before: mark + hashbang, line: 1 }
}

/** Directives hold only before the first statement, so they are repeated before the line. */
function directivesOf(code: string): string {
  let found = ''
  for (let at = skipSpace(code, 0); ; ) {
    directive.lastIndex = at
    const text = directive.exec(code)?.[0]
    if (text === undefined) return found
    found += `${text};`
    at = skipSpace(code, at + text.length)
    if (code[at] === ';') at = skipSpace(code, at + 1)
  }
}

const directive = /(["'])use [\w -]{1,60}\1/y
const blank = /\s*/y

/** Returns where white space and comments end that begin at a position. */
function skipSpace(code: string, from: number): number {
  for (let at = from; ; ) {
    blank.lastIndex = at
    blank.exec(code)
    at = blank.lastIndex
    const end = code.startsWith('//', at) ? '\n' : code.startsWith('/*', at) ? '*/' : undefined
    if (end === undefined) return at
    const index = code.indexOf(end, at + 2)
    if (index < 0) return code.length
    at = index + end.length
  }
}

const mapComment = /^[ \t]*\/\/[#@][ \t]*sourceMappingURL=/
const idComment = /^[ \t]*\/\/#[ \t]*debugId=/

/** Writes the comment with the id, as the proposal for debug ids has it: within the last lines. */
function withComment(code: string, debugId: string): string {
  const lines = code.trimEnd().split('\n')
  const last = lines.slice(-5).filter((line) => !idComment.test(line))
  return beforeComments([...lines.slice(0, -5), ...last, ''].join('\n'), `//# debugId=${debugId}`)
}

/** Inserts a line before the comment with the address of the map, or at the end. */
function beforeComments(code: string, line: string): string {
  const lines = code.trimEnd().split('\n')
  const isComment = mapComment.test(lines.at(-1) ?? '')
  const index = isComment ? lines.length - 1 : lines.length
  return `${[...lines.slice(0, index), line, ...lines.slice(index)].join('\n')}\n`
}
