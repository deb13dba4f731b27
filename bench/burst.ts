import { drained } from './drain.ts'
import type { LoadGenerator } from './load.ts'
import type { Latency } from './load-order.ts'
import { watchPss } from './measure.ts'
import { createProjects, type Subject } from './subject.ts'

export interface BurstResult {
  rate: number
  seconds: number
  tokens: number
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
  const rate = 2 * capacity
  const tokens = await enoughTokens(subject, rate * seconds)
  const memory = watchPss(subject.server.dataDirectory)
  const result = await load.run({
    port: subject.server.port,
    tokens,
    shape: { kind: 'open', rate, seconds, connections: 2000, giveUpMs: 10_000 },
  })
  const drainSeconds = await drained(subject)
  const lost = result.acknowledged - ((await subject.data.counted()) - countedBefore)
  const { sent, acknowledged, refused, unanswered, gaveUp, latency } = result
  return {
    rate,
    seconds,
    tokens: tokens.length,
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

/** The limit of 1000 a minute for a token is on and is not what this row is about: more tokens, if need be. */
async function enoughTokens({ tokens, account }: Subject, events: number): Promise<string[]> {
  const sets = Math.ceil(events / 600 / tokens.length) // the phases before have had their share
  const more = await createProjects(account, (sets - 1) * tokens.length)
  return [...tokens, ...more.map(({ ingestToken }) => ingestToken)]
}
