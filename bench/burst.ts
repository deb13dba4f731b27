import { drained } from './drain.ts'
import type { LoadGenerator } from './load.ts'
import type { Latency } from './load-order.ts'
import { watchPss } from './measure.ts'
import type { Subject } from './subject.ts'

export interface BurstResult {
  rate: number
  seconds: number
  /** Why the rate is less than asked for, if it is. */
  capped: boolean
  sent: number
  acknowledged: number
  refused: Record<number, number>
  unanswered: number
  gaveUp: number
  /** Acknowledged and not counted once all was digested. */
  lost: number
  drainSeconds: number
  largestPss: number
  ack: Latency
}

/** Twice what it can take. Refusals are in order; what was acknowledged must be counted. */
export async function runBurst(
  subject: Subject,
  load: LoadGenerator,
  capacity: number,
  seconds: number,
): Promise<BurstResult> {
  await drained(subject)
  const countedBefore = await subject.data.counted()
  // Each token may send 1000 a minute; the limit is on, and is not what this row is about.
  const limit = (subject.tokens.length * 1000 * 0.9) / 60
  const rate = seconds > 15 ? Math.min(2 * capacity, limit) : 2 * capacity
  const memory = watchPss(subject.server.dataDirectory)
  const result = await load.run({
    port: subject.server.port,
    tokens: subject.tokens,
    shape: { kind: 'open', rate, seconds, connections: 2000, giveUpMs: 10_000 },
  })
  const drainSeconds = await drained(subject)
  const lost = result.acknowledged - ((await subject.data.counted()) - countedBefore)
  const { sent, acknowledged, refused, unanswered, gaveUp, latency } = result
  return {
    rate,
    seconds,
    capped: rate < 2 * capacity,
    sent,
    acknowledged,
    refused,
    unanswered,
    gaveUp,
    // More than acknowledged may be counted where requests were left unanswered.
    lost: Math.max(0, lost),
    drainSeconds,
    largestPss: memory.stop(),
    ack: latency,
  }
}
