import { useEffect, useState } from 'react'
import type { LanguageName, Token } from './highlighter.ts'

const languageOf: Record<string, LanguageName> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescript',
  vue: 'typescript',
  svelte: 'typescript',
  php: 'php',
  py: 'python',
  rb: 'ruby',
  go: 'go',
  java: 'java',
  kt: 'kotlin',
  cs: 'csharp',
  dart: 'dart',
  swift: 'swift',
  rs: 'rust',
  ex: 'elixir',
  exs: 'elixir',
}

/** The language of a file, by its name: a query behind it, as URLs have one, does not count. */
export function languageIn(file: string | undefined): LanguageName | undefined {
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(file ?? '')?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(languageOf, ending) ? languageOf[ending] : undefined
}

/** Lines of source as tokens: plain text at once, colored when the highlighter has come. `isWanted` lets it come. */
export function useHighlighted(lines: string[], file: string | undefined, isWanted: boolean): Token[][] {
  const source = lines.join('\n')
  const language = languageIn(file)
  const [colored, setColored] = useState<{ source: string; tokens: Token[][] }>()
  useEffect(() => {
    if (!isWanted || language === undefined) return
    let isCurrent = true
    void import('./highlighter.ts')
      .then(({ highlight }) => highlight(source, language))
      .then((tokens) => isCurrent && setColored({ source, tokens }))
      // Without it code is text, as it was.
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [source, language, isWanted])
  return colored?.source === source ? colored.tokens : lines.map((text) => [{ text }])
}
