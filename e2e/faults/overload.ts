import { pause } from '../harness/built-server.ts'
import type { Scenario } from './scenario.ts'
import type { Seen } from './sender.ts'

/** More than any machine takes: the connections are the limit, each sends its next when it has its answer. */
const asManyAsGo = 50_000
const fewConnections = 64

/** Three times what it can take: it answers 202, 503 or 429 and does not collapse. */
export const overload: Scenario = async ({ sender, long, log, fault, figure, server }) => {
  const seen: Pick<Seen, 'status' | 'tookMs'>[] = []
  sender.watch(({ status, tookMs, retryAfter }) => {
    seen.push({ status, tookMs })
    if ((status === 503 || status === 429) && retryAfter === undefined) fault(`a ${status} without Retry-After`)
  })
  const acknowledgedIn = async (seconds: number, rate: number, connections?: number) => {
    await sender.rest()
    seen.length = 0
    sender.start(rate, connections)
    await pause(seconds * 1000)
    return seen.filter(({ status }) => status === 202).length / seconds
  }
  await acknowledgedIn(2, asManyAsGo, fewConnections) // warms up
  // In turns and for as long: what a machine takes changes, and the first seconds are better than the rest.
  for (let round = 0; round < (long ? 5 : 1); round += 1) {
    const seconds = long ? 20 : 3
    const capacity = await acknowledgedIn(seconds, asManyAsGo, fewConnections)
    const goodput = await acknowledgedIn(seconds, 3 * capacity)
    const statuses = new Map<number, number>()
    for (const { status } of seen) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const took = seen.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
    figure('capacity (events a second)', capacity)
    figure('goodput (events a second)', goodput)
    figure('goodput (percent of capacity)', (100 * goodput) / capacity)
    figure('answer p99', took[Math.floor(took.length * 0.99)] ?? 0)
    log(`capacity ${Math.round(capacity)}/s, at three times that ${Math.round(goodput)}/s: ${describe(statuses)}`)
    const odd = seen.filter(({ status }) => ![202, 429, 503].includes(status)).length
    if (odd > 0) fault(`${odd} answers other than 202, 429, 503 under overload`)
  }
  sender.pause()
  if (!server.isRunning) fault(`the server ended:\n${server.output.slice(-2000)}`)
}

function describe(statuses: ReadonlyMap<number, number>): string {
  return [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
}
