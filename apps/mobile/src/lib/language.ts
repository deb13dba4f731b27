import { type Language, languages } from '@bugle/presentation/i18n'
import { storage } from './storage'

export function chosenLanguage(): Language | undefined {
  return (Object.keys(languages) as Language[]).find((name) => name === storage.get('language'))
}

/** Takes effect when the app is loaded again. */
export function chooseLanguage(next: Language | undefined): void {
  if (next === undefined) storage.remove('language')
  else storage.set('language', next)
}

/** The language that was chosen, or that of the device. */
export function wantedLanguage(): Language {
  const isGerman = Intl.DateTimeFormat().resolvedOptions().locale.startsWith('de')
  return chosenLanguage() ?? (isGerman ? 'de' : 'en')
}
