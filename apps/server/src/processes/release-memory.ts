import { Session } from 'node:inspector'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const lookMs = 10_000
/** Share of the time that the thread was busy since the last look: one event a second is more than that. */
const maxBusy = 0.002
/** A collection of the whole heap takes up to 90 ms of CPU, so it has to be worth it. */
const minGrowthBytes = 8 * 1024 * 1024

/**
 * Returns memory to the system whenever this thread comes to rest. V8 does so only after a collection of the old
 * generation, which after a start or a burst may never come: half the memory of the ingest process was an empty young
 * generation.
 */
export function releaseMemoryAtRest(): void {
  let last = performance.eventLoopUtilization()
  let collectedBytes = 0
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last)
    last = performance.eventLoopUtilization()
    if (utilization > maxBusy || heapBytes() < collectedBytes + minGrowthBytes) return
    collectGarbage(() => {
      collectedBytes = heapBytes()
    })
  }, lookMs).unref()
}

/** Unlike `gc()`, which V8 means for tests, this shrinks the young generation too. */
function collectGarbage(done: () => void): void {
  const session = new Session()
  session.connect()
  session.post('HeapProfiler.collectGarbage', () => {
    done()
    // Disconnected within its own callback, Node 20 hangs.
    setImmediate(() => session.disconnect())
  })
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size
}
