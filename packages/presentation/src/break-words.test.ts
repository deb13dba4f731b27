import { afterEach, beforeEach, expect, it } from 'vitest'
import { breakWords } from './break-words.ts'
import { setTranslations } from './i18n.ts'
import { labels as german } from './labels/de.ts'
import { labels as mobile } from './labels/de-mobile.ts'

beforeEach(() => setTranslations('de'))
afterEach(() => setTranslations('en'))

const partsOf = (text: string) => breakWords(text).split('\u00ad')

it('lets every word of German labels break after at most 14 letters', () => {
  const texts = Object.values({ ...german, ...mobile }).map((text) => text.replace(/\{\{.*?\}\}/g, ' '))
  const long = texts.flatMap(partsOf).flatMap((part) => part.match(/\p{L}{15,}/gu) ?? [])
  expect(long).toEqual([])
})

it('changes nothing but where a word may break', () => {
  expect(partsOf('Benachrichtigungen')).toEqual(['Benach', 'richti', 'gungen'])
  expect(partsOf('2 Wiederherstellungscodes').join('')).toBe('2 Wiederherstellungscodes')
  expect(breakWords('Benutzer')).toBe('Benutzer')
})

it('leaves texts of other languages alone', () => {
  setTranslations('en')
  expect(breakWords('Benachrichtigungen')).toBe('Benachrichtigungen')
})
