// As index.ts, in a browser, where a language and the SDK that reports this app's errors are loaded only if they are wanted.
import { setTranslations } from '@bugle/presentation/i18n'
import { startFaults } from './src/lib/faults'
import { wantedLanguage } from './src/lib/language'

const language = wantedLanguage()
document.documentElement.lang = language
void open()

async function open(): Promise<void> {
  if (language === 'de') setTranslations(language, (await import('./src/lib/german')).german)
  await startFaults()
  // After the language: a text may be translated as soon as its module is loaded. After the SDK: it may throw.
  await import('./src/start')
}
