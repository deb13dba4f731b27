import {
  BoundedSymbolCache,
  buildIndex,
  createFunctionStore,
  type FunctionStore,
  type GeneratedFrame,
  openIndex,
  resolveStack,
} from '@bugle/symbols'
import { mappedFrames } from './positions.ts'

export interface LookUpResult {
  mapBytes: number
  indexBytes: number
  /** CPU seconds of building the index. */
  buildCpu: number
  /** Frames with function and context per second of CPU, 100 positions in turn. */
  warmFramesPerCpuSecond: number
  /** CPU milliseconds of a stack of 50 frames, nothing cached: from stored functions, and with sources to be parsed. */
  coldStackMs: { withFunctions: number; withoutFunctions: number }
}

const frames = 50
const warmRounds = 1000

/** Measures an index in memory; a server adds a query for each page that is not cached. */
export async function measureLookUp(map: string): Promise<LookUpResult> {
  const pages: Uint8Array[] = []
  const bytes = Buffer.from(map)
  const buildCpu = await cpuOf(() =>
    buildIndex(bytes, (number, page) => {
      pages[number] = page
    }),
  )
  const stack = mappedFrames(map, frames)
  const functions = createFunctionStore()
  const cold = (store: FunctionStore) => cpuOf(() => resolveWith(pages, stack, store))
  const withoutFunctions = await cold(functions)
  const withFunctions = await cold(functions)
  return {
    mapBytes: bytes.length,
    indexBytes: pages.reduce((sum, page) => sum + page.length, 0),
    buildCpu,
    warmFramesPerCpuSecond: await measureWarm(pages, mappedFrames(map, 100), functions),
    coldStackMs: { withFunctions: withFunctions * 1000, withoutFunctions: withoutFunctions * 1000 },
  }
}

async function measureWarm(pages: Uint8Array[], stack: GeneratedFrame[], functions: FunctionStore): Promise<number> {
  const index = await openIndex({
    id: 'warm',
    readPage: (number) => pages[number],
    cache: new BoundedSymbolCache(64_000_000),
  })
  const resolve = () => resolveStack(stack, async () => ({ index, functions }))
  await resolve()
  const cpu = await cpuOf(async () => {
    for (let round = 0; round < warmRounds; round += 1) await resolve()
  })
  return (stack.length * warmRounds) / cpu
}

async function resolveWith(pages: Uint8Array[], stack: GeneratedFrame[], functions: FunctionStore): Promise<void> {
  const cache = new BoundedSymbolCache(64_000_000)
  const index = await openIndex({ id: 'cold', readPage: (number) => pages[number], cache })
  await resolveStack(stack, async () => ({ index, functions }))
}

/** Returns the CPU seconds of this process that work takes. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
