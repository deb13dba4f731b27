import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Loader, transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { listPages } from './pages.ts'

// Code of the documentation can at least be read by its language. Tests of the parts that a page is about run it, too: e2e/operator,
// e2e/sdks, e2e/bundler, e2e/cli.

const root = fileURLToPath(new URL('../../', import.meta.url))
const loaders: Record<string, Loader> = { js: 'jsx', mjs: 'js', ts: 'ts', tsx: 'tsx', jsx: 'jsx', css: 'css' }
/** Languages whose blocks are texts, or are read by no program that every developer has. */
const unread = [
  '',
  'text',
  'ini',
  'html',
  'php',
  'dart',
  'sql',
  'yaml',
  'kotlin',
  'groovy',
  'caddyfile',
  'nginx',
  'xml',
  'diff',
  'dotenv',
  'svelte',
  'vue',
  'astro',
]

interface Block {
  place: string
  language: string
  code: string
}

const blocks = listPages(root).flatMap(({ source }): Block[] => {
  const text = readFileSync(join(root, source), 'utf8')
  return [...text.matchAll(/^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^ *```$/gm)].map((found) => ({
    place: `${source}:${text.slice(0, found.index).split('\n').length}`,
    language: found[2]!,
    code: found[3]!,
  }))
})
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))

describe('code of the documentation', () => {
  it('names its language, which is one of these', () => {
    const known = [...unread, ...Object.keys(loaders), 'json', 'sh']
    expect(
      blocks.filter(({ language }) => !known.includes(language)).map(({ place, language }) => [place, language]),
    ).toEqual([])
  })

  it('is JSON where it says so', () => {
    const wrong = of('json').filter(({ code }) => {
      try {
        // Some show a single field.
        JSON.parse(code.startsWith('"') ? `{${code}}` : code)
        return false
      } catch {
        return true
      }
    })
    expect(wrong.map(({ place, code }) => [place, code])).toEqual([])
  })

  it('is read by a shell where it is for one', () => {
    const wrong = of('sh').flatMap(({ place, code }) => {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })
      return status === 0 ? [] : [`${place}: ${stderr}`]
    })
    expect(wrong).toEqual([])
  })

  it('is JavaScript, TypeScript or CSS where it says so', () => {
    // Those of docs/api are signatures, made from sources that the compiler has read.
    const written = of(...Object.keys(loaders)).filter(({ place }) => !place.startsWith('docs/api/'))
    const wrong = written.flatMap(({ place, language, code }) => {
      try {
        // Dots stand for what is left out.
        transformSync(code.replaceAll(/(?<=\{ )…(?=,)/g, '...rest'), { loader: loaders[language]!, logLevel: 'silent' })
        return []
      } catch (error) {
        return [`${place}: ${(error as Error).message}`]
      }
    })
    expect(wrong).toEqual([])
  })
})
