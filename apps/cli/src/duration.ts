import { unitMs } from '@bugle/protocol/vocabulary'
import { misuse } from './failure.ts'

/** Parses `30m`, `12h`, `3d` or `2w` into milliseconds. */
export function parseDuration(text: string): number {
  const ms = durationOf(text)
  if (ms === undefined) throw misuse(`"${text}" is no duration such as 30m, 12h, 3d or 2w.`)
  return ms
}

/** Returns a duration in milliseconds; undefined if the text is none. */
export function durationOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,4})([mhdw])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * unitMs[unit as keyof typeof unitMs]
}
