import i18next from 'i18next'
import { labels as english } from './labels/en.ts'

/** The languages of the dashboard, each in its own words. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

let current: Language = 'en'

/** For `Intl`: how the chosen language writes dates. British ones, since their clock has 24 hours. */
export const locale = () => (current === 'de' ? 'de' : 'en-GB')

export function language(): Language {
  return current
}

void i18next.init({
  lng: 'en',
  resources: { en: { translation: english } },
  // The English sentence is the key, with all its dots and colons.
  keySeparator: false,
  nsSeparator: false,
  // React writes text as text.
  interpolation: { escapeValue: false },
  initAsync: false,
  showSupportNotice: false,
} as Parameters<typeof i18next.init>[0])

/** Chooses the language of this page, before anything of it is drawn; another one begins with a new page. */
export async function setLanguage(next: Language): Promise<void> {
  current = next
  if (next === 'de') i18next.addResourceBundle('de', 'translation', (await import('./labels/de.ts')).labels)
  await i18next.changeLanguage(next)
  plain.clear()
  if (typeof document !== 'undefined') document.documentElement.lang = next
}

/**
 * A text of the dashboard in the reader's language. The English sentence is its own key; what other languages and
 * English singulars say stands in `words-*.ts`, and a test finds what is missing there.
 *
 * @example t('{{count, number}} events', { count: 1200 })
 */
export function t(text: string, values?: Record<string, string | number>): string {
  if (values !== undefined) return i18next.t(text, values)
  const known = plain.get(text) ?? i18next.t(text)
  plain.set(text, known)
  return known
}

/** Sentences without values, as they were looked up: a list asks for the same few hundreds of times. */
const plain = new Map<string, string>()
