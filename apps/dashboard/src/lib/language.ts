import { type Language, setTranslations } from '@bugle/presentation/i18n'

/** Sets the language of this page, before anything is rendered; another one requires a reload. */
export async function setLanguage(next: Language): Promise<void> {
  setTranslations(next, next === 'de' ? (await import('@bugle/presentation/labels/de')).labels : undefined)
  document.documentElement.lang = next
}
