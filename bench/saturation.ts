import { drained } from './drain.ts'
import type { LoadGenerator } from './load.ts'
import type { Latency } from './load-order.ts'
import { type CpuTimes, spentSince, totalOf } from './measure.ts'
import type { Subject } from './subject.ts'

export interface SaturationResult {
  /** CPU microseconds per event, from the first request until digest is done. */
  cpu: CpuTimes
  loadCpu: number
  acknowledged: number
  perSecond: number
  drainSeconds: number
  latency: Latency
  refused: Record<number, number>
}

/** Sends as many events as the server accepts: every connection sends its next after a response. */
export async function saturate(
  subject: Subject,
  load: LoadGenerator,
  connections: number,
  seconds: number,
): Promise<SaturationResult> {
  await drained(subject)
  const before = subject.cpu()
  const result = await load.run({
    port: subject.server.port,
    tokens: subject.tokens,
    shape: { kind: 'closed', connections, seconds },
  })
  const drainSeconds = await drained(subject)
  const spent = spentSince(before, subject.cpu())
  const { acknowledged } = result
  if (acknowledged === 0) throw new Error(`nothing was acknowledged: ${JSON.stringify(result.refused)}`)
  return {
    cpu: {
      server: spent.server / acknowledged,
      digest: spent.digest / acknowledged,
      supervisor: spent.supervisor / acknowledged,
      database: spent.database / acknowledged,
    },
    loadCpu: result.cpu / result.sent,
    acknowledged,
    perSecond: acknowledged / result.seconds,
    drainSeconds,
    latency: result.latency,
    refused: result.refused,
  }
}

/** Returns the round with the median cost: other work on the machine slows some rounds down. */
export function medianRound(rounds: readonly SaturationResult[]): SaturationResult {
  const sorted = [...rounds].sort((a, b) => totalOf(a.cpu) - totalOf(b.cpu))
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}
