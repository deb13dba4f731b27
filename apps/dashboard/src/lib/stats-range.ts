import { hourMs, type StatsInterval } from '@bugle/protocol/vocabulary'

/**
 * Returns the query of a chart over the last hours. Three hours are the server's own by minute, and no others may be: it knows
 * where they begin without a clock of this computer.
 */
export function statsRange(hours: number): { from?: string; interval: StatsInterval } {
  if (hours <= 3) return { interval: 'minute' }
  return { from: new Date(Date.now() - hours * hourMs).toISOString(), interval: hours > 336 ? 'day' : 'hour' }
}
