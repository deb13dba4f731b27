import { recall } from './lib/remembered.ts'
import { language, speak } from './lib/words.ts'
import './styles/app.css'

const known = recall('bugle-language')
const next = known === 'de' || known === 'en' ? known : navigator.language.startsWith('de') ? 'de' : 'en'
if (next !== language()) await speak(next)
// The rest is loaded in the reader's language: a text may be made as soon as its file is.
const { start } = await import('./start.tsx')
start(document.getElementById('root')!)
