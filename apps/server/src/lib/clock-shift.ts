import { minuteMs } from './time.ts'

/** A clock that differs by more than this is wrong; less may be the way of the request. */
const maxSkewMs = 55 * minuteMs

/**
 * Returns by how many milliseconds the clock of a sender is behind; 0 unless it is wrong.
 *
 * @param sentAt when a request was sent, by that clock: epoch milliseconds or ISO 8601
 */
export function clockShiftOf(sentAt: unknown, now: number): number {
  const sent = typeof sentAt === 'string' ? Date.parse(sentAt) : sentAt
  return typeof sent === 'number' && Number.isFinite(sent) && Math.abs(now - sent) > maxSkewMs ? now - sent : 0
}
