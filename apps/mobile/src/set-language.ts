import { setTranslations } from '@bugle/presentation/i18n'
import { german } from './lib/german'
import { wantedLanguage } from './lib/language'

if (wantedLanguage() === 'de') setTranslations('de', german)
