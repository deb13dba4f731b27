import { once } from 'node:events'
import { forkTypeScript } from './load.ts'
import { type Latency, latencyOf } from './load-order.ts'

/**
 * Measures how long this disk takes to make 8 kB durable while something else runs: a lower bound for a server that
 * writes before it responds. A separate process writes twenty times a second.
 */
export async function probeDisk(directory: string): Promise<{ stop(): Promise<Latency> }> {
  const child = forkTypeScript('./disk-probe-process.ts', [directory])
  await once(child, 'message')
  return {
    async stop() {
      child.send('stop')
      const [took] = (await once(child, 'message')) as [number[]]
      child.disconnect()
      return latencyOf(took)
    },
  }
}
