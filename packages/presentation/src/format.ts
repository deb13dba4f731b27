import { dayMs, hourMs, minuteMs } from '@bugle/protocol/vocabulary'
import { language, locale, t } from './i18n.ts'

const made = new Map<string, unknown>()

/** Creating a format is expensive: one of each kind is kept for the page. */
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

/** Formats a count: up to 9,999 in full, then with three significant digits: `11.8K`. */
export function shortCount(count: number): string {
  return (count < 10_000 ? numbers() : compact()).format(count)
}

export function exactCount(count: number): string {
  return numbers().format(count)
}

const units: [name: string, milliseconds: number][] = [
  ['y', 365 * dayMs],
  ['mo', 30 * dayMs],
  ['d', dayMs],
  ['h', hourMs],
  ['min', minuteMs],
  ['s', 1000],
]

/**
 * Formats the age of a time in one unit: `12 s`, `4 min`, `3 h`, `6 d`, `3 mo`. A time in the future, by a wrong clock, counts
 * as now.
 */
export function formatAge(iso: string, now: number): string {
  return formatDuration(Math.max(0, now - Date.parse(iso)))
}

/** Formats a duration in its largest unit. */
export function formatDuration(milliseconds: number): string {
  for (const [name, size] of units) if (milliseconds >= size) return `${Math.floor(milliseconds / size)} ${t(name)}`
  return `0 ${t('s')}`
}

/** Formats the distance of a time from another, in its largest unit: `−1.2 s`, `+3 min`. */
export function formatOffset(ts: number, end: number): string {
  const seconds = (ts - end) / 1000
  const sign = seconds < 0 ? '−' : '+'
  const size = Math.abs(seconds)
  if (size < 100) return `${sign}${size.toFixed(1)} ${t('s')}`
  return size < 6000 ? `${sign}${Math.round(size / 60)} ${t('min')}` : `${sign}${Math.round(size / 3600)} ${t('h')}`
}

/** Formats date and time to the second, in the reader's zone: `21 Nov 2026, 14:02:07`. */
export function formatTimestamp(iso: string): string {
  return date('moment', { dateStyle: 'medium', timeStyle: 'medium' }).format(Date.parse(iso))
}

/** Formats date and time to the minute: `21 Nov 2026, 14:02`. */
export function formatDateTime(iso: string): string {
  return date('minute', { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(iso))
}

/** Formats a date: `21 Nov 2026`. */
export function formatDate(iso: string): string {
  return date('day', { dateStyle: 'medium' }).format(Date.parse(iso))
}

/** Formats a date without its year, for the axis of a chart: `21 Nov`. */
export function formatShortDate(iso: string): string {
  return date('short day', { day: 'numeric', month: 'short' }).format(Date.parse(iso))
}

/** Formats a time of day: `14:00`. */
export function formatTime(iso: string): string {
  return date('clock', { hour: '2-digit', minute: '2-digit' }).format(Date.parse(iso))
}

/** Formats a time of the last 12 hours as `14:00`, and an earlier one with its date. */
export function formatRecentTime(iso: string, now: number): string {
  return now - Date.parse(iso) < 12 * hourMs ? formatTime(iso) : formatDateTime(iso)
}

/** Returns the reader's time zone, such as `Europe/Berlin`. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Formats a time in the reader's zone, with its name, and in UTC. */
export function formatTimestampWithZone(iso: string): string {
  return `${formatTimestamp(iso)} (${timeZone()})\n${iso} (UTC)`
}

/** Formats a fraction of 1: `96 %`. */
export function formatPercent(part: number): string {
  return formatShare(Math.round(part * 10_000), 10_000)
}

/** Formats part of a whole: `96 %`, `< 1 %`; 100 % only where it is all of it. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '0 %'
  const percent = (part / whole) * 100
  if (percent > 0 && percent < 1) return '< 1 %'
  return `${part < whole ? Math.min(99, Math.round(percent)) : 100} %`
}

/** Shortens a path and keeps its file name: `app/…/OrderRepository.php`. */
export function cutMiddle(path: string, maxLength: number): string {
  if (path.length <= maxLength) return path
  const file = path.slice(path.lastIndexOf('/') + 1)
  const head = maxLength - file.length - 2
  return head > 3 ? `${path.slice(0, head)}…/${file}` : `…${path.slice(-(maxLength - 1))}`
}

/** Formats a text as one line, with line breaks and hidden characters made visible: ↵ is drawn everywhere, U+2424 is not. */
export function oneLine(text: string): string {
  return codeLine(text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ↵ ').replaceAll(/[\t ]+/g, ' '))
}

/** Keeps the lines of a text, with hidden characters made visible. */
export function manyLines(text: string): string {
  return text.split(/\r?\n/).map(codeLine).join('\n')
}

/**
 * Direction overrides and zero-width characters, by which one text could pass for another. The joiners that scripts and
 * emoji need are kept after such a letter or emoji.
 */
const hidden =
  /[\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF]|(?<![\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]/gu

/** Formats a line of source: spaces and tabs stay, hidden characters are made visible. */
export function codeLine(text: string): string {
  return text
    .replaceAll(hidden, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
    .replaceAll(/(?!\t)\p{Cc}/gu, shown)
}

/** The type of an exception, which may be blank. */
export function typeName(type: string): string {
  const name = oneLine(type).trim()
  return name === '' ? t('(no type)') : name
}

/**
 * Splits a long qualified type before its own name, which tells it apart: `['Symfony\\…\\', 'NotFoundHttpException']`. A short
 * one is its own name.
 */
export function typeParts(type: string): [qualifier: string, name: string] {
  const whole = typeName(type)
  const [, qualifier = '', name = whole] = /^(\S*[\\./:])([^\\./:\s]+)$/.exec(whole) ?? []
  return whole.length > roomyType ? [qualifier, name] : ['', whole]
}

/** Characters of a type that the narrowest line has room for, beside the beginning of a message. */
const roomyType = 30

/** An issue in one line: `TypeError: Cannot read …`. */
export function titleOf({ type, message }: { type: string; message: string }): string {
  const text = oneLine(message).trim()
  if (text === '') return typeName(type)
  return isPlainMessage(type) ? text : `${typeName(type)}: ${text}`
}

/** Whether an event says something without an exception: its type is no name that its author gave. */
export function isPlainMessage(type: string): boolean {
  return type === 'Message'
}

/** The symbol of a control character: `␀`. */
function shown(character: string): string {
  return String.fromCodePoint(0x2400 + (character.codePointAt(0)! % 0x20))
}

/** Capitalizes a word: `error` becomes `Error`. */
export function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
