import { expect, it } from 'vitest'
import {
  codeLine,
  cutMiddle,
  formatAge,
  formatRecentTime,
  formatShare,
  manyLines,
  oneLine,
  shortCount,
  titleOf,
  typeName,
  typeParts,
} from './format.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()

it.each([
  [0, '0 s'],
  [12_000, '12 s'],
  [59_999, '59 s'],
  [4 * 60_000, '4 min'],
  [3 * 3_600_000, '3 h'],
  [6 * 86_400_000, '6 d'],
  [95 * 86_400_000, '3 mo'],
  [800 * 86_400_000, '2 y'],
  [-5000, '0 s'],
])('%i ms ago is %s', (milliseconds, text) => expect(formatAge(before(milliseconds), now)).toBe(text))

it.each([
  [3_600_000, /^\d\d:\d\d$/],
  [86_400_000, /^20 Nov 2026, \d\d:\d\d$/],
])('a time %i ms ago is written like %s', (milliseconds, text) =>
  expect(formatRecentTime(before(milliseconds), now)).toMatch(text),
)

it.each([
  [0, '0'],
  [9999, '9,999'],
  [11_800, '11.8K'],
  [1_234_567, '1.23M'],
])('%i is shortened to %s', (count, text) => expect(shortCount(count)).toBe(text))

it.each([
  [0, 0, '0 %'],
  [1, 1000, '< 1 %'],
  [999, 1000, '99 %'],
  [7, 7, '100 %'],
])('%i of %i is %s', (part, whole, text) => expect(formatShare(part, whole)).toBe(text))

it('keeps the file of a long path', () => {
  expect(cutMiddle('src/cart.ts', 20)).toBe('src/cart.ts')
  expect(cutMiddle('app/Domains/Orders/Repositories/OrderRepository.php', 30)).toBe('app/Domai…/OrderRepository.php')
  expect(cutMiddle('a'.repeat(50), 10)).toHaveLength(10)
})

it('shows line breaks and control characters in single-line text', () => {
  expect(oneLine('one\r\n  two')).toBe('one ↵ two')
  expect(oneLine('a\u0000b\u001bc')).toBe('a␀b␛c')
})

it('shows direction marks and zero-width characters in single-line text', () => {
  expect(oneLine('Error\u202Egnp.exe')).toBe('Error⟨U+202E⟩gnp.exe')
  expect(oneLine('a\u200Bb\u2066c\uFEFF')).toBe('a⟨U+200B⟩b⟨U+2066⟩c⟨U+FEFF⟩')
  expect(oneLine('pay\u200Dpal')).toBe('pay⟨U+200D⟩pal')
  // An emoji composed of two, and a Persian word.
  expect(oneLine('👩‍💻 می‌خواهم')).toBe('👩‍💻 می‌خواهم')
})

it('keeps the lines of a text', () => {
  expect(manyLines('one\r\n  two\u202E\n\0')).toBe('one\n  two⟨U+202E⟩\n␀')
})

it('always names an issue', () => {
  expect(typeName(' \t')).toBe('(no type)')
  expect(titleOf({ type: ' ', message: ' ' })).toBe('(no type)')
  expect(titleOf({ type: 'TypeError', message: 'x is\nnull' })).toBe('TypeError: x is ↵ null')
})

it('keeps the indentation of a source line, and shows direction marks', () => {
  expect(codeLine('\t  return 1')).toBe('\t  return 1')
  expect(codeLine('if (isAdmin\u202e // \r\n')).toBe('if (isAdmin⟨U+202E⟩ // ␍␊')
})

it('keeps the own name of a long qualified type, which tells it apart', () => {
  const php = 'Symfony\\Component\\HttpKernel\\Exception\\NotFoundHttpException'
  expect(typeParts(php)).toEqual(['Symfony\\Component\\HttpKernel\\Exception\\', 'NotFoundHttpException'])
  const java = 'org.springframework.web.client.HttpServerErrorException'
  expect(typeParts(java)).toEqual(['org.springframework.web.client.', 'HttpServerErrorException'])
  expect(typeParts('std::runtime_error')).toEqual(['', 'std::runtime_error'])
  expect(typeParts('An error of more than thirty letters.')).toEqual(['', 'An error of more than thirty letters.'])
})

it('shows a message without an exception alone', () => {
  expect(titleOf({ type: 'Message', message: 'Stock is low' })).toBe('Stock is low')
  expect(titleOf({ type: 'Message', message: '' })).toBe('Message')
})
