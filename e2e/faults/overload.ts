import { pause } from '../harness/built-server.ts'
import type { Scenario } from './scenario.ts'
import type { Seen } from './sender.ts'

/** Three times what it can take: it answers 202, 503 or 429 and does not collapse. */
export const overload: Scenario = async ({ sender, long, log, fault, figure, server }) => {
  const seen: Pick<Seen, 'status' | 'tookMs'>[] = []
  sender.watch(({ status, tookMs, retryAfter }) => {
    seen.push({ status, tookMs })
    if ((status === 503 || status === 429) && retryAfter === undefined) fault(`a ${status} without Retry-After`)
  })
  const acknowledgedPerSecond = async (rate: number, seconds: number) => {
    seen.length = 0
    sender.start(rate)
    await pause(seconds * 1000)
    return seen.filter(({ status }) => status === 202).length / seconds
  }
  // More than any machine takes: bounded by the connections, that is the closed loop.
  await acknowledgedPerSecond(50_000, 2) // warms up
  const capacity = await acknowledgedPerSecond(50_000, 3)
  figure('capacity (events a second)', capacity)
  const goodput = await acknowledgedPerSecond(3 * capacity, long ? 60 : 8)
  sender.pause()
  const statuses = new Map<number, number>()
  for (const { status } of seen) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const took = seen.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  figure('goodput (events a second)', goodput)
  figure('answer p99', took[Math.floor(took.length * 0.99)] ?? 0)
  log(`capacity ${Math.round(capacity)}/s, at three times that ${Math.round(goodput)}/s: ${describe(statuses)}`)
  const odd = seen.filter(({ status }) => ![202, 429, 503].includes(status)).length
  if (odd > 0) fault(`${odd} answers other than 202, 429, 503 under overload`)
  if (!server.isRunning) fault(`the server ended:\n${server.output.slice(-2000)}`)
}

function describe(statuses: ReadonlyMap<number, number>): string {
  return [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
}
