import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { maskSecrets, secretRule } from './mask-secrets.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../conformance/scrub/${name}.json`, import.meta.url), 'utf8'))
const { texts } = read('cases') as { texts: [string, string][] }
const { secrets } = read('rule') as { secrets: { pattern: string; ignore_case: boolean; replacement: string }[] }

it('has the expressions that SDKs have', () => {
  const shared = secrets.map(({ pattern, ignore_case, replacement }) => [
    new RegExp(pattern, ignore_case ? 'gi' : 'g'),
    replacement,
  ])
  expect(secretRule).toEqual(shared)
})

// URLs are cleaned by SDKs alone.
it.each(texts.filter(([text]) => !text.includes('://')))('leaves of %j only %j', (text, clean) => {
  expect(maskSecrets(text)).toBe(clean)
})

it('changes nothing that is masked', () => {
  for (const [, clean] of texts) expect(maskSecrets(clean)).toBe(clean)
})
