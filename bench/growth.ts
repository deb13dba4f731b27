import { drained } from './drain.ts'
import type { LoadGenerator } from './load.ts'
import { totalOf } from './measure.ts'
import type { Options } from './options.ts'
import { preload } from './preload.ts'
import { measureReads } from './reads.ts'
import type { BenchResult } from './result.ts'
import { saturate } from './saturation.ts'
import { settle } from './settle.ts'
import { startSubject } from './subject.ts'

/** Cost of an event on an empty database, and on the same one when many more are stored. */
export async function measureGrowth(
  options: Options,
  load: LoadGenerator,
  log: (line: string) => void,
): Promise<NonNullable<BenchResult['growth']>> {
  const { connections, seed, preloadIssues, projects, growth: stored } = options
  const subject = await startSubject(projects, { BUGLE_INGEST_RATE: '1000000' }, options.postmaster)
  const cost = async () => {
    await saturate(subject, load, connections, options.warmUpSeconds)
    return totalOf((await saturate(subject, load, connections, options.saturationSeconds)).cpu)
  }
  log('cost of an event on an empty database')
  const cpuBefore = await cost()
  const filling = { ...subject, tokens: subject.tokens.slice(0, 1) }
  await preload(filling, { events: stored, issues: preloadIssues, seed, connections }, (count) =>
    log(`  ${count} stored`),
  )
  await settle(subject)
  log('cost of an event on a full one')
  const cpuAfter = await cost()
  // At once: reading there takes minutes, and may break.
  log(`  ${(cpuAfter / cpuBefore).toFixed(3)} × as much, ${cpuBefore.toFixed(0)} and ${cpuAfter.toFixed(0)} µs`)
  log('reading there')
  await drained(subject)
  await settle(subject)
  const reads = await measureReads(subject, options.reads)
  await subject.close()
  return { stored, cpuBefore, cpuAfter, reads }
}
