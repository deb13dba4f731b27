import { language, locale, t } from './i18n.ts'

const made = new Map<string, unknown>()

/** Formats are dear to make: one of each kind for a page. */
function once<T>(name: string, make: (dates: string) => T): T {
  const key = `${name} ${locale()}`
  if (!made.has(key)) made.set(key, make(locale()))
  return made.get(key) as T
}

const numbers = () => once('numbers', () => new Intl.NumberFormat(language()))
const compact = () =>
  once('compact', () => new Intl.NumberFormat(language(), { notation: 'compact', maximumSignificantDigits: 3 }))
const date = (name: string, options: Intl.DateTimeFormatOptions) =>
  once(name, (dates) => new Intl.DateTimeFormat(dates, options))

/** Up to 9,999 in full, then three figures: `11.8K`. */
export function shortCount(count: number): string {
  return (count < 10_000 ? numbers() : compact()).format(count)
}

export function exactCount(count: number): string {
  return numbers().format(count)
}

const units: [name: string, milliseconds: number][] = [
  ['y', 365 * 86_400_000],
  ['mo', 30 * 86_400_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
]

/** How long ago, in one unit: `12 s`, `4 min`, `3 h`, `6 d`, `3 mo`. What lies ahead, by a wrong clock, is now. */
export function age(iso: string, now: number): string {
  return duration(Math.max(0, now - Date.parse(iso)))
}

/** A stretch of time in its largest unit. */
export function duration(milliseconds: number): string {
  for (const [name, size] of units) if (milliseconds >= size) return `${Math.floor(milliseconds / size)} ${t(name)}`
  return `0 ${t('s')}`
}

/** In the zone of who reads it: `21 Nov 2026, 14:02:07`. */
export function moment(iso: string): string {
  return date('moment', { dateStyle: 'medium', timeStyle: 'medium' }).format(Date.parse(iso))
}

/** Without the seconds: `21 Nov 2026, 14:02`. */
export function minute(iso: string): string {
  return date('minute', { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(iso))
}

/** `21 Nov 2026` */
export function day(iso: string): string {
  return date('day', { dateStyle: 'medium' }).format(Date.parse(iso))
}

/** `21 Nov`, for the foot of a chart. */
export function shortDay(iso: string): string {
  return date('short day', { day: 'numeric', month: 'short' }).format(Date.parse(iso))
}

/** `14:00` */
export function clock(iso: string): string {
  return date('clock', { hour: '2-digit', minute: '2-digit' }).format(Date.parse(iso))
}

/** The zone of who reads, such as `Europe/Berlin`. */
export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** For who wants to be sure: the zone's own time, and UTC. */
export function momentInFull(iso: string): string {
  return `${moment(iso)} (${zone()})\n${iso} (UTC)`
}

/** A share of 1 as it is read: `96 %`. */
export function percent(part: number): string {
  return share(Math.round(part * 10_000), 10_000)
}

/** Of a whole: `96 %`, `< 1 %`; 100 % is only what is all of it. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '0 %'
  const percent = (part / whole) * 100
  if (percent > 0 && percent < 1) return '< 1 %'
  return `${part < whole ? Math.min(99, Math.round(percent)) : 100} %`
}

/** Keeps the end of a path, where the file is: `app/…/OrderRepository.php`. */
export function cutMiddle(path: string, maxLength: number): string {
  if (path.length <= maxLength) return path
  const file = path.slice(path.lastIndexOf('/') + 1)
  const head = maxLength - file.length - 2
  return head > 3 ? `${path.slice(0, head)}…/${file}` : `…${path.slice(-(maxLength - 1))}`
}

/** A text as one line: breaks are shown, and whatever else would hide in it. */
export function oneLine(text: string): string {
  return codeLine(text.replaceAll(/\s*\r?\n\s*/g, ' ␤ ').replaceAll(/[\t ]+/g, ' '))
}

/** A text in its own lines. */
export function manyLines(text: string): string {
  return text.split(/\r?\n/).map(codeLine).join('\n')
}

/**
 * Turns of the direction and characters without a width, by which a text could pass for another. Scripts that join
 * letters, and pictures made of several, need two of them: those stay where they stand behind such a letter or picture.
 */
const hidden =
  /[\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF]|(?<![\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]/gu

/** A line of source: it keeps its spaces and tabs; what would hide in it, such as a turn of the direction, is shown. */
export function codeLine(text: string): string {
  return text
    .replaceAll(hidden, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
    .replaceAll(/(?!\t)\p{Cc}/gu, shown)
}

/** The type of an exception, which may be a blank. */
export function typeName(type: string): string {
  const name = oneLine(type).trim()
  return name === '' ? t('(no type)') : name
}

/** An issue in one line: `TypeError: Cannot read …`. */
export function titleOf({ type, message }: { type: string; message: string }): string {
  const said = oneLine(message).trim()
  return said === '' ? typeName(type) : `${typeName(type)}: ${said}`
}

/** The picture of a control character: `␀`. */
function shown(character: string): string {
  return String.fromCodePoint(0x2400 + (character.codePointAt(0)! % 0x20))
}

/** `error` as it begins a line: `Error`. */
export function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
