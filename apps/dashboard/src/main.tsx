import { language } from '@bugle/presentation/i18n'
import { setLanguage } from './lib/language.ts'
import { recall } from './lib/preferences.ts'
import './styles/app.css'

const known = recall('bugle-language')
const next = known === 'de' || known === 'en' ? known : navigator.language.startsWith('de') ? 'de' : 'en'
void open()

/** Not awaited at the top level: the build would load `start` by a file of its own, one more request of every visit. */
async function open() {
  if (next !== language()) await setLanguage(next)
  // The rest is loaded after the language is set: a text may be translated as soon as its module is.
  const { start } = await import('./start.tsx')
  start(document.getElementById('root')!)
}
