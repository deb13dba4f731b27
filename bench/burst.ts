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
  /** Events acknowledged but not counted once digest was done. */
  lost: number
  drainSeconds: number
  largestPss: number
  ack: Latency
}

/** Sends at twice the server's capacity. It may refuse events, but must count every acknowledged one. */
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
    // Negative when unanswered requests were counted.
    lost: Math.max(0, lost),
    drainSeconds,
    largestPss: memory.stop(),
    ack: latency,
  }
}

/** Adds tokens as needed, so that the enabled limit of 1000 a minute per token does not affect this phase. */
async function enoughTokens({ tokens, account }: Subject, events: number): Promise<string[]> {
  const sets = Math.ceil(events / 600 / tokens.length) // earlier phases have used theirs up
  const more = await createProjects(account, (sets - 1) * tokens.length)
  return [...tokens, ...more.map(({ ingestToken }) => ingestToken)]
}
