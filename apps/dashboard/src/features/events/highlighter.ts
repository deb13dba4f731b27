import { createLowlight, type LanguageFn } from 'lowlight'

/** Kinds of highlighted tokens; undefined stands for anything else. */
export type TokenKind = 'keyword' | 'string' | 'number' | 'comment' | 'fn' | 'type'

export interface Token {
  text: string
  kind?: TokenKind | undefined
}

/** Each grammar is loaded when a file of its language is shown. */
const grammars = {
  javascript: () => import('highlight.js/lib/languages/javascript'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  dart: () => import('highlight.js/lib/languages/dart'),
  swift: () => import('highlight.js/lib/languages/swift'),
  rust: () => import('highlight.js/lib/languages/rust'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
} satisfies Record<string, () => Promise<{ default: LanguageFn }>>

export type LanguageName = keyof typeof grammars

/** Token kinds of highlight.js scopes (https://highlightjs.readthedocs.io/en/latest/css-classes-reference.html). */
const kinds: Record<string, TokenKind> = {
  keyword: 'keyword',
  literal: 'number',
  number: 'number',
  string: 'string',
  regexp: 'string',
  symbol: 'string',
  char: 'string',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  title: 'fn',
  meta: 'fn',
  type: 'type',
  built_in: 'type',
}

const lowlight = createLowlight()

/**
 * Tokenizes an excerpt of a file, line by line. It makes no HTML: tokens become text of the page.
 *
 * @example await highlight('return 1', 'javascript') // [[{ text: 'return', kind: 'keyword' }, { text: ' ' }, …]]
 */
export async function highlight(source: string, language: LanguageName): Promise<Token[][]> {
  if (!lowlight.registered(language)) lowlight.register(language, (await grammars[language]()).default)
  const lines: Token[][] = [[]]
  for (const { text, kind } of tokensOf(lowlight.highlight(language, source).children)) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)!.push({ text: part, kind })
    }
  }
  return lines
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

function* tokensOf(nodes: Node[], around?: TokenKind): Generator<Token> {
  for (const node of nodes) {
    if (node.type === 'text') yield { text: node.value, kind: around }
    else if (node.type === 'element')
      yield* tokensOf(node.children as Node[], kindOf(node.properties.className) ?? around)
  }
}

/**
 * Maps a class name to a kind: `hljs-title class_` is a type, `hljs-variable language_` such as `this` a keyword, and
 * `hljs-subst` plain code within a string.
 */
function kindOf(className: unknown): TokenKind | undefined {
  const [scope, detail] = Array.isArray(className) ? (className as string[]) : []
  if (detail === 'class_' || detail === 'inherited__') return 'type'
  if (detail === 'language_') return 'keyword'
  return scope === undefined ? undefined : kinds[scope.replace('hljs-', '')]
}
