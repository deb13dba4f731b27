import i18next from 'i18next'
import { labels as english } from './labels/en.ts'

/** Languages of the apps, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

let current: Language = 'en'

/** The locale for `Intl` dates. British for English, since its clock has 24 hours. */
export const locale = () => (current === 'de' ? 'de' : 'en-GB')

export function language(): Language {
  return current
}

void i18next.init({
  lng: 'en',
  resources: { en: { translation: english } },
  // The English sentence is the key, including its dots and colons.
  keySeparator: false,
  nsSeparator: false,
  // React escapes texts.
  interpolation: { escapeValue: false },
  initAsync: false,
  showSupportNotice: false,
} as Parameters<typeof i18next.init>[0])

/**
 * Sets the language of the program, before anything is rendered: a text may be translated as soon as its module is
 * loaded.
 *
 * @param translations texts by their English sentence; none for English itself
 */
export async function setTranslations(next: Language, translations?: Record<string, string>): Promise<void> {
  current = next
  if (translations !== undefined) i18next.addResourceBundle(next, 'translation', translations, true)
  await i18next.changeLanguage(next)
  plain.clear()
}

/** Names of the slots of a text: `'count' | 'name'` of `'{{count, number}} by {{name}}'`. */
type SlotsOf<Text extends string> = Text extends `${string}{{${infer Slot}}}${infer Rest}`
  ? (Slot extends `${infer Name},${string}` ? Name : Slot) | SlotsOf<Rest>
  : never

type ValuesOf<Text extends string> = [SlotsOf<Text>] extends [never]
  ? []
  : [values: Record<SlotsOf<Text>, string | number>]

/**
 * Translates a text. The English sentence is its own key; other languages and English singulars are in `labels/`, and a
 * test finds what is missing there.
 *
 * @example t('{{count, number}} events', { count: 1200 })
 */
export function t<const Text extends string>(text: Text, ...[values]: ValuesOf<Text>): string {
  if (values !== undefined) return i18next.t(text as string, values as Record<string, string | number>)
  const known = plain.get(text) ?? i18next.t(text)
  plain.set(text, known)
  return known
}

/** Results for texts without values: a list looks up the same few hundreds of times. */
const plain = new Map<string, string>()
