import { formatDuration } from './format.ts'
import { language, t } from './i18n.ts'

// Figures of few screens: what is in format.ts is loaded with the first one.

/** Formats how long something ran, to the millisecond below a second: `340 ms`, `1.2 s`, `4 min`. */
export function formatRun(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000)
    return `${new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(milliseconds / 1000)} ${t('s')}`
  return formatDuration(milliseconds)
}

/** Shortens a text in its middle: beginning and end tell versions apart. */
export function cutCenter(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const tail = Math.floor((maxLength - 1) / 2)
  return `${text.slice(0, maxLength - 1 - tail)}…${text.slice(-tail)}`
}

/** Formats a share that is close to all, with the digits that tell two of them apart: `99.97 %`. */
export function formatRate(part: number): string {
  const percent = part * 100
  const floored = Math.floor(percent * 100) / 100
  return `${new Intl.NumberFormat(language(), { maximumFractionDigits: floored >= 99 ? 2 : 1 }).format(floored)} %`
}
