import { once } from 'node:events'
import { forkTypeScript, type LoadGenerator } from './load.ts'
import { processCpu } from './measure.ts'

/** CPU time and throughput of the floor: a server that does only the unavoidable, and stores nothing. */
export interface FloorResult {
  /** CPU microseconds per event. */
  cpu: number
  perSecond: number
}

/** Saturates the floor for some seconds, after a second of warm-up. */
export async function measureFloor(load: LoadGenerator, connections: number, seconds: number): Promise<FloorResult> {
  const tokens = Array.from({ length: load.projects }, (_, project) => `bgl_live_${'0'.repeat(20)}${project}`)
  const child = forkTypeScript('./floor-process.ts', tokens)
  const [port] = (await once(child, 'message')) as [number]
  await load.run({ port, tokens, shape: { kind: 'closed', connections, seconds: 1 } })
  const before = processCpu(child.pid!)
  const result = await load.run({ port, tokens, shape: { kind: 'closed', connections, seconds } })
  const cpu = processCpu(child.pid!) - before
  child.kill()
  if (result.acknowledged !== result.sent) throw new Error(`the floor refused events: ${JSON.stringify(result)}`)
  return { cpu: cpu / result.acknowledged, perSecond: result.acknowledged / result.seconds }
}
