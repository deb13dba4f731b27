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
  kts: 'kotlin',
  cs: 'csharp',
  dart: 'dart',
  swift: 'swift',
  rs: 'rust',
  ex: 'elixir',
  exs: 'elixir',
}

/** Detects the language of a file by its extension, ignoring a query as URLs have one. */
export function languageIn(file: string | undefined): LanguageName | undefined {
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(file ?? '')?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(languageOf, ending) ? languageOf[ending] : undefined
}

/**
 * Tokenizes lines of source: plain text at once, colored when the highlighter has loaded. `isWanted` starts loading it.
 */
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
      // Without the highlighter, code stays plain text.
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [source, language, isWanted])
  return colored?.source === source ? colored.tokens : lines.map((text) => [{ text }])
}
