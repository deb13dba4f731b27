import { drained } from './drain.ts'
import type { LoadGenerator } from './load.ts'
import type { Latency } from './load-order.ts'
import { type CpuTimes, spentSince, totalOf } from './measure.ts'
import type { Subject } from './subject.ts'

export interface SaturationResult {
  /** CPU microseconds an event, from the first request until all is digested. */
  cpu: CpuTimes
  loadCpu: number
  acknowledged: number
  perSecond: number
  drainSeconds: number
  latency: Latency
  refused: Record<number, number>
}

/** As many events as it takes: every connection sends its next when it has the answer. */
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

/** The round in the middle by cost: what else the machine did slows a round down or leaves it alone. */
export function medianRound(rounds: readonly SaturationResult[]): SaturationResult {
  const sorted = [...rounds].sort((a, b) => totalOf(a.cpu) - totalOf(b.cpu))
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}
