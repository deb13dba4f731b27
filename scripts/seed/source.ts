/** A line of source that ran, with those around it. */
export interface Snippet {
  before: string[]
  hit: string
  after: string[]
}

/** Snippets by file and line. */
export type Snippets = Record<string, Snippet>

const mark = '>'

/** Parses source snippets in which `>` marks the line that ran. */
export function snippets(texts: Record<string, string>): Snippets {
  return Object.fromEntries(Object.entries(texts).map(([location, text]) => [location, toSnippet(location, text)]))
}

function toSnippet(location: string, text: string): Snippet {
  const lines = text.replace(/^\n/, '').split('\n')
  const at = lines.findIndex((line) => line.startsWith(mark))
  if (at === -1) throw new Error(`No line of ${location} is marked.`)
  return {
    before: lines.slice(Math.max(0, at - 5), at),
    hit: lines[at]!.replace(mark, ' '),
    after: lines.slice(at + 1, at + 6),
  }
}
