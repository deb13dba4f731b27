import { labels as english } from './labels/en.ts'

/** Languages of the apps, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

let current: Language = 'en'

/** The locale for `Intl` dates. British for English, since its clock has 24 hours. */
export const locale = () => (current === 'de' ? 'de' : 'en-GB')

export function language(): Language {
  return current
}

/** Texts by their English sentence; one that counts has two, `…_one` and `…_other`. */
type Labels = Readonly<Record<string, string>>

let translated: Labels = {}
/** Made by the first number: it is expensive, and not every page has one. */
let numbers: Intl.NumberFormat | undefined

/**
 * Sets the language of the program, before anything is rendered: a text may be translated as soon as its module is
 * loaded.
 *
 * @param translations none for English itself
 */
export function setTranslations(next: Language, translations: Labels = {}): void {
  current = next
  translated = translations
  numbers = undefined
}

/** Names of the slots of a text: `'count' | 'name'` of `'{{count, number}} by {{name}}'`. */
type SlotsOf<Text extends string> = Text extends `${string}{{${infer Slot}}}${infer Rest}`
  ? (Slot extends `${infer Name},${string}` ? Name : Slot) | SlotsOf<Rest>
  : never

type ValuesOf<Text extends string> = [SlotsOf<Text>] extends [never]
  ? []
  : [values: Record<SlotsOf<Text>, string | number>]

/**
 * Translates a text. The English sentence is its own key; other languages and English singulars are in `labels/`, and a
 * test finds what is missing there.
 *
 * @example t('{{count, number}} events', { count: 1200 })
 */
export function t<const Text extends string>(text: Text, ...[values]: ValuesOf<Text>): string {
  if (values === undefined) return translated[text] ?? text
  const given: Record<string, string | number> = values
  // English and German alike have a singular for 1 alone.
  const key = typeof given.count === 'number' ? `${text}_${given.count === 1 ? 'one' : 'other'}` : text
  // In one pass: what stands in a slot is no text with slots.
  return (translated[key] ?? english[key] ?? text).replaceAll(slot, (_, name: string, isNumber?: string) =>
    isNumber === undefined ? String(given[name]) : formatted(Number(given[name])),
  )
}

function formatted(number: number): string {
  numbers ??= new Intl.NumberFormat(current)
  return numbers.format(number)
}

const slot = /\{\{(\w+)(, number)?\}\}/g
