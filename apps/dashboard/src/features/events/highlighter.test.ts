import fc from 'fast-check'
import { expect, it } from 'vitest'
import { languageIn } from './highlight.ts'
import { highlight, type LanguageName } from './highlighter.ts'

const kindOf = async (language: LanguageName, source: string, text: string) =>
  (await highlight(source, language)).flat().find((token) => token.text.includes(text))?.kind

it.each<[LanguageName, string, string, string | undefined]>([
  ['typescript', 'const rule = rules.find(12)', 'const', 'keyword'],
  ['typescript', 'const rule = rules.find(12)', '12', 'number'],
  ['typescript', '// the cart is empty', 'cart', 'comment'],
  ['javascript', "throw new RangeError('code is empty')", 'code is empty', 'string'],
  ['javascript', 'function applyDiscount(cart) {', 'applyDiscount', 'fn'],
  ['php', '    return $this->stock->reserve($id, 3);', 'return', 'keyword'],
  ['python', 'class Catalog(Source):', 'Catalog', 'type'],
  ['dart', "final total = 'none';", 'none', 'string'],
])('%s: in «%s» %s is a %s', async (language, source, text, kind) => {
  expect(await kindOf(language, source, text)).toBe(kind)
})

it('keeps every character of a line', async () => {
  const source = fc.string({
    unit: fc.constantFrom('\n', '"', '`', '/', '*', '<', '$', '{', 'if ', 'x', '\t', '#', '\u202e'),
  })
  const language = fc.constantFrom<LanguageName>('typescript', 'php', 'python')
  await fc.assert(
    fc.asyncProperty(source, language, async (text, name) => {
      const lines = await highlight(text, name)
      expect(lines.map((tokens) => tokens.map((token) => token.text).join(''))).toEqual(text.split('\n'))
    }),
  )
})

it.each([
  ['/srv/shop/src/cart.ts', 'typescript'],
  ['https://shop.example.com/assets/cart.js?v=3', 'javascript'],
  ['app/Http/Kernel.PHP', 'php'],
  ['C:\\app\\Program.cs', 'csharp'],
  ['index.android.bundle', undefined],
  ['x.constructor', undefined],
  [undefined, undefined],
])('%s is %s', (file, language) => expect(languageIn(file)).toBe(language))
