import { unitMs } from '@bugle/protocol/vocabulary'
import { misuse } from './failure.ts'

/** Parses `30m`, `12h`, `3d` or `2w` into milliseconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mhdw])$/.exec(text) ?? []
  if (count === undefined) throw misuse(`"${text}" is no duration such as 30m, 12h, 3d or 2w.`)
  return Number(count) * unitMs[unit as keyof typeof unitMs]
}
