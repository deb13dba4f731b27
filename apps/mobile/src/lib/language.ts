import { type Language, language, languages, setTranslations } from '@bugle/presentation/i18n'
import { labels as german } from '@bugle/presentation/labels/de'
import { labels as mobileGerman } from '@bugle/presentation/labels/de-mobile'
import { storage } from './storage'

export function chosenLanguage(): Language | undefined {
  return (Object.keys(languages) as Language[]).find((name) => name === storage.get('language'))
}

/** Takes effect when the app is loaded again. */
export function chooseLanguage(next: Language | undefined): void {
  if (next === undefined) storage.remove('language')
  else storage.set('language', next)
}

const isGerman = Intl.DateTimeFormat().resolvedOptions().locale.startsWith('de')
const next = chosenLanguage() ?? (isGerman ? 'de' : 'en')
// The texts are there at once: nothing is loaded.
if (next !== language()) setTranslations(next, { ...german, ...mobileGerman })
if (typeof document !== 'undefined') document.documentElement.lang = next
