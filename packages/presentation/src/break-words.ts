import { language } from './i18n.ts'

/** Long German words, with a dot wherever a narrow line may break them. */
const words = [
  'Authen·ti·sierung',
  'Benach·richti·gungen',
  'benach·richtigen',
  'herunter·geladen',
  'Identitäts·anbieter',
  'Projekt·einstellungen',
  'Registrie·rungen',
  'Sperr·bildschirm',
  'wieder·gekehrten',
  'wieder·hergestellt',
  'Wieder·herstellungs·code',
  'zurück·gestellten',
  'zusammen·gefasst',
  'zusammen·geführt',
  'Zusammen·geführt',
  'zusammen·gesetzt',
]

const softHyphen = '\u00ad'
const plain = (word: string) => word.replaceAll('·', '')
const broken = new Map(words.map((word) => [plain(word), word.replaceAll('·', softHyphen)]))
const pattern = new RegExp(words.map(plain).join('|'), 'g')

/**
 * Adds soft hyphens to the long words of a label, which large text may make wider than the screen. Labels for screen
 * readers stay without: some of these read the parts as words.
 */
export function breakWords(text: string): string {
  return language() === 'de' ? text.replace(pattern, (word) => broken.get(word)!) : text
}
