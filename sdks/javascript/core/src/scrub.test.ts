import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cleanCode, cleanText, cleanUrl, isSecretKey, rule, toText } from './scrub.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../conformance/scrub/${name}.json`, import.meta.url), 'utf8'))
const { urls, texts, secret, plain } = read('cases') as {
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

it('has the expressions that all SDKs and the server share', () => {
  interface Expression {
    pattern: string
    ignore_case: boolean
    replacement: string
  }
  const shared = Object.entries(read('rule') as Record<string, Expression[]>).map(([name, list]) => [
    name,
    list.map(({ pattern, ignore_case, replacement }) => [new RegExp(pattern, ignore_case ? 'gi' : 'g'), replacement]),
  ])
  expect(Object.entries(rule)).toEqual(shared)
})

it('leaves code as it is, except for keys', () => {
  const line = "const user = { password: input.value, token: 'x' }"
  expect(cleanCode(line)).toBe(line)
  expect(cleanCode("pay('sk_live_hidden4eC39HqLyjWDarjt')")).toBe("pay('[scrubbed]')")
})

it('names long lists instead of writing them out', () => {
  const sparse: unknown[] = []
  sparse.length = 4e9
  expect([sparse, new Uint8Array(1e8), [[sparse, 1], 2]].map((one) => toText(one))).toEqual([
    '[4000000000 entries]',
    '[100000000 entries]',
    '[4000000000 entries],1,2',
  ])
  const circle: unknown[] = []
  circle.push(circle)
  expect(toText(circle)).toBe('[unreadable]')
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
