const exact = new Intl.NumberFormat('en')
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** Up to 9,999 in full, then three figures: `11.8K`. */
export function shortCount(count: number): string {
  return count < 10_000 ? exact.format(count) : compact.format(count)
}

export function exactCount(count: number): string {
  return exact.format(count)
}

/** `1 event`, `2 events` */
export function plural(count: number, word: string): string {
  return `${exact.format(count)} ${word}${count === 1 ? '' : 's'}`
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
  const milliseconds = Math.max(0, now - Date.parse(iso))
  for (const [name, size] of units) if (milliseconds >= size) return `${Math.floor(milliseconds / size)} ${name}`
  return '0 s'
}

/** In the zone of who reads it: `21 Nov 2026, 14:02:07`. */
export function moment(iso: string): string {
  return absolute.format(Date.parse(iso))
}

/** For who wants to be sure: the zone's own time, and UTC. */
export function momentInFull(iso: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return `${moment(iso)} (${timeZone})\n${iso} (UTC)`
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

/** A text as one line: breaks are shown, other control characters too, so that nothing hides in it. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\s*\r?\n\s*/g, ' ␤ ')
    .replaceAll(/[\t ]+/g, ' ')
    .replaceAll(/\p{Cc}/gu, (character) => String.fromCodePoint(0x2400 + (character.codePointAt(0)! % 0x20)))
}
