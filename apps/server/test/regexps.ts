import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export interface Expression {
  /** `file:line`, for failure messages. */
  location: string
  pattern: RegExp
}

const root = new URL('../../../', import.meta.url)
/** Code that reads texts from outside. */
const folders = [
  'apps/server/src',
  'apps/cli/src',
  'packages/client-state/src',
  'packages/presentation/src',
  'packages/protocol/src',
  'packages/sentry-event/src',
  'packages/sourcemaps/src',
  'packages/stacktrace/src',
  'packages/symbols/src',
  'sdks/javascript/core/src',
]

/** Finds every regular expression literal in that code. */
export function findRegExps(): Expression[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file))
      .flatMap((file) => expressionsOf(`${folder}/${file}`)),
  )
}

function expressionsOf(file: string): Expression[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(fileURLToPath(new URL(file, root)), 'utf8'),
    ts.ScriptTarget.Latest,
  )
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const text = node.getText(source)
      const end = text.lastIndexOf('/')
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push({ location: `${file}:${line + 1}`, pattern: new RegExp(text.slice(1, end), text.slice(end + 1)) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/**
 * Generates texts that make an expression backtrack, from its own letters: each letter and pair repeated, and runs of
 * one letter after another, with and without an end that cannot match. Repeating a single unit never finds
 * `x.*y.*x.*y`.
 */
export function* hostileTexts({ source }: RegExp, length: number): Generator<string> {
  const letters = lettersOf(source)
  const ends = ['', '\u0000', '!', letters.at(-1)!]
  for (const one of letters) {
    for (const end of ends) yield one.repeat(length) + end
    for (const other of letters) {
      if (one === other) continue
      yield (one + other).repeat(length / 2)
      for (const runs of [2, 4, 6]) {
        const run = Math.floor(length / runs)
        const text = Array.from({ length: runs }, (_, index) => (index % 2 === 0 ? one : other).repeat(run)).join('')
        for (const end of ends) yield text + end
      }
    }
  }
  // The literal beginning of the expression before a run; otherwise an anchor ends the search at once.
  const head = /^\^?([\w ":/#'-]{1,20})/.exec(source)?.[1] ?? ''
  if (head !== '') for (const one of letters) for (const end of ends) yield head + one.repeat(length) + end
}

/** Returns the letters of the expression, and one for each character class in it. */
function lettersOf(source: string): string[] {
  const classes: [pattern: RegExp, letter: string][] = [
    [/\\w|\\p\{L\}|a-z|\.[*+{]|\[\^/, 'a'],
    [/\\w|A-Z/, 'A'],
    [/\\d|\\w|0-9|\\p\{N\}/, '1'],
    [/\\s/, ' '],
    [/\\s|\[\^/, '\n'],
    [/\\S|\.[*+{]|\[\^/, 'é'],
  ]
  const own = source
    .replaceAll(/\\[pP]\{\w+\}|\\u[0-9a-f]{4}|\\[a-zA-Z]|\(\?<?[:=!]|\{\d*,?\d*\}/g, '')
    .replaceAll(/[\\^$*+?()[\]{}|]/g, '')
  const punctuation = [...new Set(own)].filter((letter) => !/[a-zA-Z0-9]/.test(letter)).slice(0, 6)
  const found = new Set([
    ...classes.filter(([pattern]) => pattern.test(source)).map(([, letter]) => letter),
    ...punctuation,
  ])
  // Literal letters match only themselves: repeating two of them is enough.
  for (const letter of [...own].filter((one) => /[a-zA-Z]/.test(one)).slice(0, 2)) found.add(letter)
  return [...found, 'x'].slice(0, 10)
}

/**
 * Generates texts from what an expression's own parts match: each part repeated, each pair of them interleaved or in two
 * runs, after the first part, and with an end that cannot match. A string that never ends is found by the pair of its
 * quote and an escaped one.
 */
export function* interleavedTexts({ source }: RegExp, length: number): Generator<string> {
  const units = unitsOf(source)
  const opener = units[0]!
  for (const one of units)
    for (const other of units) {
      const pair = one === other ? one : one + other
      const text = repeated(pair, length)
      yield text
      yield `${text}\0`
      yield opener + text
      if (one !== other) yield `${repeated(one, length / 2)}${repeated(other, length / 2)}\0`
    }
}

function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length))
}

/** Returns short texts: one for each part of the expression between its groups and alternatives, and single characters. */
function unitsOf(source: string): string[] {
  const own = [
    ...new Set(source.replaceAll(/\\[pP]\{\w+\}|\\u[0-9a-f]{4}|\\[a-zA-Z]|\(\?<?[:=!]|\{\d*,?\d*\}/g, '')),
  ].filter((letter) => !/[a-zA-Z0-9\\^$*+?()[\]{}|]/.test(letter))
  // A wildcard stands for any character, above all for those that the expression treats apart.
  const parts = ['a', ...own.slice(0, 3)].flatMap((wildcard) => partsOf(source, [wildcard, ...own]))
  return [...new Set([...parts, ...own.slice(0, 5), 'a', '1', ' ', '\n'])].slice(0, 26)
}

/** @param letters characters to choose from for a class, the preferred one first */
function partsOf(source: string, letters: readonly string[]): string[] {
  const matchOf = (pattern: string) =>
    [...letters, 'a', 'A', '1', ' ', '\n', 'é'].find((letter) => new RegExp(`^${pattern}$`, 'u').test(letter)) ?? ''
  const tokens = source.matchAll(
    /(?<boundary>\((?:\?(?:<?[=!]|:|<\w+>))?|\)|\|)|(?<pattern>\\[pP]\{[\w=]+\}|\\[wWdDsS]|\.|\[(?:\\.|[^\]\\])*\])|(?<ignored>[*+?]\??|\{\d+,?\d*\}\??|\^|\$|\\[bB0-9]|\\k<\w+>)|(?<letter>\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\?[\s\S])/giu,
  )
  const parts = ['']
  for (const { groups } of tokens) {
    const { boundary, pattern, letter } = groups!
    if (boundary !== undefined) parts.push('')
    else if (pattern !== undefined) parts[parts.length - 1] += matchOf(pattern)
    else if (letter !== undefined) parts[parts.length - 1] += letterOf(letter)
  }
  return parts.filter((part) => part !== '')
}

function letterOf(written: string): string {
  const code = /^\\[ux]\{?([0-9a-f]+)\}?$/i.exec(written)?.[1]
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
  const control: Record<string, string> = {
    '\\n': '\n',
    '\\t': '\t',
    '\\r': '\r',
    '\\f': '\f',
    '\\v': '\v',
    '\\0': '\0',
  }
  return control[written] ?? written.slice(-1)
}
