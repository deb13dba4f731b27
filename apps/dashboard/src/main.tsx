import { language, setLanguage } from './lib/i18n.ts'
import { recall } from './lib/preferences.ts'
import './styles/app.css'

const known = recall('bugle-language')
const next = known === 'de' || known === 'en' ? known : navigator.language.startsWith('de') ? 'de' : 'en'
if (next !== language()) await setLanguage(next)
// The rest is loaded in the reader's language: a text may be made as soon as its file is.
const { start } = await import('./start.tsx')
start(document.getElementById('root')!)
