import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { setLanguage, t } from './i18n.ts'
import { labels as german } from './labels/de.ts'
import { labels as english } from './labels/en.ts'

const source = new URL('../', import.meta.url)
/** Texts that are looked up by a variable. */
const byVariable = ['y', 'mo', 'd', 'h', 'min', 's']

/** Every text of the dashboard, as it is written in `t('…')`. */
function sentences(): Set<string> {
  const found = new Set(byVariable)
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.|^lib\/labels\//.test(file)) continue
    const text = readFileSync(new URL(file, source), 'utf8')
    for (const [, single, double] of text.matchAll(/\bt\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)")/g))
      found.add((single ?? double!).replaceAll("\\'", "'"))
  }
  return found
}

const counts = (sentence: string) => /\{\{count\b/.test(sentence)
const slots = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

afterEach(() => setLanguage('en'))

it('has every sentence in German, with singular and plural, and no obsolete ones', () => {
  const wanted = [...sentences()].flatMap((one) => (counts(one) ? [`${one}_one`, `${one}_other`] : [one]))
  expect(wanted.length).toBeGreaterThan(500)
  expect(Object.keys(german).sort()).toEqual(wanted.sort())
})

it('has English singulars only for existing sentences', () => {
  const known = sentences()
  for (const key of Object.keys(english)) expect(known).toContain(key.replace(/_one$/, ''))
})

it('gives a translation the same slots as its sentence', () => {
  for (const [key, text] of Object.entries({ ...german, ...english }))
    expect({ key, slots: slots(text) }).toEqual({ key, slots: slots(key) })
})

it('counts in the singular, plural and number format of the language', async () => {
  expect(t('{{count, number}} events', { count: 1 })).toBe('1 event')
  expect(t('{{count, number}} events', { count: 1200 })).toBe('1,200 events')
  await setLanguage('de')
  expect(t('{{count, number}} events', { count: 1 })).toBe('1 Ereignis')
  expect(t('{{count, number}} events', { count: 1200 })).toBe('1.200 Ereignisse')
})
