import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cleanText, cleanUrl, isSecretKey } from './scrub.ts'

const file = new URL('../../../../conformance/scrub/cases.json', import.meta.url)
const { urls, texts, secret, plain } = JSON.parse(readFileSync(file, 'utf8')) as {
  urls: [string, string][]
  texts: [string, string][]
  secret: string[]
  plain: string[]
}

it.each(urls)('leaves of the URL %s only %s', (url, clean) => {
  expect(cleanUrl(url)).toBe(clean)
})

it.each(texts)('leaves of the text %j only %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

it.each(secret)('takes %s for a secret', (key) => {
  expect(isSecretKey(key)).toBe(true)
})

it.each(plain)('keeps %s, unless scrubKeys matches it', (key) => {
  expect(isSecretKey(key)).toBe(false)
  const more = new RegExp(key, 'g')
  // Twice: a /g expression keeps its last index.
  expect([isSecretKey(key, more), isSecretKey(key, more)]).toEqual([true, true])
})
