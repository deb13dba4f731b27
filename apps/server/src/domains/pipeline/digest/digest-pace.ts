/**
 * Least time between two batches of digest. A batch of one event costs nearly as much as one of dozens; ten events a second
 * make three batches, each visible within 0.4 seconds.
 */
export const digestPaceMs = 300

/** A batch of more events is worth its statements earlier. */
const worthwhileEvents = 40

/** Returns the least time from the start of a batch to that of the next. */
export function paceAfter(events: number, paceMs: number): number {
  return paceMs * Math.min(1, worthwhileEvents / events)
}
