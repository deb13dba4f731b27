import { setTranslations } from '@bugle/presentation/i18n'
import { afterEach, expect, it } from 'vitest'
import { fileSize } from './file-size.ts'

afterEach(() => setTranslations('en'))

it.each([
  [0, '0 bytes'],
  [674, '674 bytes'],
  [1674, '1.7 kB'],
  [812_345, '812 kB'],
  [5_240_000, '5.2 MB'],
  [57_000_000, '57 MB'],
])('formats %d bytes as %s', (bytes, text) => expect(fileSize(bytes)).toBe(text))

it('formats sizes in the language', () => {
  setTranslations('de')
  expect(fileSize(5_240_000)).toBe('5,2 MB')
})
