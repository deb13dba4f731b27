import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { type Language, setTranslations, t } from './i18n.ts'
import { labels as german } from './labels/de.ts'
import { labels as mobile } from './labels/de-mobile.ts'
import { labels as english } from './labels/en.ts'

const ownSource = new URL('./', import.meta.url)
/** The reasons of frames, which both apps explain. */
const reasonSource = new URL('../../symbols/src/resolve/', import.meta.url)
const stateSource = new URL('../../client-state/src/', import.meta.url)
const dashboardSource = new URL('../../../apps/dashboard/src/', import.meta.url)
const mobileSource = new URL('../../../apps/mobile/src/', import.meta.url)
const setLanguage = (next: Language) => setTranslations(next, next === 'de' ? german : undefined)
/** Texts that are looked up by a variable. */
const byVariable = ['y', 'mo', 'd', 'h', 'min', 's']

/** Every text below the given folders, as it is written in `t('…')`. */
function sentences(...sources: URL[]): Set<string> {
  const found = new Set(byVariable)
  const files = sources.flatMap((source) =>
    readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => ({ name, url: new URL(name, source) })),
  )
  for (const { name, url } of files) {
    if (!/\.tsx?$/.test(name) || /\.test\.|^labels\//.test(name)) continue
    const text = readFileSync(url, 'utf8')
    for (const [, single, double] of text.matchAll(/\bt\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)")/g))
      found.add((single ?? double!).replaceAll("\\'", "'"))
  }
  return found
}

const counts = (sentence: string) => /\{\{count\b/.test(sentence)
const slots = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).sort()

afterEach(() => setLanguage('en'))

const keysOf = (texts: Set<string>) =>
  [...texts].flatMap((one) => (counts(one) ? [`${one}_one`, `${one}_other`] : [one])).sort()

it('has every sentence of the dashboard in German, with singular and plural, and no obsolete ones', () => {
  const wanted = keysOf(sentences(ownSource, reasonSource, stateSource, dashboardSource))
  expect(wanted.length).toBeGreaterThan(500)
  expect(Object.keys(german).sort()).toEqual(wanted)
})

it('has the further sentences of the mobile app in German', () => {
  const known = sentences(ownSource, reasonSource, stateSource, dashboardSource)
  const wanted = keysOf(new Set([...sentences(mobileSource)].filter((one) => !known.has(one))))
  expect(Object.keys(mobile).sort()).toEqual(wanted)
})

it('has English singulars only for existing sentences', () => {
  const known = sentences(ownSource, reasonSource, stateSource, dashboardSource, mobileSource)
  for (const key of Object.keys(english)) expect(known).toContain(key.replace(/_one$/, ''))
})

it('gives a translation the same slots as its sentence', () => {
  for (const [key, text] of Object.entries({ ...german, ...mobile, ...english }))
    expect({ key, slots: slots(text) }).toEqual({ key, slots: slots(key) })
})

it('counts in the singular, plural and number format of the language', () => {
  expect(t('{{count, number}} events', { count: 1 })).toBe('1 event')
  expect(t('{{count, number}} events', { count: 1200 })).toBe('1,200 events')
  setLanguage('de')
  expect(t('{{count, number}} events', { count: 1 })).toBe('1 Ereignis')
  expect(t('{{count, number}} events', { count: 1200 })).toBe('1.200 Ereignisse')
})

it('takes what stands in a slot for no text of its own', () => {
  const names = ['$t(Resolve)', '{{count, number}}', '$&', '{{name}}', 'Resolve_one']
  for (const name of names) expect(t('Delete {{name}}', { name })).toBe(`Delete ${name}`)
})

it('shows the English text where another language has none', () => {
  setTranslations('de')
  expect(t('{{count, number}} events', { count: 1 })).toBe('1 event')
  expect(t('Resolve')).toBe('Resolve')
})
