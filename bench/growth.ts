import { drained } from './drain.ts'
import { measureFloor } from './floor.ts'
import type { LoadGenerator } from './load.ts'
import { type CpuTimes, totalOf } from './measure.ts'
import type { Options } from './options.ts'
import { preload } from './preload.ts'
import { measureReads } from './reads.ts'
import type { BenchResult } from './result.ts'
import { saturate } from './saturation.ts'
import { settle } from './settle.ts'
import { startSubject } from './subject.ts'

/** Compares the cost of an event on an empty database with the cost after many more were stored. */
export async function measureGrowth(
  options: Options,
  load: LoadGenerator,
  log: (line: string) => void,
): Promise<NonNullable<BenchResult['growth']>> {
  const { connections, seed, preloadIssues, projects, growth: stored } = options
  const subject = await startSubject(projects, { BUGLE_INGEST_RATE: '1000000' }, options.postmaster)
  // Half an hour apart, so each is expressed in bare events of the same minute.
  const cost = async () => {
    await saturate(subject, load, connections, options.warmUpSeconds)
    const before = await measureFloor(load, 64, options.floorSeconds)
    const { cpu } = await saturate(subject, load, connections, options.saturationSeconds)
    const after = await measureFloor(load, 64, options.floorSeconds)
    return { cpu, inFloors: (2 * totalOf(cpu)) / (before.cpu + after.cpu) }
  }
  log('cost of an event on an empty database')
  const empty = await cost()
  const filling = { ...subject, tokens: subject.tokens.slice(0, 1) }
  await preload(filling, { events: stored, issues: preloadIssues, seed, connections }, (count) =>
    log(`  ${count} stored`),
  )
  await settle(subject)
  log('cost of an event on a full one')
  const full = await cost()
  const times = full.inFloors / empty.inFloors
  // Logged now: the read phase takes minutes and may fail.
  log(`  ${times.toFixed(3)} × as much; ${describe(empty)} before, ${describe(full)} now`)
  log('reading there')
  await drained(subject)
  await settle(subject)
  const reads = await measureReads(subject, options.reads)
  await subject.close()
  return { stored, times, reads }
}

const parts = ['server', 'digest', 'database'] as const

function describe({ cpu, inFloors }: { cpu: CpuTimes; inFloors: number }): string {
  const each = parts.map((part) => `${part} ${cpu[part].toFixed(0)}`)
  return `${totalOf(cpu).toFixed(0)} µs (${each.join(', ')}) or ${inFloors.toFixed(2)} floors`
}
