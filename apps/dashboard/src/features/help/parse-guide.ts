/** A part of a page of `docs/`. */
export type GuideBlock =
  | { kind: 'title' | 'text'; spans: GuideSpan[] }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: GuideSpan[][] }
  | { kind: 'code'; text: string }

export type GuideSpan = { kind: 'plain' | 'code'; text: string }

/**
 * Parses the Markdown that our guides use: headings, paragraphs, lists, code blocks, and code within text.
 *
 * @example parseGuide('# Title\n\nRun `npm start`.')
 */
export function parseGuide(markdown: string): GuideBlock[] {
  return [...markdown.matchAll(/^```\w*\n(.*?)\n```$|^((?!```)\S.*?)$(?=\n\n|\n*(?![\s\S]))/gms)].flatMap(
    ([, code, text]) => (code === undefined ? blocksOf(text!) : [{ kind: 'code' as const, text: code }]),
  )
}

function blocksOf(text: string): GuideBlock[] {
  if (text.startsWith('# ')) return [{ kind: 'title', spans: spansOf(text.slice(2)) }]
  if (text.startsWith('## ')) return [{ kind: 'heading', text: text.slice(3) }]
  if (!text.startsWith('- ')) return [{ kind: 'text', spans: spansOf(text) }]
  return [{ kind: 'list', items: text.slice(2).split(/\n- /).map(spansOf) }]
}

function spansOf(text: string): GuideSpan[] {
  const parts = text.replaceAll(/\s*\n\s*/g, ' ').split(/`([^`]+)`/)
  return parts.flatMap((part, index) => (part === '' ? [] : [{ kind: index % 2 === 1 ? 'code' : 'plain', text: part }]))
}
