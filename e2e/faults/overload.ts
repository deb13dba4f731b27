import { pause } from '../harness/built-server.ts'
import { type Memory, readMemory } from '../harness/memory.ts'
import type { Scenario } from './scenario.ts'
import type { Seen } from './sender.ts'

/** More than any machine can take, so the connections are the limit: each sends its next event after a response. */
const asManyAsGo = 50_000
const fewConnections = 64
/** Limit for a Node process of the server, at any time. */
const maxProcessBytes = 512 * 1024 * 1024
/** Limit from the first round to the last: steady growth would be a leak. */
const maxGrowthBytes = 64 * 1024 * 1024
/** Share of capacity in the median round of the long run; less is a collapse, whatever else the machine does. */
const leastGoodput = 0.5

/**
 * Sends three times what the server can take. It must respond 202, 503 or 429, without collapsing or growing. The long
 * run also opens a connection per event, like a thousand pages failing at once.
 */
export const overload: Scenario = async ({ sender, long, log, fault, figure, server }) => {
  const seen: Pick<Seen, 'status' | 'tookMs' | 'isFirst'>[] = []
  sender.watch(({ status, tookMs, isFirst, retryAfter }) => {
    seen.push({ status, tookMs, isFirst })
    if ((status === 503 || status === 429) && retryAfter === undefined) fault(`a ${status} without Retry-After`)
  })
  const memories: Memory[] = []
  const shares: number[] = []
  const acknowledgedIn = async (seconds: number, rate: number, how: Parameters<typeof sender.start>[1] = {}) => {
    await sender.rest()
    seen.length = 0
    sender.start(rate, how)
    await pause(seconds * 1000)
    return seen.filter(({ status }) => status === 202).length / seconds
  }
  const round = async (seconds: number, isFresh: boolean) => {
    const kind = isFresh ? ', a connection for each event' : ''
    const capacity = await acknowledgedIn(seconds, asManyAsGo, { connections: fewConnections, isFresh })
    const goodput = await acknowledgedIn(seconds, 3 * capacity, { isFresh })
    memories.push(readMemory(server.dataDirectory))
    if (!isFresh) shares.push(goodput / capacity)
    figure(`capacity${kind} (events a second)`, capacity)
    figure(`goodput${kind} (events a second)`, goodput)
    figure(`goodput${kind} (percent of capacity)`, (100 * goodput) / capacity)
    figure(`response p99${kind}`, p99(seen.filter(({ isFirst }) => isFirst === isFresh)))
    if (!isFresh) figure('response p99, the first of a connection', p99(seen.filter(({ isFirst }) => isFirst)))
    log(`capacity ${Math.round(capacity)}/s, at three times that ${Math.round(goodput)}/s${kind}: ${statusesOf(seen)}`)
    const odd = seen.filter(({ status }) => ![202, 429, 503].includes(status)).length
    if (odd > 0) fault(`${odd} responses other than 202, 429, 503 under overload${kind}`)
  }
  await acknowledgedIn(2, asManyAsGo, { connections: fewConnections }) // warm-up
  // Alternating and equally long: capacity varies, and the first seconds are the best.
  for (let n = 0; n < (long ? 5 : 1); n += 1) await round(long ? 20 : 3, false)
  if (long) for (let n = 0; n < 2; n += 1) await round(10, true)
  sender.pause()
  const share = shares.sort((a, b) => a - b)[Math.floor(shares.length / 2)]!
  if (long && share < leastGoodput) fault(`goodput is ${Math.round(100 * share)} % of capacity`)
  for (const { largestBytes, nodeBytes, allBytes } of memories) {
    figure('largest process under overload (MB of RSS)', largestBytes / 1e6)
    figure('Node processes under overload (MB of PSS)', nodeBytes / 1e6)
    figure('all processes under overload (MB of PSS)', allBytes / 1e6)
    if (largestBytes > maxProcessBytes) fault(`a process has ${Math.round(largestBytes / 1e6)} MB under overload`)
  }
  // The second round is the first that started warm.
  const growth = memories.length < 3 ? 0 : memories.at(-1)!.nodeBytes - memories[1]!.nodeBytes
  if (growth > maxGrowthBytes) fault(`the server grew by ${Math.round(growth / 1e6)} MB under overload`)
  if (!server.isRunning) fault(`the server ended:\n${server.output.slice(-2000)}`)
}

function p99(seen: readonly Pick<Seen, 'tookMs'>[]): number {
  const took = seen.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  return took[Math.floor(took.length * 0.99)] ?? 0
}

function statusesOf(seen: readonly Pick<Seen, 'status'>[]): string {
  const statuses = new Map<number, number>()
  for (const { status } of seen) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  return [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
}
